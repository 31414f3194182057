// SPDX-License-Identifier: Apache-2.0
// CDR beside other ways to copy a message: memcpy for one large array, and Fast CDR (if installed)
// for many small fields.
#include <cstring>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <tf2_msgs/msg/tf_message.hpp>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

#ifdef BATON_HAS_FAST_CDR
#include "msg/testing/fast_cdr.hpp"
#include "msg/testing/fast_cdr_transforms.hpp"
#endif

namespace {

using namespace baton::msg;

constexpr std::size_t cloud_bytes = 4'000'000;

sensor_msgs::msg::PointCloud2 make_cloud() {
  sensor_msgs::msg::PointCloud2 cloud;
  cloud.header.frame_id = "lidar";
  cloud.fields.resize(4);
  for (auto& field : cloud.fields) field.name = "intensity";
  cloud.data.resize(cloud_bytes);
  for (std::size_t i = 0; i < cloud_bytes; ++i) cloud.data[i] = static_cast<std::uint8_t>(i);
  return cloud;
}

tf2_msgs::msg::TFMessage make_transforms() {
  tf2_msgs::msg::TFMessage message;
  message.transforms.resize(100);
  for (std::size_t i = 0; i < 100; ++i) {
    auto& one = message.transforms[i];
    one.header.frame_id = "base_link";
    one.child_frame_id = "wheel_" + std::to_string(i);
    one.transform.translation.x = static_cast<double>(i);
  }
  return message;
}

void memcpy_4_mb(benchmark::State& state) {
  const auto cloud = make_cloud();
  std::vector<std::byte> to(cloud_bytes);
  for (auto _ : state) {
    std::memcpy(to.data(), cloud.data.data(), cloud_bytes);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(cloud_bytes));
}
BENCHMARK(memcpy_4_mb);

template <class M>
void encode(benchmark::State& state, const M& message) {
  const TypeSupport& type = type_support<M>();
  std::vector<std::byte> bytes;
  for (auto _ : state) {
    (void)encode_message(type, &message, bytes);
    benchmark::DoNotOptimize(bytes.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

template <class M>
void decode(benchmark::State& state, const M& message) {
  const TypeSupport& type = type_support<M>();
  std::vector<std::byte> bytes;
  (void)encode_message(type, &message, bytes);
  M to;
  for (auto _ : state) {
    if (!decode_message(type, bytes, &to)) state.SkipWithError("not decoded");
    benchmark::DoNotOptimize(&to);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

void cloud_4_mb_encode(benchmark::State& state) { encode(state, make_cloud()); }
void cloud_4_mb_decode(benchmark::State& state) { decode(state, make_cloud()); }
void transforms_100_encode(benchmark::State& state) { encode(state, make_transforms()); }
void transforms_100_decode(benchmark::State& state) { decode(state, make_transforms()); }
BENCHMARK(cloud_4_mb_encode);
BENCHMARK(cloud_4_mb_decode);
BENCHMARK(transforms_100_encode);
BENCHMARK(transforms_100_decode);

#ifdef BATON_HAS_FAST_CDR
using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;

std::vector<testing::FastTransform> make_fast_transforms() {
  std::vector<testing::FastTransform> transforms(100);
  for (std::size_t i = 0; i < 100; ++i) {
    transforms[i].frame_id = "base_link";
    transforms[i].child_frame_id = "wheel_" + std::to_string(i);
    transforms[i].translation[0] = static_cast<double>(i);
  }
  return transforms;
}

void transforms_100_encode_fast_cdr(benchmark::State& state) {
  const auto transforms = make_fast_transforms();
  std::vector<char> bytes(64 * 1024);
  for (auto _ : state) {
    FastBuffer buffer(bytes.data(), bytes.size());
    Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, testing::dds_cdr);
    cdr.serialize_encapsulation();
    testing::serialize(cdr, transforms);
    benchmark::DoNotOptimize(bytes.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(transforms_100_encode_fast_cdr);

void transforms_100_decode_fast_cdr(benchmark::State& state) {
  std::vector<char> bytes(64 * 1024);
  FastBuffer written(bytes.data(), bytes.size());
  Cdr writer(written, Cdr::DEFAULT_ENDIAN, testing::dds_cdr);
  writer.serialize_encapsulation();
  testing::serialize(writer, make_fast_transforms());
  std::vector<testing::FastTransform> to;
  for (auto _ : state) {
    FastBuffer buffer(bytes.data(), testing::written_bytes(writer));
    Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, testing::dds_cdr);
    cdr.read_encapsulation();
    testing::deserialize(cdr, to);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(transforms_100_decode_fast_cdr);
#endif

}  // namespace
