// SPDX-License-Identifier: Apache-2.0
// For people: how two messages, or two types, differ.
#pragma once

#include <string>
#include <string_view>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// The path of the first field in which two messages of a type differ; empty if they are equal.
/// Sequences of different length differ at the first element that one has alone.
BATON_PUBLIC std::string first_difference(const TypeSupport& type, const void* one,
                                          const void* other);

/// A sentence on the first field in which two types differ, as their hash sees them; empty if they
/// are the same: "field \"header.stamp\" is int32 here and float64 there". Callers may give the two
/// places better words.
BATON_PUBLIC std::string first_difference(const TypeSupport& here, const TypeSupport& there,
                                          std::string_view here_word = "here",
                                          std::string_view there_word = "there");

/// A field's type as in .msg files: "float64[3]", "string<=10[<=4]", "geometry_msgs/msg/Point[]".
BATON_PUBLIC std::string type_of_field(const Field& field);

}  // namespace baton::msg
