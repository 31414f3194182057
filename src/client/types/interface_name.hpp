// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace baton::client {

/// The parts of "sensor_msgs/msg/Image".
struct InterfaceName {
  std::string package;
  std::string folder;  // "msg", "srv" or "action"
  std::string name;

  std::string text() const { return package + '/' + folder + '/' + name; }
};

/// Also takes the old form "sensor_msgs/Image", whose folder is `default_folder`. Throws
/// std::runtime_error for text that is no such name.
InterfaceName parse_interface_name(const std::string& text, std::string_view default_folder);

}  // namespace baton::client
