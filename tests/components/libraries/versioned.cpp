// SPDX-License-Identifier: Apache-2.0
// Compiled twice, as two versions of one library. VERSION is 1 or 2.
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>

namespace test_components {

/// One for all libraries of a process if its symbol, which others can see, were made unique.
template <class T>
struct __attribute__((visibility("default"))) Count {
  static inline int made = 0;
};

class __attribute__((visibility("default"))) Versioned : public rclcpp::Node {
 public:
  explicit Versioned(const rclcpp::NodeOptions& options) : Node("versioned", options) {
    declare_parameter("version", std::int64_t{VERSION});
    declare_parameter("made", std::int64_t{++Count<Versioned>::made});
  }
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Versioned)
