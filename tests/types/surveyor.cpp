// SPDX-License-Identifier: Apache-2.0
// Publishes a geometry_msgs/PolygonStamped on /area for each line that it reads, with as many
// points as the line says.
#include <cstdio>
#include <iostream>
#include <string>

#include <baton/baton.hpp>
#include <geometry_msgs/msg/polygon_stamped.hpp>

int main() {
  baton::Context context{baton::ContextOptions{}};
  const auto publisher =
      baton::create_publisher<geometry_msgs::msg::PolygonStamped>(context, "/area", 10);
  std::puts("ready");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    auto loan = publisher->borrow_loaned_message();
    loan->header.frame_id = "map";
    for (int i = 0; i < std::stoi(line); ++i) {
      auto& point = loan->polygon.points.emplace_back();
      point.x = static_cast<float>(i);
    }
    publisher->publish(std::move(loan));
    std::puts("published");
    std::fflush(stdout);
  }
}
