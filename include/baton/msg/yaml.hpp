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
  bool flow = false;            ///< one line with braces; otherwise one line for each value
  std::size_t indentation = 0;  ///< spaces before each line of block style
  /// Longer strings and sequences are cut, and "..." is in place of the rest. 0: nothing is cut.
  std::size_t most_elements = 0;
  bool without_sequences = false;  ///< print "<sequence type: uint8, length: 921600>" instead
  bool without_strings = false;    ///< print "<string length: 12>" instead
};

/// Prints a message. Block style ends with a newline, flow style does not.
BATON_PUBLIC std::string to_yaml(const TypeSupport& type, const void* message,
                                 const YamlStyle& style = {});
/// Prints a field, or an element: `find_field(type, message, "poses[2].position", error)`.
BATON_PUBLIC std::string to_yaml(const FieldPlace& place, const YamlStyle& style = {});

/// Sets the fields that the YAML names; other fields do not change. Numbers must fit their fields,
/// sequences are replaced as a whole. As in `ros2 topic pub`, `now` is the system time for a
/// builtin_interfaces/msg/Time and `auto` a std_msgs/msg/Header of now. False: a sentence in
/// `error`, and fields before the wrong one may be set. Containers allocate where the message lies.
BATON_PUBLIC bool from_yaml(const TypeSupport& type, void* message, std::string_view yaml,
                            std::string& error);
/// Like from_yaml(), for the value that the path leads to.
BATON_PUBLIC bool set_field(const TypeSupport& type, void* message, std::string_view path,
                            std::string_view yaml, std::string& error);

}  // namespace baton::msg
