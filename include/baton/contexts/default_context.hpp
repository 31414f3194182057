// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/context.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp::contexts {

/// The context that init() initialises and that nodes use unless they are given another.
class BATON_PUBLIC DefaultContext : public Context {
 public:
  using SharedPtr = std::shared_ptr<DefaultContext>;
};

/// There is one in a process. Thread-safe.
BATON_PUBLIC DefaultContext::SharedPtr get_global_default_context();

}  // namespace rclcpp::contexts
