// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace node_costs {

/// Hands a pointer to 4 MB from one thread to sleeping executors of the same process. For
/// comparison: a pointer behind a mutex and a condition variable.
nlohmann::json hand_over(double seconds, unsigned readers);
/// Like the case above, with an executor that the publishing thread spins itself.
nlohmann::json same_thread(double seconds);
/// Publish to callback through nodes and an executor, and through a bare subscription and its loop.
nlohmann::json executor_overhead(double seconds);
/// Publish to callback in an executor with 10 and with 1,000 entities, all but one of them idle.
nlohmann::json many_entities(double seconds);
/// A service call to another process, and a message one way to the same process.
nlohmann::json service_call(double seconds);
/// publish(const M&) of 64 bytes without a subscription, and a mutex that no other thread wants.
nlohmann::json publish_to_nobody(double seconds);

/// The other process of service_call(). Ends with its standard input.
int serve();

}  // namespace node_costs
