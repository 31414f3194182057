// SPDX-License-Identifier: Apache-2.0
#include <baton/components/component_manager.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include <baton/logging.hpp>

#include "base/backoff.hpp"
#include "base/near_match.hpp"
#include "component/component_library.hpp"
#include "component/late_destruction.hpp"
#include "component/load_request.hpp"
#include "component/resource_index.hpp"
#include "component/running_callbacks.hpp"

namespace baton::components {
namespace {

/// How long unloading waits for a callback before it answers.
constexpr auto patience = std::chrono::seconds(1);

/// Waits for the condition: looks at once, then less and less often. False when the time is over.
template <class Condition>
bool becomes_true(Condition&& condition, std::chrono::nanoseconds longest) {
  base::Backoff backoff(longest.count());
  while (!condition()) {
    if (backoff.over()) return false;
    backoff.wait();
  }
  return true;
}

Logger logger_of(const node_interfaces::NodeBaseInterface& node) {
  std::string name = std::string(node.get_fully_qualified_name()).substr(1);
  std::replace(name.begin(), name.end(), '/', '.');
  return get_logger(name);
}

}  // namespace

ComponentManager::ComponentManager(std::weak_ptr<Executor> executor, std::string node_name,
                                   const NodeOptions& node_options)
    : Node(std::move(node_name), node_options),
      executor_(std::move(executor)),
      late_(std::make_unique<LateDestruction>()) {
  ParameterDescriptor descriptor;
  descriptor.description = "threads of the executor; 0: as many as the machine has cores";
  descriptor.read_only = true;
  if (!has_parameter("thread_num")) declare_parameter("thread_num", std::int64_t{0}, descriptor);

  using std::placeholders::_1, std::placeholders::_2, std::placeholders::_3;
  load_group_ = create_callback_group(CallbackGroupType::MutuallyExclusive);
  other_group_ = create_callback_group(CallbackGroupType::MutuallyExclusive);
  load_service_ = create_service<LoadNode>(
      "~/_container/load_node", std::bind(&ComponentManager::on_load_node, this, _1, _2, _3),
      ServicesQoS(), load_group_);
  unload_service_ = create_service<UnloadNode>(
      "~/_container/unload_node", std::bind(&ComponentManager::on_unload_node, this, _1, _2, _3),
      ServicesQoS(), other_group_);
  list_service_ = create_service<ListNodes>(
      "~/_container/list_nodes", std::bind(&ComponentManager::on_list_nodes, this, _1, _2, _3),
      ServicesQoS(), other_group_);
}

ComponentManager::~ComponentManager() { unload_all(); }

std::vector<ComponentManager::ComponentResource> ComponentManager::get_component_resources(
    const std::string& package_name, const std::string& resource_index) const {
  return components_of(package_name, resource_index);
}

std::shared_ptr<NodeFactory> ComponentManager::create_component_factory(
    const ComponentResource& resource) {
  return ComponentLibrary::load(resource.second).factory_of(resource.first);
}

void ComponentManager::set_executor(std::weak_ptr<Executor> executor) {
  const std::lock_guard lock(mutex_);
  executor_ = std::move(executor);
}

NodeOptions ComponentManager::create_node_options(
    const std::shared_ptr<LoadNode::Request> request) {
  return node_options_of(*request).context(get_node_base_interface()->get_context());
}

// ---- executors ----

void ComponentManager::add_node_to_executor(std::uint64_t node_id) {
  const auto executor = executor_.lock();
  if (!executor) {
    throw ComponentManagerException(
        "the container has no executor: give it one when it is made, or "
        "by set_executor(), and keep that alive");
  }
  executor->add_node(node_wrappers_.at(node_id).get_node_base_interface());
}

void ComponentManager::remove_node_from_executor(std::uint64_t node_id) {
  if (const auto executor = executor_.lock()) {
    executor->remove_node(node_wrappers_.at(node_id).get_node_base_interface());
  }
}

bool ComponentManager::is_quiet(std::uint64_t, const NodeInstanceWrapper& component) {
  std::unique_lock lock(mutex_);
  const auto executor = executor_.lock();
  lock.unlock();
  return !still_runs_callbacks(executor.get(), *component.get_node_base_interface());
}

void ComponentManager::leave_executor(std::uint64_t node_id) {
  try {
    remove_node_from_executor(node_id);
  } catch (const std::runtime_error& error) {
    RCLCPP_WARN(get_logger(), "component %s: %s", std::to_string(node_id).c_str(), error.what());
  }
}

// ---- loading ----

std::shared_ptr<NodeFactory> ComponentManager::find_factory(const std::string& package,
                                                            const std::string& plugin) {
  const auto resources = get_component_resources(package);
  std::vector<std::string> names;
  for (const auto& resource : resources) {
    names.push_back(resource.first);
    if (resource.first != plugin) continue;
    if (auto factory = create_component_factory(resource)) return factory;
    throw ComponentManagerException(fmt::format(
        "Failed to find class with the requested plugin name '{}' in the loaded library {}: write "
        "RCLCPP_COMPONENTS_REGISTER_NODE({}) in one of its source files, outside of all namespaces",
        plugin, resource.second, plugin));
  }
  throw ComponentManagerException(fmt::format(
      "Failed to find class with the requested plugin name '{}' in package '{}'{}; it has: {}",
      plugin, package, base::did_you_mean(plugin, names), fmt::join(names, ", ")));
}

std::uint64_t ComponentManager::keep(const NodeInstanceWrapper& component, Logger::Level level) {
  const auto node = component.get_node_base_interface();
  const std::lock_guard lock(mutex_);
  const std::uint64_t id = ++last_id_;
  node_wrappers_[id] = component;
  try {
    add_node_to_executor(id);
  } catch (...) {
    node_wrappers_.erase(id);
    throw;
  }
  if (level != Logger::Level::Unset) {
    leveled_.emplace(id, logger_of(*node)).first->second.set_level(level);
  }
  return id;
}

void ComponentManager::load(const std::shared_ptr<LoadNode::Request>& request,
                            LoadNode::Response& response) {
  const std::string plugin(request->plugin_name);
  const Logger::Level level = log_level_of(*request);
  const NodeOptions options = create_node_options(request);
  const auto factory = find_factory(std::string(request->package_name), plugin);
  const auto threw = [&](const std::string& what) {
    return ComponentManagerException("Component constructor threw an exception: " + plugin + ": " +
                                     what);
  };
  NodeInstanceWrapper component;
  try {
    component = factory->create_node_instance(options);
  } catch (const std::exception& error) {
    throw threw(error.what());
  } catch (...) {
    throw threw("something that is no std::exception");
  }
  const auto node = component.get_node_base_interface();
  if (!node) {
    throw ComponentManagerException(plugin + "::get_node_base_interface() returned a null pointer");
  }
  response.unique_id = keep(component, level);
  response.full_node_name = node->get_fully_qualified_name();
  response.success = true;
}

void ComponentManager::on_load_node(const std::shared_ptr<rmw_request_id_t>,
                                    const std::shared_ptr<LoadNode::Request> request,
                                    std::shared_ptr<LoadNode::Response> response) {
  try {
    load(request, *response);
    RCLCPP_INFO(get_logger(), "loaded component %s: '%s' is a %s",
                std::to_string(response->unique_id).c_str(), response->full_node_name.c_str(),
                request->plugin_name.c_str());
  } catch (const std::exception& error) {
    RCLCPP_ERROR(get_logger(), "%s", error.what());
    response->success = false;
    response->error_message = error.what();
  }
}

// ---- unloading ----

void ComponentManager::unload(std::uint64_t node_id, UnloadNode::Response& response) {
  NodeInstanceWrapper component;
  {
    const std::lock_guard lock(mutex_);
    const auto found = node_wrappers_.find(node_id);
    if (found == node_wrappers_.end()) {
      std::vector<std::uint64_t> ids;
      for (const auto& [id, each] : node_wrappers_) ids.push_back(id);
      response.error_message =
          fmt::format("No node found with unique_id: {}; there are: {}", node_id,
                      ids.empty() ? "none" : fmt::format("{}", fmt::join(ids, ", ")));
      return;
    }
    leave_executor(node_id);
    component = std::move(found->second);
    node_wrappers_.erase(found);
    if (const auto leveled = leveled_.extract(node_id)) {
      leveled.mapped().set_level(Logger::Level::Unset);
    }
  }
  response.success = true;
  const auto quiet = [this, node_id, component] { return is_quiet(node_id, component); };
  if (becomes_true(quiet, patience)) return;
  response.error_message =
      "unloaded; a callback of the component still runs, and it is destroyed when that ends";
  late_->add(std::move(component), quiet);
}

void ComponentManager::on_unload_node(const std::shared_ptr<rmw_request_id_t>,
                                      const std::shared_ptr<UnloadNode::Request> request,
                                      std::shared_ptr<UnloadNode::Response> response) {
  unload(request->unique_id, *response);
  if (response->success) {
    RCLCPP_INFO(get_logger(), "unloaded component %s", std::to_string(request->unique_id).c_str());
  }
  if (!response->error_message.empty()) {
    RCLCPP_WARN(get_logger(), "%s", response->error_message.c_str());
  }
}

void ComponentManager::unload_all() {
  std::map<std::uint64_t, NodeInstanceWrapper> components;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, component] : node_wrappers_) leave_executor(id);
    components.swap(node_wrappers_);
  }
  for (auto& each : components) {
    const std::uint64_t id = each.first;
    NodeInstanceWrapper& component = each.second;
    while (!becomes_true([&] { return is_quiet(id, component); }, patience)) {
      RCLCPP_WARN(get_logger(), "waiting for a callback of component %s",
                  std::to_string(id).c_str());
    }
    component = {};
  }
  late_->wait();
}

// ---- listing ----

void ComponentManager::on_list_nodes(const std::shared_ptr<rmw_request_id_t>,
                                     const std::shared_ptr<ListNodes::Request>,
                                     std::shared_ptr<ListNodes::Response> response) {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, component] : node_wrappers_) {
    response->unique_ids.push_back(id);
    response->full_node_names.push_back(
        component.get_node_base_interface()->get_fully_qualified_name());
  }
}

}  // namespace baton::components
