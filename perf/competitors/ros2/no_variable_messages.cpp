// SPDX-License-Identifier: Apache-2.0
#include "variable_message_types.hpp"

namespace perf {

// Those that perf_test has are Baton's types.
std::vector<MessageType> variable_message_types() { return {}; }

}  // namespace perf
