// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <composition_interfaces/srv/list_nodes.hpp>
#include <composition_interfaces/srv/load_node.hpp>
#include <composition_interfaces/srv/unload_node.hpp>

#include <baton/components/component_manager_exception.hpp>
#include <baton/components/node_factory.hpp>
#include <baton/executor.hpp>
#include <baton/logger.hpp>
#include <baton/node.hpp>

namespace baton::components {

class LateDestruction;

/// The node of a container: loads components, unloads them and lists them, for callers of its
/// services
/// `~/_container/load_node`, `~/_container/unload_node` and `~/_container/list_nodes`.
///
/// Loading runs in a callback group of its own and the other two services in another one, so with
/// an executor of several threads a constructor that does not return blocks further loading only.
/// Subclasses may override what is virtual, as those of rclcpp_components; the services call these
/// functions, each in its group's thread.
class BATON_PUBLIC ComponentManager : public Node {
 public:
  using LoadNode = composition_interfaces::srv::LoadNode;
  using UnloadNode = composition_interfaces::srv::UnloadNode;
  using ListNodes = composition_interfaces::srv::ListNodes;
  /// A class, and the absolute path of its library.
  using ComponentResource = std::pair<std::string, std::string>;

  /// Components are added to `executor`, which is to run this node too; it is held weakly. Declares
  /// the parameter `thread_num`, for executors of several threads. Throws as a Node does.
  explicit ComponentManager(
      std::weak_ptr<Executor> executor = {}, std::string node_name = "ComponentManager",
      const NodeOptions& node_options =
          NodeOptions().start_parameter_services(false).start_parameter_event_publisher(false));
  /// Destroys all components; waits for those callbacks of them that run.
  ~ComponentManager() override;

  /// The components that a package lists in the ament index; reads files. Throws
  /// ComponentManagerException if there is none, or no such package.
  virtual std::vector<ComponentResource> get_component_resources(
      const std::string& package_name,
      const std::string& resource_index = "rclcpp_components") const;
  /// Loads the library unless it is loaded. The factory may be kept and used for ever. Throws
  /// ComponentManagerException; null if the library has no such class.
  virtual std::shared_ptr<NodeFactory> create_component_factory(const ComponentResource& resource);
  /// Sets the executor of components that are loaded from now on.
  virtual void set_executor(std::weak_ptr<Executor> executor);

 protected:
  /// What a request asks for, without its log level, which is set when the component is made.
  /// Throws ComponentManagerException for an extra argument that is not known or has a wrong type.
  virtual NodeOptions create_node_options(const std::shared_ptr<LoadNode::Request> request);
  /// Called with `node_wrappers_` locked. Must not wait for callbacks.
  virtual void add_node_to_executor(std::uint64_t node_id);
  virtual void remove_node_from_executor(std::uint64_t node_id);
  /// Whether no callback of a component runs, after it was removed from its executor. Asked again
  /// and again until it is true. Not in rclcpp_components.
  virtual bool is_quiet(std::uint64_t node_id, const NodeInstanceWrapper& component);

  virtual void on_load_node(const std::shared_ptr<rmw_request_id_t> request_header,
                            const std::shared_ptr<LoadNode::Request> request,
                            std::shared_ptr<LoadNode::Response> response);
  /// Destroys the component before it answers, unless a callback of the component goes on for more
  /// than a second: then it answers, and the component is destroyed when that ends. A component may
  /// unload itself; the answer does not reach it, since no executor has it any more.
  virtual void on_unload_node(const std::shared_ptr<rmw_request_id_t> request_header,
                              const std::shared_ptr<UnloadNode::Request> request,
                              std::shared_ptr<UnloadNode::Response> response);
  virtual void on_list_nodes(const std::shared_ptr<rmw_request_id_t> request_header,
                             const std::shared_ptr<ListNodes::Request> request,
                             std::shared_ptr<ListNodes::Response> response);

  /// Removes all components from their executors, waits until they are quiet, and destroys them.
  /// For destructors of classes that override the functions above.
  void unload_all();

  std::weak_ptr<Executor> executor_;
  std::map<std::uint64_t, NodeInstanceWrapper> node_wrappers_;

 private:
  void load(const std::shared_ptr<LoadNode::Request>& request, LoadNode::Response& response);
  std::shared_ptr<NodeFactory> find_factory(const std::string& package, const std::string& plugin);
  /// Keeps a component that an executor has. Returns the component's number.
  std::uint64_t keep(const NodeInstanceWrapper& component, Logger::Level level);
  void unload(std::uint64_t node_id, UnloadNode::Response& response);
  void leave_executor(std::uint64_t node_id);

  mutable std::mutex mutex_;  // covers executor_, node_wrappers_ and what follows
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, Logger> leveled_;  // loggers whose level a request has set
  const std::unique_ptr<LateDestruction> late_;

  CallbackGroup::SharedPtr load_group_;
  CallbackGroup::SharedPtr other_group_;
  Service<LoadNode>::SharedPtr load_service_;
  Service<UnloadNode>::SharedPtr unload_service_;
  Service<ListNodes>::SharedPtr list_service_;
};

}  // namespace baton::components
