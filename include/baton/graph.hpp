// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <baton/context.hpp>
#include <baton/endpoint_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// The publishers and subscriptions of a context's domain, for tools.
///
/// Thread safety: all members. Each member asks the context's thread and waits for it, so none may
/// be called in an EventCallback. They throw exceptions::Error after shutdown and in a forked
/// child.
class BATON_PUBLIC Graph {
 public:
  explicit Graph(const Context& context);

  /// All endpoints that are reachable now, the context's own included, sorted by topic. Reads what
  /// is known already; asks no other process.
  std::vector<EndpointInfo> get_endpoints() const;

  /// The description of the generated type with that name, or of the one on that topic, as JSON:
  /// baton::msg::ReflectedType makes a usable type of it. Asks the participants that use it, and
  /// checks the answer by the type's hash. Throws exceptions::Error when no participant uses it, or
  /// none answers within `timeout`.
  std::string get_type_description(
      const std::string& topic_or_type,
      std::chrono::nanoseconds timeout = std::chrono::seconds(2)) const;

 private:
  std::shared_ptr<client::ContextState> state_;
};

}  // namespace rclcpp
