// SPDX-License-Identifier: Apache-2.0
// A type description as it was read: checked for form, not yet for sense.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <baton/msg/type_support.hpp>

#include "base/error.hpp"

namespace baton::msg {

struct DescribedField {
  std::string name;
  Kind kind = Kind::uint8;
  Shape shape = Shape::single;
  std::uint32_t count = 0;
  std::uint32_t string_bound = 0;
  std::string nested;  ///< name of the type, of Kind::message
};

struct DescribedType {
  std::string name;
  std::vector<DescribedField> fields;
};

struct Description {
  DescribedType type;
  std::map<std::string, DescribedType, std::less<>> referenced;
};

/// Names are ROS's, kinds are known, counts and names of nested types are where they belong and
/// nowhere else. Nested types may be missing and may contain each other.
base::Result<Description> read_description(std::string_view json);

/// The text that the hash of `type` is made of. `referenced` are all types that it contains, at any
/// depth, sorted by name.
std::string write_description(const DescribedType& type,
                              const std::vector<const DescribedType*>& referenced);

}  // namespace baton::msg
