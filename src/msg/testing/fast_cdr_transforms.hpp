// SPDX-License-Identifier: Apache-2.0
// tf2_msgs/msg/TFMessage through Fast CDR, as rosidl_typesupport_fastrtps_cpp generates it: with
// std::string and std::vector, field by field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fastcdr/Cdr.h>

namespace baton::msg::testing {

struct FastTransform {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
  std::string frame_id;
  std::string child_frame_id;
  double translation[3] = {};
  double rotation[4] = {};

  bool operator==(const FastTransform&) const = default;
};

inline void serialize(eprosima::fastcdr::Cdr& cdr, const std::vector<FastTransform>& transforms) {
  cdr << static_cast<std::uint32_t>(transforms.size());
  for (const FastTransform& one : transforms) {
    cdr << one.sec << one.nanosec << one.frame_id << one.child_frame_id;
    for (const double value : one.translation) cdr << value;
    for (const double value : one.rotation) cdr << value;
  }
}

inline void deserialize(eprosima::fastcdr::Cdr& cdr, std::vector<FastTransform>& transforms) {
  std::uint32_t count = 0;
  cdr >> count;
  transforms.resize(count);
  for (FastTransform& one : transforms) {
    cdr >> one.sec >> one.nanosec >> one.frame_id >> one.child_frame_id;
    for (double& value : one.translation) cdr >> value;
    for (double& value : one.rotation) cdr >> value;
  }
}

}  // namespace baton::msg::testing
