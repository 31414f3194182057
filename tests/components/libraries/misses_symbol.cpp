// SPDX-License-Identifier: Apache-2.0
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>

namespace test_components {

int defined_nowhere(int value);

class MissesSymbol : public rclcpp::Node {
 public:
  explicit MissesSymbol(const rclcpp::NodeOptions& options) : Node("misses_symbol", options) {
    declare_parameter("value", std::int64_t{defined_nowhere(1)});
  }
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::MissesSymbol)
