// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "communicator.hpp"
#include "worker_process.hpp"

namespace perf {

/// A worker died or said that it cannot go on.
struct WorkerFailed : RunError {
  using RunError::RunError;
};

/// All workers of a run, and the signals that end it. One thread.
class Workforce {
 public:
  static constexpr int64_t reply_patience_ns = 15'000'000'000;

  Workforce(const std::vector<ProcessPlan>& plan, const std::vector<std::string>& arguments);
  Workforce(const Workforce&) = delete;
  /// Lets the workers leave in order, and kills those that do not within ten seconds.
  ~Workforce();

  std::vector<WorkerProcess>& workers() { return workers_; }

  /// SIGINT or SIGTERM arrived; it may come at any time while this class waits.
  bool interrupted() const { return interrupted_; }

  void tell_all(const nlohmann::json& command);

  using OnReply = std::function<void(size_t worker, const nlohmann::json& reply)>;
  using OnDelay = std::function<void()>;
  /// Waits until every worker has replied with `state`. False when a signal came first and
  /// `interruptible`. `on_delay` is called once if it takes longer than a user waits without a
  /// word. Throws WorkerFailed, also when a worker says nothing for `patience_ns`: what it measures
  /// hangs.
  bool await(const char* state, bool interruptible, const OnReply& on_reply = {},
             const OnDelay& on_delay = {}, int64_t patience_ns = reply_patience_ns);

  /// Waits until `deadline_ns`, or for a signal. Throws WorkerFailed.
  void wait_until(int64_t deadline_ns);

  /// Ends all workers; throws nothing. Returns the names of those that did not leave by themselves
  /// in time.
  std::vector<std::string> finish();

 private:
  using Handle = std::function<void(size_t worker, const nlohmann::json& reply)>;
  // Waits for packets and signals, at most until `deadline_ns`.
  void wait_once(int64_t deadline_ns, const Handle& handle);
  void receive_from(size_t worker, const Handle& handle);
  [[noreturn]] void fail_silent(const char* state, const std::vector<bool>& replied,
                                int64_t patience_ns);

  std::vector<WorkerProcess> workers_;
  int signals_ = -1;
  bool interrupted_ = false;
  bool finished_ = false;
};

}  // namespace perf
