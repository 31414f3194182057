// SPDX-License-Identifier: Apache-2.0
#include "base/event_loop.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.hpp"
#include "base/fork_guard.hpp"
#include "base/longest_wait.hpp"
#include "base/quiet_thread.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

namespace {

/// Each registration has a number that is never used again: an event that epoll reported for a
/// descriptor that has since been removed, closed and opened anew finds no handler.
using SourceId = uint64_t;
constexpr SourceId no_source = 0;
constexpr SourceId bell_source = 1;
constexpr SourceId timer_source = 2;
constexpr SourceId first_free_source = 3;

/// Which loop, if any, the calling thread belongs to.
thread_local const void* loop_of_this_thread = nullptr;

}  // namespace

/// One heap object, so that a forked child can forget all of it: its mutex may be locked and its
/// condition variable waited for by threads that the child does not have.
struct EventLoop::State {
  using FdCallback = std::function<void(uint32_t)>;
  using TimerCallback = std::function<void()>;

  struct Watch {
    int fd = -1;
    std::shared_ptr<FdCallback> callback;
  };
  struct Timer {
    int64_t deadline_ns = 0;
    int64_t period_ns = 0;
    std::shared_ptr<TimerCallback> callback;
  };

  // Set by start() before the thread exists, then constant.
  UniqueFd epoll;
  UniqueFd bell;
  UniqueFd timer_fd;
  std::atomic<bool> started{false};

  std::mutex stop_mutex;  // one stop() joins, others wait for it
  std::thread thread;

  std::mutex mutex;  // everything below
  std::condition_variable callback_ended;
  bool stopping = false;
  SourceId next_source = first_free_source;
  SourceId running = no_source;  // the source whose callback the loop is in
  int running_fd = -1;           // its descriptor; a callback that removed itself still runs
  std::unordered_map<SourceId, Watch> watches;
  std::unordered_map<int, SourceId> source_of_fd;
  std::unordered_map<SourceId, Timer> timers;
  std::set<std::pair<int64_t, SourceId>> deadlines;
  int64_t armed_ns = 0;  // what timer_fd is set to, 0 = nothing
  std::vector<std::function<void()>> posted;

  Status open();
  void run();
  void drain(int fd);
  void wake();
  void dispatch(SourceId source, uint32_t events);
  void run_due_timers();
  void run_posted();
  void arm_timer_fd();
  template <class Function, class... Arguments>
  void call(std::unique_lock<std::mutex>& lock, std::shared_ptr<Function> callback,
            Arguments... arguments);
  template <class Ended>
  void wait_for_callback(std::unique_lock<std::mutex>& lock, Ended ended);
};

Status EventLoop::State::open() {
  epoll.reset(::epoll_create1(EPOLL_CLOEXEC));
  bell.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  timer_fd.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (!epoll || !bell || !timer_fd) return os_error("cannot open the descriptors of an event loop");
  for (const auto& [fd, source] :
       {std::pair{bell.get(), bell_source}, std::pair{timer_fd.get(), timer_source}}) {
    epoll_event event{EPOLLIN, {.u64 = source}};
    if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
      return os_error("cannot set up an event loop");
    }
  }
  return {};
}

void EventLoop::State::run() {
  loop_of_this_thread = this;
  epoll_event events[16];
  for (;;) {
    const int count = ::epoll_wait(epoll.get(), events, std::size(events), -1);
    for (int i = 0; i < count; ++i) {
      const SourceId source = events[i].data.u64;
      if (source == bell_source) {
        drain(bell.get());
        run_posted();
      } else if (source == timer_source) {
        drain(timer_fd.get());
        run_due_timers();
      } else {
        dispatch(source, events[i].events);
      }
    }
    const std::lock_guard lock(mutex);
    if (stopping) return;
  }
}

void EventLoop::State::drain(int fd) {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = ::read(fd, &count, sizeof count);
}

void EventLoop::State::wake() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t size = ::write(bell.get(), &one, sizeof one);
}

