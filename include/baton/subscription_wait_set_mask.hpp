// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

namespace rclcpp {

/// What a wait set waits for in a subscription. Here a wait set can wait for messages only, and
/// also gets those handed over in the process. Callbacks for events need an executor.
class SubscriptionWaitSetMask {
 public:
  bool include_subscription = true;
  bool include_events = true;
  bool include_intra_process_waitable = true;
};

}  // namespace rclcpp
