// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testing/checked_message.hpp"

namespace baton::testing {

/// 64 KiB, of which every word is checked.
struct FlowMessage : CheckedMessage<1 << 16> {};

}  // namespace baton::testing