/// Runs a callback without the lock, and destroys it before other threads learn that it has ended.
template <class Function, class... Arguments>
void EventLoop::State::call(std::unique_lock<std::mutex>& lock, std::shared_ptr<Function> callback,
                            Arguments... arguments) {
  lock.unlock();
  (*callback)(arguments...);
  callback.reset();
  lock.lock();
  running = no_source;
  running_fd = -1;
  callback_ended.notify_all();
}

template <class Ended>
void EventLoop::State::wait_for_callback(std::unique_lock<std::mutex>& lock, Ended ended) {
  if (loop_of_this_thread != this) callback_ended.wait(lock, ended);
}

void EventLoop::State::dispatch(SourceId source, uint32_t events) {
  std::unique_lock lock(mutex);
  const auto found = watches.find(source);
  if (found == watches.end() || stopping) return;
  running = source;
  running_fd = found->second.fd;
  call(lock, found->second.callback, events);
}

void EventLoop::State::run_due_timers() {
  const int64_t now_ns = monotonic_ns();
  std::unique_lock lock(mutex);
  armed_ns = 0;
  while (!stopping && !deadlines.empty() && deadlines.begin()->first <= now_ns) {
    const SourceId source = deadlines.begin()->second;
    deadlines.erase(deadlines.begin());
    Timer& timer = timers.at(source);
    std::shared_ptr<TimerCallback> callback = timer.callback;
    if (timer.period_ns > 0) {
      const int64_t late_periods = (now_ns - timer.deadline_ns) / timer.period_ns;
      timer.deadline_ns += (late_periods + 1) * timer.period_ns;
      deadlines.emplace(timer.deadline_ns, source);
    } else {
      timers.erase(source);
    }
    running = source;
    call(lock, std::move(callback));
  }
  arm_timer_fd();
}

void EventLoop::State::run_posted() {
  std::vector<std::function<void()>> work;
  {
    const std::lock_guard lock(mutex);
    work.swap(posted);
  }
  for (std::function<void()>& item : work) {
    {
      const std::lock_guard lock(mutex);
      if (stopping) return;
    }
    item();
    item = nullptr;
  }
}

/// Sets timer_fd to the first deadline; needs the lock.
void EventLoop::State::arm_timer_fd() {
  const int64_t first_ns = deadlines.empty() ? 0 : std::max<int64_t>(1, deadlines.begin()->first);
  if (first_ns == armed_ns) return;
  armed_ns = first_ns;
  itimerspec setting{};
  setting.it_value = {first_ns / 1'000'000'000, first_ns % 1'000'000'000};
  const int result = ::timerfd_settime(timer_fd.get(), TFD_TIMER_ABSTIME, &setting, nullptr);
  BATON_ASSERT(result == 0, errno, first_ns);
}

EventLoop::EventLoop() : state_(std::make_unique<State>()), generation_(fork_generation()) {}

EventLoop::~EventLoop() {
  stop();
  if (generation_ != fork_generation()) (void)state_.release();
}

bool EventLoop::usable() const noexcept {
  // Acquire: the descriptors that start() opened are seen with the flag.
  return generation_ == fork_generation() && state_->started.load(std::memory_order_acquire);
}

Status EventLoop::start(const std::string& name) {
  BATON_ASSERT(generation_ == fork_generation());
  BATON_ASSERT(!state_->started.load(std::memory_order_relaxed));
  if (Status opened = state_->open(); !opened) return opened;

  Status started =
      start_quiet_thread(state_->thread, name, [state = state_.get()] { state->run(); });
  if (started) state_->started.store(true, std::memory_order_release);
  return started;
}

void EventLoop::stop() {
  if (!usable()) return;
  BATON_ASSERT(!in_loop_thread());
  State& state = *state_;
  {
    const std::lock_guard lock(state.mutex);
    state.stopping = true;
  }
  state.wake();
  {
    const std::lock_guard lock(state.stop_mutex);
    if (state.thread.joinable()) state.thread.join();
  }

  // Destroyed without the lock: what a callback captured may call back into this object when it is
  // destroyed.
  decltype(state.watches) watches;
  decltype(state.timers) timers;
  decltype(state.posted) posted;
  const std::lock_guard lock(state.mutex);
  watches.swap(state.watches);
  timers.swap(state.timers);
  posted.swap(state.posted);
  state.source_of_fd.clear();
  state.deadlines.clear();
}

