// SPDX-License-Identifier: Apache-2.0
// Every compiled type of the packages that tests of src/msg link.
#pragma once

#include <span>
#include <vector>

#include <baton/msg/type_support.hpp>

namespace baton::msg {

namespace generated {
#define BATON_TYPES_OF(package) extern const Span<const TypeSupport* const> package##__types;
BATON_TYPES_OF(baton_test_msgs)
BATON_TYPES_OF(geometry_msgs)
BATON_TYPES_OF(sensor_msgs)
BATON_TYPES_OF(std_msgs)
BATON_TYPES_OF(tf2_msgs)
#undef BATON_TYPES_OF
}  // namespace generated

namespace testing {

inline const std::vector<const TypeSupport*>& standard_types() {
  static const std::vector<const TypeSupport*> types = [] {
    std::vector<const TypeSupport*> all;
    for (const auto& package : {generated::baton_test_msgs__types, generated::std_msgs__types,
                                generated::geometry_msgs__types, generated::sensor_msgs__types,
                                generated::tf2_msgs__types}) {
      all.insert(all.end(), package.begin(), package.end());
    }
    return all;
  }();
  return types;
}

}  // namespace testing
}  // namespace baton::msg
