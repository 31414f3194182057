// SPDX-License-Identifier: Apache-2.0
// The types that fuzzers of messages choose from: every kind of field in every shape. The first
// byte of an input is a place in this list, so new ones come at its end.
#pragma once

#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <baton/msg/reflection.hpp>

#include "base/assert.hpp"
#include "msg/testing/standard_types.hpp"

namespace baton::msg::fuzz {

inline constexpr std::string_view fuzzed_types[] = {
    "baton_test_msgs/msg/Alignment",
    "baton_test_msgs/msg/Arrays",
    "baton_test_msgs/msg/BoolSequences",
    "baton_test_msgs/msg/BoundedSequences",
    "baton_test_msgs/msg/Deep3",
    "baton_test_msgs/msg/Empty",
    "baton_test_msgs/msg/Strings",
    "baton_test_msgs/msg/UnboundedSequences",
    "baton_test_msgs/msg/WStrings",
    "geometry_msgs/msg/PolygonStamped",
    "sensor_msgs/msg/Image",
    "sensor_msgs/msg/PointCloud2",
    "std_msgs/msg/Float64MultiArray",
    "tf2_msgs/msg/TFMessage",
    "baton_test_msgs/msg/MultiNested",
};

inline const TypeSupport& fuzzed_type(std::uint8_t choice) {
  const std::string_view name = fuzzed_types[choice % std::size(fuzzed_types)];
  for (const TypeSupport* type : testing::standard_types()) {
    if (type->type_name == name) return *type;
  }
  BATON_ASSERT(false && "a type to fuzz is not linked", name);
  __builtin_unreachable();
}

/// The type made from its description.
inline const TypeSupport& reflected(const TypeSupport& type) {
  static std::map<const TypeSupport*, std::shared_ptr<const ReflectedType>> known;
  auto& found = known[&type];
  std::string error;
  if (found == nullptr) found = ReflectedType::parse(type.description, type.hash, error);
  BATON_ASSERT(found != nullptr, error);
  return found->type();
}

}  // namespace baton::msg::fuzz
