// SPDX-License-Identifier: Apache-2.0
// The only place that blocks: a set of things that can become ready, and one thread that waits.
//
// What other processes make ready is polled: they can only ring. A process with many publishers
// notes in a log which of them published; then the log is polled, and not each of them. What this
// process makes ready is posted, and costs nothing while it is idle.
// While something is polled it sleeps in a plain read() of one eventfd (epoll would add a quarter
// to the floor), guarded by the armed epoch of the executor's word; else on a futex, a seventh
// sooner awake. Timers and other descriptors are watched by the participant's thread, which wakes.
// Idle means no wake-ups at all.
// Thread safety: wait() by one thread at a time; everything else from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/cold_path.hpp"
#include "base/event_fd.hpp"
#include "base/event_loop.hpp"
#include "base/fork_guard.hpp"
#include "base/light_lock.hpp"
#include "base/platform.hpp"
#include "base/unique_fd.hpp"
#include "shm/sleep_word.hpp"
#include "transport/port/followed_logs.hpp"
#include "transport/port/waitable.hpp"

namespace baton::transport {

/// What a wait has found ready: the `who` of each, in the order of the scan.
struct Harvest {
  std::vector<std::shared_ptr<void>> found;
  /// If set: an entity that it refuses does not count as ready. Called with the wait set's mutex
  /// held.
  bool (*accept)(void* context, void* who) = nullptr;
  void* context = nullptr;
  /// A wait that slept may end when it is woken, before it has looked at anything: the waiting
  /// thread has a guess.
  bool may_end_unlooked = false;
  bool unlooked = false;                       // it did
  std::vector<std::shared_ptr<void>> refused;  // during a look; released without the mutex
};

/// A word to arm and the eventfd that peers ring; given out by a transport.
struct SleepPlace {
  std::uint32_t index = 0;
  shm::ExecutorWord* word = nullptr;
  base::EventFd* bell = nullptr;
  base::UniqueFd repeat{};        // a timer, where a peer could take a ring
  std::function<void()> close{};  // returns the place
};

/// One that no other process can ring.
base::Result<SleepPlace> private_sleep_place();

inline constexpr std::int64_t wait_forever = -1;

class WaitSet {
 public:
  WaitSet(SleepPlace place, std::shared_ptr<base::EventLoop> loop);
  ~WaitSet();
  WaitSet(const WaitSet&) = delete;
  WaitSet& operator=(const WaitSet&) = delete;

  /// Looked at by every wait. remove() returns when it is not looked at any more.
  void add(Waitable& waitable, std::weak_ptr<void> who = {}, ChangeWord word = {});
  /// From now on `word` tells when a waitable that was added may have become ready. It may be ready
  /// already.
  void watch(Waitable& waitable, ChangeWord word);
  /// Looked at after post(), until it is found not ready. It may be ready already.
  void add_posted(Waitable& waitable, std::weak_ptr<void> who = {});
  void remove(Waitable& waitable);
  /// A waitable that was added with add_posted() may be ready now. May be called with a lock held
  /// that is_ready() does not take. Makes a system call only if the waiting thread sleeps.
  void post(Waitable& waitable) noexcept;

  /// True as soon as something is ready or notify() was called, false after `timeout_ns`.
  /// Polls for `spin_ns` before it sleeps. Fills `harvest`, if there is one, with all that is
  /// ready; with nothing if it ended for notify(), or unlooked.
  bool wait(std::int64_t timeout_ns = wait_forever, std::int64_t spin_ns = 0,
            Harvest* harvest = nullptr);

  /// The short way back to sleep, for a thread that was woken for one waitable and expects to be
  /// woken for it again: armed at once, one look at all, no clock. False: something is ready, which
  /// wait() finds. True: it slept.
  bool sleep_again();
  /// Whether the last look polled anything. If not, wait() sleeps on a futex, which wakes it a
  /// little sooner than sleep_again().
  bool polls() const { return polls_; }

  /// For a thread that sleeps somewhere else, where it also watches bell_fd(). True: from now on
  /// that descriptor becomes readable when something is ready. False: something is ready already.
  /// By the waiting thread; between the two calls it must not wait here.
  bool sleep_outside();
  /// Ends that sleep, whether the descriptor was readable or not.
  void wake_outside() noexcept;
  int bell_fd() const noexcept { return place_.bell->fd(); }

  /// Ends the current wait, or the next one.
  void notify() noexcept;
  /// Makes the waiting thread look again if it sleeps: called after something was made ready.
  void wake() noexcept;

