// SPDX-License-Identifier: Apache-2.0
#include <baton/graph.hpp>

#include <baton/exceptions.hpp>

#include "client/context/context_state.hpp"

namespace rclcpp {
namespace {

template <class T>
T value_or_throw(base::Result<T> result) {
  if (!result) throw exceptions::Error(result.error().text);
  return std::move(*result);
}

}  // namespace

Graph::Graph(const Context& context) : state_(context.state()) {}

std::vector<EndpointInfo> Graph::get_endpoints() const {
  return value_or_throw(state_->transport().endpoints());
}

std::string Graph::get_type_description(const std::string& topic_or_type,
                                        std::chrono::nanoseconds timeout) const {
  return value_or_throw(state_->transport().type_description(topic_or_type, timeout));
}

}  // namespace rclcpp