Status EventLoop::add_fd(int fd, uint32_t epoll_events, std::function<void(uint32_t)> callback) {
  const Error not_running{ESHUTDOWN, "the event loop is not running"};
  if (!usable()) return not_running;
  const std::lock_guard lock(state_->mutex);
  if (state_->stopping) return not_running;
  const SourceId source = state_->next_source++;
  epoll_event event{epoll_events, {.u64 = source}};
  if (::epoll_ctl(state_->epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    return os_error(fmt::format("cannot wait for descriptor {}", fd));
  }
  // The loop's thread may have the first event already; it waits for the lock.
  state_->watches[source] = {fd, std::make_shared<State::FdCallback>(std::move(callback))};
  state_->source_of_fd[fd] = source;
  return {};
}

Status EventLoop::modify_fd(int fd, uint32_t epoll_events) {
  if (!usable()) return Error{ESHUTDOWN, "the event loop is not running"};
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->source_of_fd.find(fd);
  if (found == state_->source_of_fd.end()) {
    return Error{ENOENT, fmt::format("descriptor {} is not waited for", fd)};
  }
  epoll_event event{epoll_events, {.u64 = found->second}};
  if (::epoll_ctl(state_->epoll.get(), EPOLL_CTL_MOD, fd, &event) != 0) {
    return os_error(fmt::format("cannot wait for descriptor {}", fd));
  }
  return {};
}

void EventLoop::remove_fd(int fd) {
  if (!usable()) return;
  State::Watch removed;  // goes after the lock does
  std::unique_lock lock(state_->mutex);
  if (const auto found = state_->source_of_fd.find(fd); found != state_->source_of_fd.end()) {
    const auto watch = state_->watches.find(found->second);
    removed = std::move(watch->second);
    state_->watches.erase(watch);
    state_->source_of_fd.erase(found);
    ::epoll_ctl(state_->epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
  }
  state_->wait_for_callback(lock, [&] { return state_->running_fd != fd; });
}

TimerId EventLoop::add_timer(int64_t first_ns_from_now, int64_t period_ns,
                             std::function<void()> callback) {
  if (!usable()) return TimerId{no_source};
  const int64_t deadline_ns =
      monotonic_ns() + std::clamp<int64_t>(first_ns_from_now, 0, longest_wait_ns);
  const std::lock_guard lock(state_->mutex);
  if (state_->stopping) return TimerId{no_source};
  const SourceId source = state_->next_source++;
  state_->timers[source] = {deadline_ns, period_ns,
                            std::make_shared<State::TimerCallback>(std::move(callback))};
  state_->deadlines.emplace(deadline_ns, source);
  state_->arm_timer_fd();
  return TimerId{source};
}

void EventLoop::cancel_timer(TimerId timer) {
  if (!usable()) return;
  const SourceId source = static_cast<SourceId>(timer);
  State::Timer removed;  // goes after the lock does
  std::unique_lock lock(state_->mutex);
  if (const auto found = state_->timers.find(source); found != state_->timers.end()) {
    removed = std::move(found->second);
    state_->deadlines.erase({removed.deadline_ns, source});
    state_->timers.erase(found);
    state_->arm_timer_fd();
  }
  state_->wait_for_callback(lock, [&] { return state_->running != source || source == no_source; });
}

void EventLoop::post(std::function<void()> work) {
  if (!usable()) return;
  const std::lock_guard lock(state_->mutex);
  if (state_->stopping) return;
  state_->posted.push_back(std::move(work));
  if (state_->posted.size() == 1) state_->wake();
}

bool EventLoop::in_loop_thread() const noexcept {
  return usable() && loop_of_this_thread == state_.get();
}

}  // namespace baton::base
