// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>

#include <baton/find_type.hpp>
#include <baton/ros_c/rosidl_introspection.hpp>
#include <baton/type_support_handle.hpp>

#include "client/types/introspection.hpp"
#include "client/types/known_type.hpp"

namespace rclcpp {
namespace {

template <class Support>
rosidl_type_hash_t to_hash(const Support& type) {
  rosidl_type_hash_t hash{1, {}};
  std::copy(type.hash.begin(), type.hash.end(), std::begin(hash.value));
  return hash;
}

/// What is made of a service once. Never destroyed.
struct KnownService {
  explicit KnownService(const msg::ServiceTypeSupport& of) : type(of), hash(to_hash(of)) {}

  const msg::ServiceTypeSupport& type;
  const rosidl_type_hash_t hash;
  rosidl_service_type_support_t handle{};
  // Made with the first question for them, under the lock of the list.
  std::string scope;
  std::string name;
  rosidl_typesupport_introspection_cpp::ServiceMembers members{};
  rosidl_service_type_support_t introspection{};
};

struct KnownAction {
  rosidl_action_type_support_t handle{};
  rosidl_type_hash_t hash{};
};

struct KnownServices {
  std::mutex mutex;  // covers what follows
  std::unordered_map<const msg::ServiceTypeSupport*, std::unique_ptr<KnownService>> services;
  std::unordered_map<const rosidl_service_type_support_t*, KnownService*> by_handle;
  std::unordered_map<const msg::ActionTypeSupport*, std::unique_ptr<KnownAction>> actions;
  std::unordered_map<const rosidl_action_type_support_t*, KnownAction*> by_action_handle;
};

KnownServices& known_services() {
  static auto* const made = new KnownServices;
  return *made;
}

const rosidl_type_hash_t* hash_of(const rosidl_service_type_support_t* handle) {
  const std::lock_guard lock(known_services().mutex);
  const auto at = known_services().by_handle.find(handle);
  return at != known_services().by_handle.end() ? &at->second->hash : nullptr;
}

const rosidl_type_hash_t* hash_of_action(const rosidl_action_type_support_t* handle) {
  const std::lock_guard lock(known_services().mutex);
  const auto at = known_services().by_action_handle.find(handle);
  return at != known_services().by_action_handle.end() ? &at->second->hash : nullptr;
}

void make_introspection(KnownService& service) {
  const auto of = [](const msg::TypeSupport* type) -> const client::Introspection& {
    return client::KnownType::of(*type).introspection();
  };
  const auto& request = of(service.type.request);
  const auto& response = of(service.type.response);
  const auto& event = of(service.type.event);
  std::tie(service.scope, service.name) = client::split_type_name(service.type.type_name);
  service.members = {service.scope.c_str(), service.name.c_str(), &request.members(),
                     &response.members(), &event.members()};
  service.introspection = {detail::introspection_identifier,
                           &service.members,
                           service.handle.func,
                           &request.handle(),
                           &response.handle(),
                           &event.handle(),
                           hash_of};
}

const rosidl_service_type_support_t* in_form(const rosidl_service_type_support_t* handle,
                                             const char* identifier) {
  KnownServices& known = known_services();
  const std::lock_guard lock(known.mutex);
  const auto at = known.by_handle.find(handle);
  if (at == known.by_handle.end() || identifier == nullptr) return nullptr;
  KnownService& service = *at->second;
  if (std::strcmp(identifier, detail::handle_identifier) == 0) return &service.handle;
  if (std::strcmp(identifier, detail::introspection_identifier) != 0) return nullptr;
  if (service.introspection.func == nullptr) {
    make_introspection(service);
    known.by_handle[&service.introspection] = &service;
  }
  return &service.introspection;
}

}  // namespace

const rosidl_service_type_support_t* to_handle(const msg::ServiceTypeSupport& type) {
  KnownServices& known = known_services();
  const std::lock_guard lock(known.mutex);
  std::unique_ptr<KnownService>& service = known.services[&type];
  if (!service) {
    service = std::make_unique<KnownService>(type);
    service->handle = {detail::handle_identifier,
                       &type,
                       in_form,
                       to_handle(*type.request),
                       to_handle(*type.response),
                       to_handle(*type.event),
                       hash_of};
    known.by_handle[&service->handle] = service.get();
  }
  return &service->handle;
}

const rosidl_action_type_support_t* to_handle(const msg::ActionTypeSupport& type) {
  const rosidl_service_type_support_t* const goal = to_handle(*type.send_goal);
  const rosidl_service_type_support_t* const result = to_handle(*type.get_result);
  const rosidl_service_type_support_t* cancel = nullptr;
  const rosidl_message_type_support_t* status = nullptr;
  try {
    cancel = to_handle(find_service_type("action_msgs/srv/CancelGoal"));
    status = to_handle(find_message_type("action_msgs/msg/GoalStatusArray"));
  } catch (const std::runtime_error&) {
    // Its package is linked with every action; without it there are no handles of it.
  }
  KnownServices& known = known_services();
  const std::lock_guard lock(known.mutex);
  std::unique_ptr<KnownAction>& action = known.actions[&type];
  if (!action) {
    action = std::make_unique<KnownAction>();
    action->hash = to_hash(type);
    action->handle = {goal,   result,        cancel, to_handle(*type.feedback_message),
                      status, hash_of_action};
    known.by_action_handle[&action->handle] = action.get();
  }
  return &action->handle;
}

}  // namespace rclcpp
