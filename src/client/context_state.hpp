// SPDX-License-Identifier: Apache-2.0
// What a Context shares with the endpoints and executors that were made with it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include <baton/context.hpp>

#include "base/fork_guard.hpp"
#include "transport/transport.hpp"

namespace baton::client {

class ContextState {
 public:
  /// Throws exceptions::Error.
  explicit ContextState(const ContextOptions& options);
  ~ContextState();

  void shutdown();
  bool is_valid() const;
  unsigned domain_id() const { return domain_id_; }
  /// Throws exceptions::Error in a forked child and after shutdown.
  transport::Transport& transport();
  /// Throws exceptions::Error in a forked child.
  void require_own_process() const;

  /// Wait sets are notified at shutdown.
  std::shared_ptr<transport::WaitSet> open_wait_set();

 private:
  const unsigned domain_id_;
  const base::ForkMark fork_mark_;
  std::unique_ptr<transport::Transport> transport_;
  std::atomic<bool> valid_{true};  // falls once, under the mutex; read by every spin
  std::mutex mutex_;               // covers what follows
  std::vector<std::weak_ptr<transport::WaitSet>> wait_sets_;
};

}  // namespace baton::client
