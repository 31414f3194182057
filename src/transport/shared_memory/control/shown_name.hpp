// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "msg/unicode.hpp"

namespace baton::transport {

/// A peer's name as errors and events may show it: it is the peer's to choose, and the figures and
/// the cure behind it must not be lost.
inline std::string shown_name(const std::string& name) { return msg::printable(name, 128); }

}  // namespace baton::transport
