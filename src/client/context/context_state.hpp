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
#include <thread>
#include <type_traits>
#include <vector>

#include <baton/context.hpp>

#include "base/fork_guard.hpp"
#include "client/context/argument_use.hpp"
#include "client/context/environment.hpp"
#include "client/context/network_choice.hpp"
#include "client/context/security_choice.hpp"
#include "transport/port/transport.hpp"

namespace baton::client {

struct Arguments;
class NodeState;

class ContextState {
 public:
  using Callbacks = std::map<std::uint64_t, std::function<void()>>;

  ContextState() = default;
  ~ContextState();

  /// From here on the context is valid. Throws exceptions::Error for options that cannot be.
  void begin(const ContextOptions& options, std::shared_ptr<const Arguments> arguments,
             const InitOptions& init_options);
  // [begin/use] user
  bool was_begun() const { return begun_.load(std::memory_order_acquire); }

  /// Waits for a shutdown that is running in another thread. Does not wait in the transport's
  /// thread, because that shutdown may wait for it. A callback may call shutdown() again.
  bool shutdown(const std::string& reason);
  /// For a spin that ends because of a shutdown: returns when the shutdown is complete. Not in the
  /// thread that shuts down, and not for long when only callbacks are left, as one of them may wait
  /// for the caller.
  void wait_for_shutdown();
  /// Whether this thread is in shutdown(), in a callback.
  bool shuts_down_here() const;
  /// A signal has asked for the shutdown. The program may still be making its nodes: these nodes
  /// meet no peer, and spin() returns at once. After any other shutdown, making a node is an error.
  void interrupt() { interrupted_.store(true, std::memory_order_relaxed); }
  bool is_valid() const;
  std::string shutdown_reason() const;
  bool has_network() const { return network_.range != DiscoveryRange::off; }
  /// Throws exceptions::Error before begin().
  unsigned domain_id() const;
  const InitOptions& init_options() const { return init_options_; }
  /// The arguments of the command line; never null after begin().
  const std::shared_ptr<const Arguments>& arguments() const { return arguments_; }

  /// Joins the domain the first time. Throws exceptions::Error in a forked child, before begin(),
  /// after shutdown, and when the registry cannot be used.
  transport::Transport& transport();
  using PublisherPortResult = base::Result<std::shared_ptr<transport::PublisherPort>>;
  using SubscriptionPortResult = base::Result<std::shared_ptr<transport::SubscriptionPort>>;
  /// These throw as transport() does.
  PublisherPortResult open_publisher(const transport::PublisherSpec& spec);
  SubscriptionPortResult open_subscription(const transport::SubscriptionSpec& spec);
  base::Result<std::vector<EndpointInfo>> endpoints();
  base::Result<std::vector<std::string>> nodes();
  base::Status add_node(const std::string& name);
  void remove_node(const std::string& name);
  /// These throw exceptions::Error in a forked child.
  void require_own_process() const {
    if (fork_mark_.crossed()) [[unlikely]]
      refuse_child();
  }

  /// Reports once what a person should know: to ContextOptions::on_event, else to the log.
  void tell(const ContextEvent& event) const { report_(event); }
  /// Where endpoints log that they are refused; empty if ContextOptions::on_event is told instead.
  EventCallback refusal_log() const { return options_.on_event ? nullptr : report_; }

  void add_node(std::weak_ptr<const NodeState> node) { argument_use_.add(std::move(node)); }
  /// Logs arguments that fit no node, each once.
  void tell_unused_arguments();

  /// Wait sets are notified at shutdown. One that is opened later serves an executor that will not
  /// spin: a signal may come between the making of a node and its spin().
  std::shared_ptr<transport::WaitSet> open_wait_set();

  std::uint64_t add_callback(std::function<void()> callback, bool before_shutdown);
  bool remove_callback(std::uint64_t id);
  std::vector<std::function<void()>> callbacks(bool before_shutdown) const;

  bool sleep_for(std::chrono::nanoseconds time);
  void interrupt_sleeps();

 private:
  class ShutdownThread;
  [[noreturn, gnu::cold, gnu::noinline]] static void refuse_child();
  void join();
  void run(Callbacks callbacks);
  void go_on(bool& reached);
  bool in_transports_thread() const;
  template <class Make>
  std::invoke_result_t<Make, transport::Transport&> make(const Make& make);
  transport::Transport& stand_in();

  const base::ForkMark fork_mark_{};
  std::atomic<bool> begun_{false};  // rises once, behind what begin() writes
  std::atomic<bool> valid_{false};  // rises in begin() and falls once; read by every spin
  // Written by begin() alone.
  ContextOptions options_;
  InitOptions init_options_;
  MeetingPlace place_;
  NetworkChoice network_;
  SecurityChoice security_;
  std::shared_ptr<const Arguments> arguments_;
  EventCallback report_;

  ArgumentUse argument_use_;

  std::atomic<transport::Transport*> joined_{nullptr};  // transport_, once it exists
  std::mutex join_mutex_;                               // covers what follows
  std::unique_ptr<transport::Transport> transport_;
  std::unique_ptr<transport::Transport> stand_in_;  // a transport without any peer

  std::atomic<bool> interrupted_{false};  // a hint besides valid_

  std::recursive_mutex shutdown_mutex_;  // held for a whole shutdown, callbacks included; the first

  mutable std::mutex mutex_;  // covers what follows
  std::condition_variable sleepers_;
  std::condition_variable shutdown_goes_on_;
  std::thread::id shutdown_thread_;  // none: no thread is in shutdown()
  bool has_left_ = false;
  bool is_shut_down_ = false;  // true after all callbacks
  std::uint64_t interruptions_ = 0;
  std::string shutdown_reason_;
  std::uint64_t next_callback_ = 1;
  Callbacks on_shutdown_;
  Callbacks pre_shutdown_;
  std::vector<std::weak_ptr<transport::WaitSet>> wait_sets_;
};

}  // namespace baton::client
