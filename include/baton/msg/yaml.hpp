// SPDX-License-Identifier: Apache-2.0
//
// Messages as YAML: what `ros2 topic echo` prints and what `ros2 topic pub` takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <baton/msg/field_path.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

struct YamlStyle {
  bool flow = false;            ///< one line with braces, else one line a value
  std::size_t indentation = 0;  ///< spaces before each line of block style
  /// Longer strings and sequences are cut, and "..." takes the place of the rest. 0: never.
  std::size_t most_elements = 0;
  bool without_sequences = false;  ///< "<sequence type: uint8, length: 921600>" instead
  bool without_strings = false;    ///< "<string length: 12>" instead
};

/// A message. Block style ends with a newline, flow style does not.
BATON_PUBLIC std::string to_yaml(const TypeSupport& type, const void* message,
                                 const YamlStyle& style = {});
/// One field, or an element of one: `find_field(type, message, "poses[2].position", error)`.
BATON_PUBLIC std::string to_yaml(const FieldPlace& place, const YamlStyle& style = {});

/// Sets the fields that the YAML names; what it does not name stays. Numbers must fit their fields,
/// sequences are replaced as a whole. As in `ros2 topic pub`, `now` is the system time for a
/// builtin_interfaces/msg/Time and `auto` a std_msgs/msg/Header of now. False: a sentence in
/// `error`, and fields before the wrong one may be set. Containers allocate where the message lies.
BATON_PUBLIC bool from_yaml(const TypeSupport& type, void* message, std::string_view yaml,
                            std::string& error);
/// The same for what the path leads to.
BATON_PUBLIC bool set_field(const TypeSupport& type, void* message, std::string_view path,
                            std::string_view yaml, std::string& error);

}  // namespace baton::msg
