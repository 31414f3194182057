// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace baton {

/// What of a subscription a wait set waits for. Messages alone can be waited for here: those handed
/// over in the process are among them, and callbacks for events are an executor's.
class SubscriptionWaitSetMask {
 public:
  bool include_subscription = true;
  bool include_events = true;
  bool include_intra_process_waitable = true;
};

}  // namespace baton
