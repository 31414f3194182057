// SPDX-License-Identifier: Apache-2.0
// The names that examples in comments of public headers use and do not declare. Nothing of it is
// defined: the examples are compiled, and not linked.
#pragma once

#include <poll.h>

#include <baton/baton.hpp>
#include <baton/executors/hosted_executor.hpp>
#include <baton/lifecycle/lifecycle_node.hpp>
#include <baton/type_adapter.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <std_msgs/msg/string.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

// Examples declare some of these names themselves.
#pragma GCC diagnostic ignored "-Wshadow"

using namespace std::chrono_literals;

struct Camera {
  std::size_t size_bytes();
  void read_into(std::uint8_t* image);
};

struct Lidar {
  bool fill(baton::msg::Vector<std::uint8_t>& points);
};

struct Frame {};

extern int argc;
extern char** argv;
extern Camera camera;
extern Lidar lidar;
extern std::size_t size_bytes;
extern std::shared_ptr<baton::Node> node;
extern std::shared_ptr<baton::Publisher<sensor_msgs::msg::PointCloud2>> publisher;
extern std::shared_ptr<baton::Subscription<std_msgs::msg::String>> subscription;

void print(const std::string& text);
