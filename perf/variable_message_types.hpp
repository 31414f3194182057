// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "message_type.hpp"

namespace perf {

/// The messages of --msg that hold a sequence or a string, in the order of --msg-list.
std::vector<MessageType> variable_message_types();

}  // namespace perf
