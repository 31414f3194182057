// SPDX-License-Identifier: Apache-2.0
// Every figure beside that of std::vector, in one run.
#include <baton/msg/vector.hpp>

#include <benchmark/benchmark.h>

#include <baton/msg/string.hpp>

#include "msg/testing/test_loan.hpp"

namespace baton::msg {
namespace {

constexpr std::size_t million = 1'000'000;

template <class Sequence>
void sum_by_iterator(benchmark::State& state) {
  const Sequence values(million, 1.5F);
  for (auto _ : state) {
    float sum = 0;
    for (const float value : values) sum += value;
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(sum_by_iterator<std::vector<float>>);
BENCHMARK(sum_by_iterator<Vector<float>>);

template <class Sequence>
void sum_by_index(benchmark::State& state) {
  const Sequence values(million, 1.5F);
  for (auto _ : state) {
    float sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(sum_by_index<std::vector<float>>);
BENCHMARK(sum_by_index<Vector<float>>);

/// Vectorised only if begin and end leave the loop.
template <class Sequence>
void scale(benchmark::State& state) {
  Sequence values(million, 1.5F);
  for (auto _ : state) {
    for (float& value : values) value *= 1.0001F;
    benchmark::ClobberMemory();
  }
}
BENCHMARK(scale<std::vector<float>>);
BENCHMARK(scale<Vector<float>>);

template <class Sequence>
void scale_by_index(benchmark::State& state) {
  Sequence values(million, 1.5F);
  for (auto _ : state) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] *= 1.0001F;
    benchmark::ClobberMemory();
  }
}
BENCHMARK(scale_by_index<std::vector<float>>);
BENCHMARK(scale_by_index<Vector<float>>);

template <class Sequence>
void push_back(benchmark::State& state) {
  for (auto _ : state) {
    Sequence values;
    for (std::size_t i = 0; i < million; ++i) values.push_back(static_cast<float>(i));
    benchmark::DoNotOptimize(values.data());
  }
}
BENCHMARK(push_back<std::vector<float>>);
BENCHMARK(push_back<Vector<float>>);

template <class Sequence>
void push_back_reserved(benchmark::State& state) {
  Sequence values;
  values.reserve(million);
  for (auto _ : state) {
    values.clear();
    for (std::size_t i = 0; i < million; ++i) values.push_back(static_cast<float>(i));
    benchmark::DoNotOptimize(values.data());
  }
}
BENCHMARK(push_back_reserved<std::vector<float>>);
BENCHMARK(push_back_reserved<Vector<float>>);

void push_back_in_a_loan(benchmark::State& state) {
  TestLoan loan(sizeof(Vector<float>) + 8 * million);
  for (auto _ : state) {
    loan.arena.open(loan.data(), sizeof(Vector<float>) + 8 * million, sizeof(Vector<float>));
    auto& values = *::new (loan.data()) Vector<float>;
    for (std::size_t i = 0; i < million; ++i) values.push_back(static_cast<float>(i));
    benchmark::DoNotOptimize(values.data());
  }
}
BENCHMARK(push_back_in_a_loan);

/// Like tf2_msgs/TFMessage: a hundred elements with two strings each.
template <class Text>
struct Transform {
  Text frame;
  Text child;
  double numbers[7]{};
};

template <class Sequence>
void fill_transforms(Sequence& transforms) {
  for (int i = 0; i < 100; ++i) {
    auto& transform = transforms.emplace_back();
    transform.frame = "a_frame_with_a_usual_name";
    transform.child = "another_frame_of_the_robot";
    transform.numbers[0] = i;
  }
}

template <class Sequence>
void hundred_transforms(benchmark::State& state) {
  for (auto _ : state) {
    Sequence transforms;
    fill_transforms(transforms);
    benchmark::DoNotOptimize(transforms.data());
  }
}
BENCHMARK(hundred_transforms<std::vector<Transform<std::string>>>);
BENCHMARK(hundred_transforms<Vector<Transform<String>>>);

void hundred_transforms_in_a_loan(benchmark::State& state) {
  constexpr std::size_t room = 1 << 20;
  TestLoan loan(room);
  for (auto _ : state) {
    loan.arena.open(loan.data(), room, 16);
    auto& transforms = *::new (loan.data()) Vector<Transform<String>>;
    fill_transforms(transforms);
    benchmark::DoNotOptimize(transforms.data());
  }
}
BENCHMARK(hundred_transforms_in_a_loan);

}  // namespace
}  // namespace baton::msg
