// SPDX-License-Identifier: Apache-2.0
// A take out of shared memory, and what of it is the walk through the message: nanoseconds from
// take() to the sample's release, with the walk and without.
#include <benchmark/benchmark.h>

#include <chrono>

#include <baton/baton.hpp>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <geometry_msgs/msg/pose_stamped.hpp>
#include <geometry_msgs/msg/twist.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <visualization_msgs/msg/marker.hpp>

namespace {

using namespace baton;

void fill(geometry_msgs::msg::Twist&) {}
void fill(geometry_msgs::msg::PoseStamped& message) { message.header.frame_id = "map"; }
void fill(sensor_msgs::msg::Image& message) {
  message.header.frame_id = "camera";
  message.encoding = "rgb8";
  message.data.resize(640 * 480 * 3);
}
void fill(sensor_msgs::msg::PointCloud2& message) {
  message.header.frame_id = "lidar";
  message.fields.resize(4);
  for (auto& field : message.fields) field.name = "intensity";
  message.data.resize(10'000 * 16);
}
void fill(diagnostic_msgs::msg::DiagnosticArray& message) {
  message.header.frame_id = "robot";
  message.status.resize(100);
  for (auto& status : message.status) {
    status.name = "motor";
    status.message = "too warm";
    status.hardware_id = "m3";
    status.values.resize(3);
    for (auto& value : status.values) {
      value.key = "temperature";
      value.value = "71.5";
    }
  }
}
void fill(visualization_msgs::msg::Marker& message) {
  message.header.frame_id = "map";
  message.points.resize(10'000);
}
/// 10,000 strings.
void fill(sensor_msgs::msg::JointState& message) {
  message.name.resize(10'000);
  for (auto& name : message.name) name = "shoulder_pan";
}

template <class M>
void take(benchmark::State& state) {
  constexpr int batch = 8;
  auto context = std::make_shared<Context>(ContextOptions{});
  auto node = std::make_shared<Node>("bench", NodeOptions().context(context));
  const auto publisher = node->create_publisher<M>("/bench", batch);
  SubscriptionOptions options;
  options.validate_messages = state.range(0) != 0;
  const auto subscription = node->create_subscription<M>(
      "/bench", batch, [](const M&) {}, options);
  while (publisher->get_subscription_count() == 0) std::this_thread::yield();
  for (auto _ : state) {
    for (int i = 0; i < batch; ++i) {
      auto loan = publisher->borrow_loaned_message();
      fill(loan.get());
      publisher->publish(std::move(loan));
    }
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < batch; ++i) {
      if (!subscription->take()) state.SkipWithError("there is none");
    }
    const std::chrono::duration<double> each = (std::chrono::steady_clock::now() - begin) / batch;
    state.SetIterationTime(each.count());
  }
}

#define BATON_TAKE_BENCH(type) \
  BENCHMARK_TEMPLATE(take, type)->ArgName("validated")->Arg(0)->Arg(1)->UseManualTime()
BATON_TAKE_BENCH(geometry_msgs::msg::Twist);
BATON_TAKE_BENCH(geometry_msgs::msg::PoseStamped);
BATON_TAKE_BENCH(sensor_msgs::msg::Image);
BATON_TAKE_BENCH(sensor_msgs::msg::PointCloud2);
BATON_TAKE_BENCH(diagnostic_msgs::msg::DiagnosticArray);
BATON_TAKE_BENCH(visualization_msgs::msg::Marker);
BATON_TAKE_BENCH(sensor_msgs::msg::JointState);

}  // namespace
