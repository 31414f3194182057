// SPDX-License-Identifier: Apache-2.0
#include "client/context/signals.hpp"

#include <signal.h>
#include <sys/epoll.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <baton/exceptions.hpp>

#include "base/clock.hpp"
#include "base/event_fd.hpp"
#include "base/fork_guard.hpp"
#include "client/context/context_state.hpp"

namespace baton::client::signals {
namespace {

struct Former {
  int number;
  struct sigaction action;

  bool operator==(const Former& other) const {
    return number == other.number && action.sa_flags == other.action.sa_flags &&
           action.sa_sigaction == other.action.sa_sigaction &&  // in one union with sa_handler
           std::memcmp(&action.sa_mask, &other.action.sa_mask, sizeof(sigset_t)) == 0;
  }
};
using FormerList = std::vector<Former>;

/// A thread that shuts a context down. In a forked child, the thread is one of the parent.
struct Ending {
  const ContextState* context;
  base::ForkMark fork_mark;
  std::thread thread;
};

constexpr std::uint64_t no_one_listens = std::numeric_limits<std::uint64_t>::max();

/// A second signal within this time counts as the first one again: timeout(1) signals a process and
/// its group, a terminal and a launch file both signal a process twice.
constexpr std::int64_t echo_ns = 100'000'000;

struct State {
  std::mutex mutex;  // covers all but the bell and `former`
  SignalHandlerOptions options = SignalHandlerOptions::None;
  /// All lists that handlers have ever read, each once: a running handler may still use its list
  /// after uninstall().
  std::vector<std::unique_ptr<const FormerList>> lists;
  std::atomic<const FormerList*> former{nullptr};  // written before a handler is installed
  std::vector<std::weak_ptr<ContextState>> contexts;
  std::list<Ending> endings;
  // Relaxed, like the next three, as these are only figures. The system calls that ring the bell
  // and wait for it order them.
  std::atomic<std::uint64_t> heard{0};
  /// The value of `heard` when the last context began to listen: the next signal is the first one
  /// for that context.
  std::atomic<std::uint64_t> listening_since{no_one_listens};
  std::atomic<std::int64_t> first_at_ns{0};  // when the first signal came
  /// The value of `heard` when init() installed the handlers for a context that does not listen
  /// yet.
  std::atomic<std::uint64_t> awaited_since{no_one_listens};
  base::EventFd bell;  // rung by the handler, watched by transports' threads; not in a forked child
};

base::EventFd open_bell() {
  auto bell = base::EventFd::create();
  if (!bell) throw exceptions::Error("signal handlers: " + bell.error().text);
  return std::move(*bell);
}

std::atomic<bool> needed{false};  // state() was called: the state exists, or soon will

// Never destroyed: a signal may come while the process ends.
State& state() {
  needed.store(true, std::memory_order_relaxed);
  static State* const made = [] {
    auto* state = new State;
    state->bell = open_bell();
    return state;
  }();
  return *made;
}

std::atomic<State*> for_handler{nullptr};  // written before a handler is installed

/// The default action follows when the handler has returned.
void end_process(int number) {
  ::signal(number, SIG_DFL);
  ::raise(number);
}

/// Counts the signal. It is a second one if the first has asked every context to shut down.
bool is_second(State& state) {
  const std::uint64_t before = state.heard.fetch_add(1, std::memory_order_relaxed);
  std::uint64_t since = state.listening_since.load(std::memory_order_relaxed);
  if (since == no_one_listens) since = state.awaited_since.load(std::memory_order_relaxed);
  if (since == no_one_listens || before < since) return false;
  const std::int64_t now_ns = base::monotonic_ns();
  if (before > since) return now_ns - state.first_at_ns.load(std::memory_order_relaxed) >= echo_ns;
  state.first_at_ns.store(now_ns, std::memory_order_relaxed);
  return false;
}

void handle(int number, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  State& state = *for_handler.load(std::memory_order_acquire);  // [install/handle] handler
  const bool heard = state.bell.fd() >= 0;
  const bool second = heard && is_second(state);
  if (heard) state.bell.ring();
  // Call handlers that were installed before this one, too.
  // [install/handle] handler
  for (const Former& former : *state.former.load(std::memory_order_acquire)) {
    if (former.number != number) continue;
    if ((former.action.sa_flags & SA_SIGINFO) != 0) {
      if (former.action.sa_sigaction) former.action.sa_sigaction(number, info, context);
    } else if (former.action.sa_handler != SIG_DFL && former.action.sa_handler != SIG_IGN) {
      former.action.sa_handler(number);
    } else if (!heard && former.action.sa_handler == SIG_DFL) {
      end_process(number);  // a forked child has no context that would shut down: end the process
    }
  }
  if (second) end_process(number);
  errno = saved_errno;
}

/// Called with the mutex held.
const FormerList* keep(State& signals, FormerList list) {
  for (const auto& known : signals.lists) {
    if (*known == list) return known.get();
  }
  signals.lists.push_back(std::make_unique<const FormerList>(std::move(list)));
  return signals.lists.back().get();
}

/// Called with the mutex held. Compares owners: a context that is locked here might be released
/// here.
bool listens(const State& signals, const std::shared_ptr<ContextState>& context) {
  return std::any_of(signals.contexts.begin(), signals.contexts.end(), [&](const auto& entry) {
    return !entry.owner_before(context) && !context.owner_before(entry);
  });
}

/// Called by the thread of the context's transport, which must stay free: callbacks may wait for
/// what needs it, such as a thread that creates endpoints.
void end(const std::shared_ptr<ContextState>& context) {
  context->interrupt();
  const auto shut_down = [context] { context->shutdown("signal handler"); };
  try {
    State& signals = state();
    const std::lock_guard lock(signals.mutex);
    // A context that ends already would not wait for a thread that begins now.
    if (!listens(signals, context)) return;
    signals.endings.push_back({context.get(), {}, {}});
    signals.endings.back().thread = std::thread(shut_down);
  } catch (const std::system_error&) {
    shut_down();  // the system has no more threads: better here than not at all
  }
}

std::vector<int> numbers(SignalHandlerOptions options) {
  switch (options) {
    case SignalHandlerOptions::All:
      return {SIGINT, SIGTERM};
    case SignalHandlerOptions::SigInt:
      return {SIGINT};
    case SignalHandlerOptions::SigTerm:
      return {SIGTERM};
    case SignalHandlerOptions::None:
      break;
  }
  return {};
}

}  // namespace

std::uint64_t begin_to_listen() {
  State& signals = state();
  const std::uint64_t awaited_since = signals.awaited_since.load(std::memory_order_relaxed);
  const std::uint64_t heard = awaited_since == no_one_listens
                                  ? signals.heard.load(std::memory_order_relaxed)
                                  : awaited_since;
  signals.listening_since.store(heard, std::memory_order_relaxed);
  return heard;
}

Awaited::Awaited() {
  state().awaited_since.store(state().heard.load(std::memory_order_relaxed),
                              std::memory_order_relaxed);
}

Awaited::~Awaited() { state().awaited_since.store(no_one_listens, std::memory_order_relaxed); }

void wait_for_end(const ContextState& context) {
  if (!needed.load(std::memory_order_relaxed)) return;
  std::list<Ending> ended;
  {
    State& signals = state();
    const std::lock_guard lock(signals.mutex);
    for (auto at = signals.endings.begin(); at != signals.endings.end();) {
      const auto next = std::next(at);
      const bool own = at->context == &context && !at->fork_mark.crossed();
      if (own) ended.splice(ended.end(), signals.endings, at);
      at = next;
    }
  }
  for (Ending& each : ended) {
    if (!each.thread.joinable()) continue;
    // Do not join: that thread is this one, or waits for this one.
    if (each.thread.get_id() == std::this_thread::get_id() || context.shuts_down_here()) {
      each.thread.detach();
    } else {
      each.thread.join();
    }
  }
}

void watch(const std::shared_ptr<ContextState>& context, std::uint64_t heard_before) {
  State& signals = state();
  std::vector<std::shared_ptr<ContextState>> held;  // may be the last: released after the mutex
  {
    const std::lock_guard lock(signals.mutex);
    // In a forked child, the contexts of the parent are not valid, and the bell is closed.
    if (signals.bell.fd() < 0) signals.bell = open_bell();
    std::erase_if(signals.contexts, [&](const auto& entry) {
      const auto& alive = held.emplace_back(entry.lock());
      return !alive || !alive->is_valid();
    });
    signals.contexts.push_back(context);
  }
  // The bell is never drained, so each ring is an edge. The first look reports former rings as
  // well: these do not end a context that begins now.
  const std::shared_ptr<base::EventLoop> loop = context->transport().loop();
  if (loop == nullptr) throw exceptions::Error("signals cannot be watched for");
  const std::weak_ptr<ContextState> weak = context;
  const auto on_ring = [weak, &signals, heard_before, begun = false](std::uint32_t) mutable {
    if (begun || signals.heard.load(std::memory_order_relaxed) == heard_before) return;
    begun = true;
    if (const auto alive = weak.lock()) end(alive);
  };
  base::Status added = loop->add_fd(signals.bell.fd(), EPOLLIN | EPOLLET, on_ring);
  if (!added) throw exceptions::Error("signals cannot be watched for: " + added.error().text);
}

void forget(const ContextState& context) {
  if (!needed.load(std::memory_order_relaxed)) return;
  State& signals = state();
  std::vector<std::shared_ptr<ContextState>> held;  // may be the last: released after the mutex
  {
    const std::lock_guard lock(signals.mutex);
    std::erase_if(signals.contexts, [&](const auto& entry) {
      const auto& alive = held.emplace_back(entry.lock());
      return !alive || alive.get() == &context;
    });
    if (signals.contexts.empty()) {
      signals.listening_since.store(no_one_listens, std::memory_order_relaxed);
    }
  }
  wait_for_end(context);
}

bool install(SignalHandlerOptions options) {
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  if (signals.options != SignalHandlerOptions::None || options == SignalHandlerOptions::None) {
    return false;
  }
  for_handler.store(&signals, std::memory_order_release);  // [install/handle] installer
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;  // a user's blocking call ends with EINTR, as with rclcpp
  sigemptyset(&action.sa_mask);
  const std::vector<int> wanted = numbers(options);
  FormerList former(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    former[i].number = wanted[i];
    sigaction(wanted[i], nullptr, &former[i].action);
  }
  // [install/handle] installer
  signals.former.store(keep(signals, std::move(former)), std::memory_order_release);
  for (const int number : wanted) sigaction(number, &action, nullptr);
  signals.options = options;
  return true;
}

bool uninstall() {
  if (!needed.load(std::memory_order_relaxed)) return false;
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  if (signals.options == SignalHandlerOptions::None) return false;
  for (const Former& former : *signals.former.load(std::memory_order_relaxed)) {
    sigaction(former.number, &former.action, nullptr);
  }
  signals.options = SignalHandlerOptions::None;
  return true;
}

SignalHandlerOptions installed() {
  if (!needed.load(std::memory_order_relaxed)) return SignalHandlerOptions::None;
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  return signals.options;
}

}  // namespace baton::client::signals
