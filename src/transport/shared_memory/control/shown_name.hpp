// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "msg/unicode.hpp"

namespace baton::transport {

/// A peer's name as errors and events may show it. The peer chooses its name, and a long one must
/// not push out the figures and the cure behind it.
inline std::string shown_name(const std::string& name) { return msg::printable(name, 128); }

}  // namespace baton::transport
