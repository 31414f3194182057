// SPDX-License-Identifier: Apache-2.0
//
// Fields by name at run time: "pose.position.x", "fields[2].name".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// A value within a message. An element of an array or sequence is a field of shape single, whose
/// offset means nothing; so is the message itself.
struct FieldPlace {
  Field field{};
  const void* address = nullptr;
};

/// Where the path leads. The empty path is the message. Nothing: a sentence in `error` that says
/// which fields there are, or how many elements.
BATON_PUBLIC std::optional<FieldPlace> find_field(const TypeSupport& type, const void* message,
                                                  std::string_view path, std::string& error);

/// Elements of an array or sequence; 1 for what is neither.
BATON_PUBLIC std::size_t element_count(const FieldPlace& place) noexcept;
/// One of them; `index` is below their number.
BATON_PUBLIC FieldPlace element(const FieldPlace& place, std::size_t index);

/// The number, also of a bool. Nothing if the place is none.
BATON_PUBLIC std::optional<double> as_number(const FieldPlace& place) noexcept;
/// The characters of a string, in the message. Nothing if the place is none.
BATON_PUBLIC std::optional<std::string_view> as_text(const FieldPlace& place) noexcept;

}  // namespace baton::msg
