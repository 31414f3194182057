// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "std_srvs/srv/trigger.hpp"
#include "warehouse_interfaces/msg/shelf.hpp"
#include "warehouse_interfaces/srv/find_item.hpp"
#include "warehouse_planning/inventory.hpp"

namespace warehouse
{

using std::placeholders::_1;
using std::placeholders::_2;

/// Remembers what lies where, and answers requests for it.
class ShelfReader : public rclcpp::Node
{
public:
  explicit ShelfReader(const rclcpp::NodeOptions & options)
  : Node("shelf_reader", options), inventory_(get_logger())
  {
    declare_parameter<std::string>("rack", "nowhere");
    const auto min_mass_kg = declare_parameter("min_mass_kg", 0.0);
    RCLCPP_INFO(
      get_logger(), "rack %s, items from %.1f kg",
      get_parameter("rack").as_string().c_str(), min_mass_kg);

    subscription_ = create_subscription<warehouse_interfaces::msg::Shelf>(
      "shelves", rclcpp::QoS(10).reliable().transient_local(),
      std::bind(&ShelfReader::on_shelf, this, _1));
    find_ = create_service<warehouse_interfaces::srv::FindItem>(
      "find_item", std::bind(&ShelfReader::on_find, this, _1, _2));
    ping_ = create_service<std_srvs::srv::Trigger>(
      "~/ping",
      [](const std::shared_ptr<std_srvs::srv::Trigger::Request>,
      std::shared_ptr<std_srvs::srv::Trigger::Response> response) {
        response->success = true;
        response->message = "here";
      });
  }

private:
  void on_shelf(const warehouse_interfaces::msg::Shelf::ConstSharedPtr shelf)
  {
    inventory_.update(*shelf);
  }

  void on_find(
    const std::shared_ptr<warehouse_interfaces::srv::FindItem::Request> request,
    std::shared_ptr<warehouse_interfaces::srv::FindItem::Response> response)
  {
    response->found = inventory_.find(request->name, response->shelf);
  }

  warehouse_planning::Inventory inventory_;
  rclcpp::Subscription<warehouse_interfaces::msg::Shelf>::SharedPtr subscription_;
  rclcpp::Service<warehouse_interfaces::srv::FindItem>::SharedPtr find_;
  rclcpp::Service<std_srvs::srv::Trigger>::SharedPtr ping_;
};

}  // namespace warehouse

RCLCPP_COMPONENTS_REGISTER_NODE(warehouse::ShelfReader)
