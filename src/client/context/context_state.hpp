// SPDX-License-Identifier: Apache-2.0
// What a Context shares with the nodes, endpoints and executors that were made with it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <baton/context.hpp>

#include "base/fork_guard.hpp"
#include "client/context/argument_use.hpp"
#include "client/context/environment.hpp"
#include "client/context/network_choice.hpp"
#include "client/context/security_choice.hpp"
#include "transport/transport.hpp"

namespace baton::client {

struct Arguments;
class NodeState;

class ContextState {
 public:
  using Callbacks = std::map<std::uint64_t, std::function<void()>>;

  ContextState() = default;
  ~ContextState();

  /// From here on it is valid. Throws exceptions::Error for options that cannot be.
  void begin(const ContextOptions& options, std::shared_ptr<const Arguments> arguments,
             const InitOptions& init_options);
  bool was_begun() const { return begun_.load(std::memory_order_acquire); }

  /// Waits for one that is running in another thread, but for the transport's, which that one may wait
  /// for; a callback may call it again.
  bool shutdown(const std::string& reason);
  bool is_valid() const;
  std::string shutdown_reason() const;
  /// Throws exceptions::Error before begin().
  unsigned domain_id() const;
  const InitOptions& init_options() const { return init_options_; }
  /// Of the command line; never null after begin().
  const std::shared_ptr<const Arguments>& arguments() const { return arguments_; }

  /// Joins the domain the first time. Throws exceptions::Error in a forked child, before begin(), after
  /// shutdown, and when the registry cannot be used.
  transport::Transport& transport();
  /// Throws exceptions::Error in a forked child.
  void require_own_process() const {
    if (fork_mark_.crossed()) [[unlikely]] refuse_child();
  }

  /// Tells what a person should know once: to ContextOptions::on_event, else to the log.
  void tell(const ContextEvent& event) const { report_(event); }
  /// Where endpoints log that they are refused; empty if ContextOptions::on_event hears of it.
  EventCallback refusal_log() const { return options_.on_event ? nullptr : report_; }

  void add_node(std::weak_ptr<const NodeState> node) { argument_use_.add(std::move(node)); }
  /// Tells which arguments fit no node, each once.
  void tell_unused_arguments();

  /// Wait sets are notified at shutdown. One that is opened later serves an executor that will not
  /// spin: a signal may come between the making of a node and its spin().
  std::shared_ptr<transport::WaitSet> open_wait_set();

  std::uint64_t add_callback(std::function<void()> callback, bool before_shutdown);
  bool remove_callback(std::uint64_t id);

  bool sleep_for(std::chrono::nanoseconds time);
  void interrupt_sleeps();

 private:
  [[noreturn, gnu::cold, gnu::noinline]] static void refuse_child();
  void join();
  void run(Callbacks callbacks);
  bool in_transports_thread() const;

  const base::ForkMark fork_mark_{};
  std::atomic<bool> begun_{false};   // rises once, behind what begin() writes
  std::atomic<bool> valid_{false};   // rises in begin() and falls once; read by every spin
  // Written by begin() alone.
  ContextOptions options_;
  InitOptions init_options_;
  MeetingPlace place_;
  NetworkChoice network_;
  SecurityChoice security_;
  std::shared_ptr<const Arguments> arguments_;
  EventCallback report_;

  ArgumentUse argument_use_;

  std::atomic<transport::Transport*> joined_{nullptr};  // transport_, once it is there
  std::mutex join_mutex_;                               // covers transport_
  std::unique_ptr<transport::Transport> transport_;

  std::recursive_mutex shutdown_mutex_;  // held for a whole shutdown, callbacks included; the first

  mutable std::mutex mutex_;  // covers what follows
  std::condition_variable sleepers_;
  std::uint64_t interruptions_ = 0;
  std::string shutdown_reason_;
  std::uint64_t next_callback_ = 1;
  Callbacks on_shutdown_;
  Callbacks pre_shutdown_;
  std::vector<std::weak_ptr<transport::WaitSet>> wait_sets_;
};

}  // namespace baton::client
