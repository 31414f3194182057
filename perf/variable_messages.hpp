// SPDX-License-Identifier: Apache-2.0
//
// The messages of the evaluation that hold a sequence or a string, as the measurement uses them.
// Those of performance_test end with `time` and `id` as the fixed-size ones do. The others are
// plain ROS messages: their time is header.stamp (CLOCK_MONOTONIC), their id the first eight bytes
// of their data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <geometry_msgs/msg/polygon_stamped.hpp>
#include <performance_test/msg/bounded_sequence16k.hpp>
#include <performance_test/msg/bounded_sequence1k.hpp>
#include <performance_test/msg/bounded_sequence1m.hpp>
#include <performance_test/msg/bounded_sequence256k.hpp>
#include <performance_test/msg/bounded_sequence2m.hpp>
#include <performance_test/msg/bounded_sequence32k.hpp>
#include <performance_test/msg/bounded_sequence4k.hpp>
#include <performance_test/msg/bounded_sequence4m.hpp>
#include <performance_test/msg/bounded_sequence60k.hpp>
#include <performance_test/msg/bounded_sequence64k.hpp>
#include <performance_test/msg/bounded_sequence8m.hpp>
#include <performance_test/msg/unbounded_sequence.hpp>
#include <performance_test/msg/unbounded_string.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <span>
#include <string_view>
#include <type_traits>

#include "message_frame.hpp"

namespace perf::messages {

using geometry_msgs::msg::PolygonStamped;
using performance_test::msg::UnboundedSequence;
using performance_test::msg::UnboundedString;
using sensor_msgs::msg::Image;
using sensor_msgs::msg::PointCloud2;

template <class M>
concept BoundedSequence = requires(M& message) {
  message.bounded_sequence;
};

template <class M>
concept HasOwnId = requires(M& message) {
  message.id;
};

inline constexpr size_t image_row_pixels = 1920;
inline constexpr size_t image_pixel_bytes = 3;
inline constexpr size_t image_default_bytes = image_row_pixels * 1080 * image_pixel_bytes;
inline constexpr size_t cloud_point_bytes = 16;
inline constexpr size_t cloud_default_bytes = size_t{4} << 20;
inline constexpr size_t polygon_point_bytes = sizeof(geometry_msgs::msg::Point32);
inline constexpr size_t polygon_default_bytes = 1000 * polygon_point_bytes;

/// The sequence or string of a message.
template <BoundedSequence M>
auto& content_of(M& message) {
  return message.bounded_sequence;
}
inline auto& content_of(UnboundedSequence& message) { return message.unbounded_sequence; }
inline auto& content_of(const UnboundedSequence& message) { return message.unbounded_sequence; }
inline auto& content_of(UnboundedString& message) { return message.unbounded_string; }
inline auto& content_of(const UnboundedString& message) { return message.unbounded_string; }
inline auto& content_of(PolygonStamped& message) { return message.polygon.points; }
inline auto& content_of(const PolygonStamped& message) { return message.polygon.points; }
inline auto& content_of(Image& message) { return message.data; }
inline auto& content_of(const Image& message) { return message.data; }
inline auto& content_of(PointCloud2& message) { return message.data; }
inline auto& content_of(const PointCloud2& message) { return message.data; }

/// Fills in what a real message of this kind has around its data.
template <class M>
void describe_content(M&, size_t) {}

inline void describe_content(PolygonStamped& polygon, size_t) { polygon.header.frame_id = "map"; }

inline void describe_content(Image& image, size_t size_bytes) {
  constexpr size_t row_bytes = image_row_pixels * image_pixel_bytes;
  image.header.frame_id = "camera_front_optical_frame";
  image.encoding = "rgb8";
  image.is_bigendian = 0;
  image.step = static_cast<uint32_t>(size_bytes % row_bytes == 0 ? row_bytes : size_bytes);
  image.width = static_cast<uint32_t>(image.step / image_pixel_bytes);
  image.height = static_cast<uint32_t>(image.step == 0 ? 0 : size_bytes / image.step);
}

inline void describe_content(PointCloud2& cloud, size_t size_bytes) {
  cloud.header.frame_id = "lidar_top";
  cloud.height = 1;
  cloud.width = static_cast<uint32_t>(size_bytes / cloud_point_bytes);
  cloud.point_step = cloud_point_bytes;
  cloud.row_step = static_cast<uint32_t>(size_bytes);
  cloud.is_bigendian = false;
  cloud.is_dense = true;
  cloud.fields.resize(4);
  for (uint32_t i = 0; i < cloud.fields.size(); ++i) {
    constexpr const char* names[] = {"x", "y", "z", "intensity"};
    cloud.fields[i].name = names[i];
    cloud.fields[i].offset = i * sizeof(float);
    cloud.fields[i].datatype = sensor_msgs::msg::PointField::FLOAT32;
    cloud.fields[i].count = 1;
  }
}

/// Makes room for so many bytes in the sequence or string. A message that was prepared before
/// allocates no more memory.
template <class M>
void prepare(M& message, size_t size_bytes) {
  auto& content = content_of(message);
  describe_content(message, size_bytes);
  if constexpr (requires { content.resize_uninitialized(size_bytes); }) {
    content.resize_uninitialized(size_bytes / sizeof content[0]);
  } else {
    content.resize(size_bytes / sizeof content[0]);
  }
}

/// The payload of a message whose sequence is too short to hold its id has a length that no
/// MessageType has.
template <class M>
auto frame_of(M& message) {
  using Byte = std::conditional_t<std::is_const_v<M>, const std::byte, std::byte>;
  auto& content = content_of(message);
  const auto data = reinterpret_cast<Byte*>(content.data());
  const size_t size_bytes = content.size() * sizeof content[0];
  if constexpr (HasOwnId<M>) {
    return BasicFrame<Byte>{data, size_bytes, reinterpret_cast<Byte*>(&message.time),
                            reinterpret_cast<Byte*>(&message.id)};
  } else {
    return BasicFrame<Byte>{data + sizeof(uint64_t), size_bytes - sizeof(uint64_t),
                            reinterpret_cast<Byte*>(&message.header.stamp), data};
  }
}

/// Calls `visit.operator()<M>(name)` for every message that `--msg` accepts and messages.hpp has
/// not, in the order of `--msg-list`.
template <class Visit>
void for_each_variable_message(Visit&& visit) {
  namespace p = performance_test::msg;
  visit.template operator()<p::BoundedSequence1k>("BoundedSequence1k");
  visit.template operator()<p::BoundedSequence4k>("BoundedSequence4k");
  visit.template operator()<p::BoundedSequence16k>("BoundedSequence16k");
  visit.template operator()<p::BoundedSequence32k>("BoundedSequence32k");
  visit.template operator()<p::BoundedSequence60k>("BoundedSequence60k");
  visit.template operator()<p::BoundedSequence64k>("BoundedSequence64k");
  visit.template operator()<p::BoundedSequence256k>("BoundedSequence256k");
  visit.template operator()<p::BoundedSequence1m>("BoundedSequence1m");
  visit.template operator()<p::BoundedSequence2m>("BoundedSequence2m");
  visit.template operator()<p::BoundedSequence4m>("BoundedSequence4m");
  visit.template operator()<p::BoundedSequence8m>("BoundedSequence8m");
  visit.template operator()<UnboundedSequence>("UnboundedSequence");
  visit.template operator()<UnboundedString>("UnboundedString");
  visit.template operator()<PolygonStamped>("PolygonStamped");
  visit.template operator()<Image>("Image");
  visit.template operator()<PointCloud2>("PointCloud2");
}

}  // namespace perf::messages
