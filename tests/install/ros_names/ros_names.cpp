// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ament_index_cpp/get_search_paths.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rcutils/types/hash_map.h"
#include "std_msgs/msg/string.hpp"

// Debian's hash map works with the allocator of Baton's header.
std::size_t count_in_a_hash_map() {
  rcutils_hash_map_t map = rcutils_get_zero_initialized_hash_map();
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  if (rcutils_hash_map_init(&map, 2, sizeof(int), sizeof(int), rcutils_hash_map_string_hash_func,
                            rcutils_hash_map_string_cmp_func, &allocator) != RCUTILS_RET_OK) {
    return 0;
  }
  const char* key = "one";
  const int value = 1;
  std::size_t size = 0;
  if (rcutils_hash_map_set(&map, &key, &value) == RCUTILS_RET_OK &&
      rcutils_hash_map_get_size(&map, &size) != RCUTILS_RET_OK) {
    size = 0;
  }
  if (rcutils_hash_map_fini(&map) != RCUTILS_RET_OK) return 0;
  return size;
}

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  {
    auto node = std::make_shared<rclcpp::Node>("ros_names");
    std::string heard;
    auto subscription = node->create_subscription<std_msgs::msg::String>(
        "words", 1, [&heard](const std_msgs::msg::String& word) { heard = word.data; });
    auto publisher = node->create_publisher<std_msgs::msg::String>("words", 1);
    auto timer = node->create_wall_timer(std::chrono::milliseconds(10), [publisher] {
      publisher->publish(std_msgs::msg::String().set__data("hello"));
    });
    const rclcpp::Time deadline = node->now() + rclcpp::Duration::from_seconds(10);
    while (heard.empty() && node->now() < deadline) rclcpp::spin_some(node);
    // A library that rclcpp brought along until Iron.
    setenv("AMENT_PREFIX_PATH", "/usr", 1);
    const std::string prefix = ament_index_cpp::get_search_paths().front();
    std::printf("%s, %zu in the map, %s\n", heard.c_str(), count_in_a_hash_map(), prefix.c_str());
  }
  rclcpp::shutdown();
}
