// SPDX-License-Identifier: Apache-2.0
// The check of a stranger's message, in nanoseconds a container.
#include <benchmark/benchmark.h>
#include <tf2_msgs/msg/tf_message.hpp>

#include <baton/msg/operations.hpp>
#include <baton/msg/reflection.hpp>

#include "msg/testing/flat_message.hpp"

namespace {

using namespace baton::msg;

constexpr std::size_t transforms = 100;
constexpr std::size_t containers = 1 + 2 * transforms;

testing::FlatMessage make_message() {
  tf2_msgs::msg::TFMessage message;
  message.transforms.resize(transforms);
  for (auto& one : message.transforms) {
    one.header.frame_id = "base_link";
    one.child_frame_id = "wheel";
  }
  return {type_support<tf2_msgs::msg::TFMessage>(), &message};
}

void validate(benchmark::State& state, const TypeSupport& type) {
  testing::FlatMessage message = make_message();
  for (auto _ : state) {
    if (!validate_message(type, message.bytes())) state.SkipWithError("refused");
  }
  state.counters["per_container"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * containers,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void transforms_100_compiled(benchmark::State& state) {
  validate(state, type_support<tf2_msgs::msg::TFMessage>());
}
BENCHMARK(transforms_100_compiled);

void transforms_100_reflected(benchmark::State& state) {
  std::string error;
  const auto type =
      ReflectedType::parse(type_support<tf2_msgs::msg::TFMessage>().description, error);
  validate(state, type->type());
}
BENCHMARK(transforms_100_reflected);

}  // namespace
