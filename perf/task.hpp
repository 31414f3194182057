// SPDX-License-Identifier: Apache-2.0
//
// One endpoint at work in its own thread. The worker's main thread calls the functions below in
// this order: listen, (all are matched), warm_up, start, stop_publishing, finish.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "communicator.hpp"
#include "options.hpp"
#include "plan.hpp"
#include "scoreboard.hpp"

namespace perf {

class Task {
 public:
  virtual ~Task() = default;

  /// Makes receivers begin to receive.
  virtual void listen() {}
  /// Makes publishers send messages that do not count.
  virtual void warm_up() {}
  /// Whether the warm-up is done. Never true for a task that has failed.
  virtual bool is_warm() const { return true; }
  /// The run begins at this time.
  virtual void start(int64_t /*at_ns*/) {}
  /// Makes publishers end. Returns when the last message is sent.
  virtual void stop_publishing() {}
  /// Makes receivers end.
  virtual void finish() {}
  /// Called at any time: whatever a publisher waits for will not come, so stop_publishing() and
  /// finish() have to return soon.
  virtual void abandon() {}

  virtual std::vector<MatchedPeer> matches() const = 0;
  /// What the task still waits for, as "0 of 2 subscribers"; empty when all are there.
  virtual std::string missing() const = 0;
  virtual EndpointCounters counters() const = 0;
};

/// Called in the task's thread when the task cannot go on.
using OnFailure = std::function<void(const std::string& text)>;

std::unique_ptr<Task> make_task(const Options& options, const EndpointPlan& endpoint,
                                Communicator& communicator, Scoreboard& scores,
                                OnFailure on_failure);

}  // namespace perf
