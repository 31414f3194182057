// SPDX-License-Identifier: Apache-2.0
#include "client/context/signals.hpp"

#include <signal.h>
#include <sys/epoll.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <vector>

#include <baton/exceptions.hpp>

#include "base/event_fd.hpp"
#include "client/context/context_state.hpp"

namespace baton::client::signals {
namespace {

struct Former {
  int number;
  struct sigaction action;
};

struct State {
  std::mutex mutex;  // covers all but the bell
  SignalHandlerOptions options = SignalHandlerOptions::None;
  std::vector<Former> former;
  std::vector<std::weak_ptr<ContextState>> contexts;
  base::EventFd bell;  // rung by the handler, watched by transports' threads; not in a forked child
};

base::EventFd open_bell() {
  auto bell = base::EventFd::create();
  if (!bell) throw exceptions::Error("signal handlers: " + bell.error().text);
  return std::move(*bell);
}

std::atomic<bool> needed{false};  // somebody has asked for the state: it is there, or soon

// Never destroyed: a signal may come while the process ends.
State& state() {
  needed.store(true);
  static State* const made = [] {
    auto* state = new State;
    state->bell = open_bell();
    return state;
  }();
  return *made;
}

State* for_handler = nullptr;  // written before a handler is installed

void handle(int number, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  const bool heard = for_handler->bell.fd() >= 0;
  if (heard) for_handler->bell.ring();
  // A handler that was there before us is called as well.
  for (const Former& former : for_handler->former) {
    if (former.number != number) continue;
    if ((former.action.sa_flags & SA_SIGINFO) != 0) {
      if (former.action.sa_sigaction) former.action.sa_sigaction(number, info, context);
    } else if (former.action.sa_handler != SIG_DFL && former.action.sa_handler != SIG_IGN) {
      former.action.sa_handler(number);
    } else if (!heard && former.action.sa_handler == SIG_DFL) {
      // A child without a context of its own: nothing but this would end it.
      ::signal(number, SIG_DFL);
      ::raise(number);  // comes when the handler has returned
    }
  }
  errno = saved_errno;
}

std::vector<int> numbers(SignalHandlerOptions options) {
  switch (options) {
    case SignalHandlerOptions::All: return {SIGINT, SIGTERM};
    case SignalHandlerOptions::SigInt: return {SIGINT};
    case SignalHandlerOptions::SigTerm: return {SIGTERM};
    case SignalHandlerOptions::None: break;
  }
  return {};
}

}  // namespace

void watch(const std::shared_ptr<ContextState>& context) {
  State& signals = state();
  {
    const std::lock_guard lock(signals.mutex);
    // Those of a parent process are not valid either, and its bell is gone with them.
    if (signals.bell.fd() < 0) signals.bell = open_bell();
    std::erase_if(signals.contexts, [](const auto& entry) {
      const auto alive = entry.lock();
      return !alive || !alive->is_valid();
    });
    // What rang when nobody was there to hear does not end those who come now.
    if (signals.contexts.empty()) signals.bell.drain();
    signals.contexts.push_back(context);
  }
  base::EventLoop* loop = context->transport().loop();
  if (loop == nullptr) throw exceptions::Error("signals cannot be watched for");
  const std::weak_ptr<ContextState> weak = context;
  base::Status added = loop->add_fd(signals.bell.fd(), EPOLLIN | EPOLLONESHOT, [weak](std::uint32_t) {
    if (const auto alive = weak.lock()) alive->shutdown("signal handler");
  });
  if (!added) throw exceptions::Error("signals cannot be watched for: " + added.error().text);
}

void forget(const ContextState& context) {
  if (!needed.load()) return;
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  std::erase_if(signals.contexts, [&](const auto& entry) {
    const auto alive = entry.lock();
    return !alive || alive.get() == &context;
  });
}

bool install(SignalHandlerOptions options) {
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  if (signals.options != SignalHandlerOptions::None || options == SignalHandlerOptions::None) {
    return false;
  }
  for_handler = &signals;
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  const std::vector<int> wanted = numbers(options);
  // The handler reads the list, so it is complete before the first one is there.
  for (const int number : wanted) {
    Former former{number, {}};
    sigaction(number, nullptr, &former.action);
    signals.former.push_back(former);
  }
  for (const int number : wanted) sigaction(number, &action, nullptr);
  signals.options = options;
  return true;
}

bool uninstall() {
  if (!needed.load()) return false;
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  if (signals.options == SignalHandlerOptions::None) return false;
  for (const Former& former : signals.former) sigaction(former.number, &former.action, nullptr);
  signals.former.clear();
  signals.options = SignalHandlerOptions::None;
  return true;
}

SignalHandlerOptions installed() {
  if (!needed.load()) return SignalHandlerOptions::None;
  State& signals = state();
  const std::lock_guard lock(signals.mutex);
  return signals.options;
}

}  // namespace baton::client::signals
