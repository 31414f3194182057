// SPDX-License-Identifier: Apache-2.0
//
// Between sensor_msgs/PointCloud, which ROS 2 gives up, and sensor_msgs/PointCloud2. Clouds come
// from other processes: what does not lie in their bytes is not read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <sensor_msgs/msg/point_cloud.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <sensor_msgs/point_cloud2_iterator.hpp>
#include <sensor_msgs/point_field_conversion.hpp>

namespace sensor_msgs {

/// The place of the field of this name, -1 without one.
inline int getPointCloud2FieldIndex(const msg::PointCloud2& cloud, const std::string& field_name) {
  for (std::size_t each = 0; each < cloud.fields.size(); ++each) {
    if (cloud.fields[each].name == field_name) return static_cast<int>(each);
  }
  return -1;
}

/// Fields x, y and z, and one for each channel, all FLOAT32. A channel whose values are not as many
/// as the points is zero. Always true.
[[deprecated("sensor_msgs/PointCloud is given up in ROS 2: use PointCloud2")]] inline bool
convertPointCloudToPointCloud2(const msg::PointCloud& input, msg::PointCloud2& output) {
  output.header = input.header;
  output.height = 1;
  output.width = static_cast<std::uint32_t>(input.points.size());
  output.is_bigendian = false;
  output.is_dense = false;
  output.fields.clear();
  output.fields.reserve(3 + input.channels.size());
  int offset = 0;
  for (const char* name : {"x", "y", "z"}) {
    offset = detail::add_point_field(output, name, 1, msg::PointField::FLOAT32, offset);
  }
  for (const auto& channel : input.channels) {
    offset = detail::add_point_field(output, channel.name, 1, msg::PointField::FLOAT32, offset);
  }
  output.point_step = static_cast<std::uint32_t>(offset);
  output.row_step = output.point_step * output.width;
  output.data.clear();
  output.data.resize(input.points.size() * output.point_step);

  std::uint8_t* place = output.data.data();
  const auto put = [&place](float value) {
    std::memcpy(place, &value, sizeof(value));
    place += sizeof(value);
  };
  for (std::size_t point = 0; point < input.points.size(); ++point) {
    put(input.points[point].x);
    put(input.points[point].y);
    put(input.points[point].z);
    for (const auto& channel : input.channels) {
      put(channel.values.size() == input.points.size() ? channel.values[point] : 0.0F);
    }
  }
  return true;
}

/// x, y and z become the points, each other field a channel of its first element. False, and
/// `output` as it was, for a cloud without these three, whose fields do not lie in its points, or
/// with fewer bytes than points.
[[deprecated("sensor_msgs/PointCloud is given up in ROS 2: use PointCloud2")]] inline bool
convertPointCloud2ToPointCloud(const msg::PointCloud2& input, msg::PointCloud& output) {
  const std::array<int, 3> axes = {getPointCloud2FieldIndex(input, "x"),
                                   getPointCloud2FieldIndex(input, "y"),
                                   getPointCloud2FieldIndex(input, "z")};
  for (const int axis : axes) {
    if (axis < 0) return false;
    const auto datatype = input.fields[static_cast<std::size_t>(axis)].datatype;
    if (detail::find_size_of_point_field(datatype) == 0) return false;
  }
  for (const msg::PointField& field : input.fields) {
    const int size_bytes = detail::find_size_of_point_field(field.datatype);
    if (std::uint64_t{field.offset} + static_cast<std::uint64_t>(size_bytes) > input.point_step) {
      return false;
    }
  }
  const std::size_t points = std::size_t{input.width} * input.height;
  if (points > 0 && input.data.size() / points < input.point_step) return false;

  const auto read = [&input](std::size_t point, const msg::PointField& field) {
    const std::uint8_t* begin = input.data.data() + point * input.point_step;
    return readPointCloud2BufferValue<float>(begin + field.offset, field.datatype);
  };
  output.header = input.header;
  output.points.resize(points);
  for (std::size_t point = 0; point < points; ++point) {
    output.points[point].x = read(point, input.fields[static_cast<std::size_t>(axes[0])]);
    output.points[point].y = read(point, input.fields[static_cast<std::size_t>(axes[1])]);
    output.points[point].z = read(point, input.fields[static_cast<std::size_t>(axes[2])]);
  }
  output.channels.clear();
  output.channels.reserve(input.fields.size() - axes.size());
  for (std::size_t place = 0; place < input.fields.size(); ++place) {
    const int index = static_cast<int>(place);
    if (index == axes[0] || index == axes[1] || index == axes[2]) continue;
    auto& channel = output.channels.emplace_back();
    channel.name = input.fields[place].name;
    channel.values.resize_uninitialized(points);
    for (std::size_t point = 0; point < points; ++point) {
      channel.values[point] = read(point, input.fields[place]);
    }
  }
  return true;
}

}  // namespace sensor_msgs
