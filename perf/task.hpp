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

  /// Receivers begin to receive.
  virtual void listen() {}
  /// Publishers begin to send what does not count.
  virtual void warm_up() {}
  /// That is done. It never is when the task has failed.
  virtual bool is_warm() const { return true; }
  /// The run begins at this time.
  virtual void start(int64_t /*at_ns*/) {}
  /// Publishers end; returns when the last message is out.
  virtual void stop_publishing() {}
  /// Receivers end.
  virtual void finish() {}
  /// At any time: whatever a publisher waits for will not come, so that the two above return soon.
  virtual void abandon() {}

  virtual std::vector<MatchedPeer> matches() const = 0;
  /// What it still waits for, as "0 of 2 subscribers"; empty when all are there.
  virtual std::string missing() const = 0;
  virtual EndpointCounters counters() const = 0;
};

/// Called in the task's thread when it cannot go on.
using OnFailure = std::function<void(const std::string& text)>;

std::unique_ptr<Task> make_task(const Options& options, const EndpointPlan& endpoint,
                                Communicator& communicator, Scoreboard& scores,
                                OnFailure on_failure);

}  // namespace perf