  /// What the next message will touch: the waiting thread fetches it when it wakes. Told by the
  /// subscription that had a message last, which is likely to have the next.
  base::ColdPath& cold_path() { return cold_path_; }

  std::uint32_t executor_index() const { return place_.index; }
  base::EventLoop& loop() { return *loop_; }

 private:
  /// `rung`: this process has woken the waiting thread, which has not noticed yet.
  enum class Sleep : std::uint32_t { none, rung, in_futex, in_bell };
  enum class Woken { found, no, late };

  Woken sleep_once(std::int64_t deadline_ns, Harvest* harvest);
  void watch_ring() noexcept;
  void set_repeat(std::int64_t delay_ns) noexcept;
  void repeat_ring();

  bool any_ready();
  bool is_ready(Polled& polled) const;
  void make_room(const ChangeWord& word);
  void put_in(Waitable& waitable, ChangeWord& word) noexcept;
  void take_out(const Waitable& waitable, FollowedLogs::Left& left) noexcept;
  template <class See>
  void look_at_logs(See see);
  std::vector<Polled>::iterator find_polled(const Waitable& waitable);
  bool look(Harvest* harvest);
  bool scan(Harvest* harvest);
  bool look_at(Waitable& waitable, Harvest* harvest);
  void adopt_posted();
  bool still_posted(Waitable& waitable);

  // What every sleep touches comes first, in few lines. The kernel writes the first word when it
  // wakes the sleeper, so that what shares the line with it is at hand.
  alignas(base::cache_line_bytes) std::uint64_t rings_ = 0;
  // A Sleep. Set by the waiting thread around each one, `rung` by the first wake(). Beside the
  // armed word, which stays odd while callbacks run.
  std::atomic<std::uint32_t> asleep_{0};
  std::atomic<bool> ring_watched_{false};  // the timer that repeats a ring is set, or about to be
  std::atomic<bool> notified_{false};      // written by notify(), consumed by the waiting thread
  bool polls_ = false;           // the waiting thread's: something was polled in the last look
  bool slept_ = false;           // the waiting thread's: nothing was ready when it last waited
  base::LightLock mutex_;        // covers polled_, memories_, logs_ and hot_
  base::LightLock posted_lock_;  // covers posted_; inside mutex_
  base::ColdPath cold_path_;     // it begins in this line, its first addresses are at hand at once
  const base::ForkMark fork_mark_;
  const SleepPlace place_;
  std::int64_t repeat_ns_ = 0;  // the loop's thread: how long it waits for the ring to be noticed
  shm::SleepWord word_;         // the waiting thread's
  std::vector<Polled> polled_;
  FollowedLogs logs_;
  std::vector<Waitable*> hot_;  // posted, and ready when last seen
  std::vector<Waitable*> posted_;
  std::vector<std::shared_ptr<const void>> memories_;  // of the words of polled_, by its index
  const std::shared_ptr<base::EventLoop> loop_;
};

/// Ready once per period. Periods that pass while no thread looks are merged.
class WaitTimer : public Waitable {
 public:
  WaitTimer(WaitSet& wait_set, std::int64_t first_ns_from_now, std::int64_t period_ns);
  ~WaitTimer() override;

  // [timer/wait] waiter
  bool is_ready() const noexcept override { return due_.load(std::memory_order_acquire); }
  /// True if it was due; it is not any more.
  bool consume() noexcept { return due_.exchange(false, std::memory_order_acq_rel); }

 private:
  WaitSet& wait_set_;
  std::atomic<bool> due_{false};  // written by the participant's thread, consumed by the waiter
  base::TimerId timer_;
};

/// Ready when the descriptor is (epoll events as in epoll_ctl). One report until consume().
class WaitDescriptor : public Waitable {
 public:
  /// `fd` stays the caller's and must outlive this.
  static base::Result<std::unique_ptr<WaitDescriptor>> open(WaitSet& wait_set, int fd,
                                                            std::uint32_t events);
  ~WaitDescriptor() override;

  // [descriptor/wait] waiter
  bool is_ready() const noexcept override { return events_.load(std::memory_order_acquire) != 0; }
  /// The events that came, 0 if none. Then the descriptor is watched again.
  std::uint32_t consume();

 private:
  WaitDescriptor(WaitSet& wait_set, int fd, std::uint32_t wanted)
      : wait_set_(wait_set), fd_(fd), wanted_(wanted) {}

  WaitSet& wait_set_;
  const int fd_;
  const std::uint32_t wanted_;
  bool watched_ = false;
  std::atomic<std::uint32_t> events_{0};  // written by the participant's thread, read by the waiter
};

}  // namespace baton::transport
