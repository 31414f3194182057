// SPDX-License-Identifier: Apache-2.0
// What tests of containers share: packages of their own, a container, and a client that asks it.
#pragma once

#include <gmock/gmock.h>

#include <composition_interfaces/srv/list_nodes.hpp>
#include <composition_interfaces/srv/load_node.hpp>
#include <composition_interfaces/srv/unload_node.hpp>
#include <memory>
#include <string>
#include <vector>

#include <baton/baton.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <std_msgs/msg/u_int64.hpp>
#include <std_srvs/srv/trigger.hpp>

#include "testing/child_process.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::components {

using composition_interfaces::srv::ListNodes;
using composition_interfaces::srv::LoadNode;
using composition_interfaces::srv::UnloadNode;
using std_srvs::srv::Trigger;
using testing::ChildOptions;
using testing::ChildProcess;
using testing::wait_until;

/// The descriptor that signals are told by stays open for the whole process: open before the first
/// test counts them.
[[maybe_unused]] inline const bool signals_are_watched =
    install_signal_handlers(SignalHandlerOptions::None);

/// A library of this folder's CMakeLists.txt.
std::string library(const std::string& target);

class ComponentTest : public testing::IsolatedTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Writes the entry of a package into a prefix of the test; "lib/x.so" lies in it.
  void write_index(const std::string& package, const std::string& lines,
                   const std::string& prefix = "prefix");
  /// Containers that are started from now on.
  void search_also(const std::string& other_prefix) { search_path_ += ":" + other_prefix; }
  std::string prefix(const std::string& name = "prefix") const { return scratch() + "/" + name; }

  /// Runs a container and waits until it answers.
  ChildProcess& start(const std::string& program = "component_container",
                      std::vector<std::string> arguments = {},
                      const std::string& node = "/ComponentManager");
  ChildOptions container_options(const std::string& program,
                                 std::vector<std::string> arguments) const;

  LoadNode::Request request(const std::string& plugin, const std::string& package = "plain") const;
  /// The answer, or one that says "no answer" when none comes.
  LoadNode::Response load(const LoadNode::Request& request);
  LoadNode::Response load(const std::string& plugin, const std::string& package = "plain") {
    return load(request(plugin, package));
  }
  UnloadNode::Response unload(std::uint64_t id);
  ListNodes::Response list();

  /// Sends and does not wait.
  template <class S>
  typename Client<S>::SharedFuture send(const std::string& service,
                                        const typename S::Request& asked) {
    auto client = client_of<S>(service);
    return client->async_send_request(std::make_shared<typename S::Request>(asked)).share();
  }
  template <class Future>
  bool comes(const Future& future, std::chrono::nanoseconds deadline = testing::default_deadline) {
    return executor_->spin_until_future_complete(future, deadline) == FutureReturnCode::SUCCESS;
  }
  bool trigger(const std::string& service) {
    auto answer = send<Trigger>(service, Trigger::Request());
    return comes(answer) && answer.get()->success;
  }
  /// A parameter of a component; -1 when it is not there.
  std::int64_t integer_of(const std::string& node, const std::string& parameter);
  /// Spins until `done`, or the deadline.
  bool spin_until(const std::function<bool()>& done);
  /// What the container says of itself: "" until it has written it.
  bool says(ChildProcess& container, const std::string& text);

  /// Of services whose server is gone.
  void forget_clients() { clients_.clear(); }
  std::string make_fifo();
  /// Whether a thread of the process waits for the other end.
  static bool waits_for_fifo(const ChildProcess& process);
  /// Lets the waiting thread go on.
  void open_fifo(const std::string& path);

  Context::SharedPtr context_;
  Node::SharedPtr node_;
  std::shared_ptr<executors::SingleThreadedExecutor> executor_;
  std::string manager_ = "/ComponentManager";  // that is asked

 private:
  template <class S>
  std::shared_ptr<Client<S>> client_of(const std::string& service) {
    auto& client = clients_[service];
    if (!client) client = node_->create_client<S>(service);
    if (!client->wait_for_service(testing::default_deadline)) {
      ADD_FAILURE() << service << " is not there";
    }
    return std::static_pointer_cast<Client<S>>(client);
  }

  std::string search_path_;  // behind the test's own prefix
  std::map<std::string, ClientBase::SharedPtr> clients_;
  std::vector<std::unique_ptr<ChildProcess>> containers_;
};

}  // namespace baton::components
