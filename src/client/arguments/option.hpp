// SPDX-License-Identifier: Apache-2.0
// The options of ROS, one at a time.
#pragma once

#include <string>
#include <string_view>

#include "client/arguments/arguments.hpp"

namespace baton::client {

/// An option that is followed by a value.
struct Option {
  std::string_view name;
  /// Empty if the option has none.
  std::string_view short_name;
  /// What kind of value the option needs, for people.
  std::string_view needs;
  /// Throws ArgumentFault.
  void (*take)(const std::string& value, Arguments& out);
};

/// Null if ROS has no such option.
const Option* find_option(std::string_view flag);

/// --enable-... and --disable-...; false if `flag` is neither.
bool take_switch(std::string_view flag, Arguments& out);

}  // namespace baton::client
