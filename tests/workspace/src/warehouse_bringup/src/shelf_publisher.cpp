// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "ament_index_cpp/get_package_share_directory.hpp"
#include "rclcpp/rclcpp.hpp"
#include "warehouse_interfaces/msg/shelf.hpp"
#include "warehouse_planning/inventory.hpp"

using warehouse_interfaces::msg::Shelf;

/// Publishes one shelf for each rack, with one item each, and waits.
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const std::string parameters =
    ament_index_cpp::get_package_share_directory("warehouse_bringup") + "/params/shelves.yaml";
  const auto options = rclcpp::NodeOptions().arguments(
    {"--ros-args", "--params-file", parameters});
  auto node = std::make_shared<rclcpp::Node>("shelf_publisher", options);
  const auto racks = node->declare_parameter("racks", std::vector<std::string>());
  const auto items = node->declare_parameter("items", std::vector<std::string>());

  auto publisher = node->create_publisher<Shelf>(
    "shelves", rclcpp::QoS(10).reliable().transient_local());
  for (size_t i = 0; i < racks.size() && i < items.size(); ++i) {
    Shelf shelf;
    shelf.header.stamp = node->now();
    shelf.header.frame_id = "map";
    shelf.pose.pose.position.x = static_cast<double>(i);
    shelf.label = warehouse_planning::make_label(racks[i], items[i]);
    warehouse_interfaces::msg::Item item;
    item.kind = warehouse_interfaces::msg::Item::KIND_BOTTLE;
    item.name = items[i];
    shelf.items.push_back(item);
    publisher->publish(shelf);
    RCLCPP_INFO_STREAM(node->get_logger(), "published " << shelf.label);
  }
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
