// SPDX-License-Identifier: Apache-2.0
#include "base/fork_guard.hpp"

#include <pthread.h>
#include <unistd.h>

#include <mutex>
#include <vector>

#include "base/assert.hpp"

namespace baton::base {

namespace {

/// A bit for each descriptor number. Never destroyed: static objects may own descriptors.
class TrackedFds {
 public:
  static TrackedFds& instance() {
    static TrackedFds& table = *new TrackedFds;
    return table;
  }

  void add(int fd) {
    const std::lock_guard lock(mutex_);
    const size_t word = index(fd);
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= bit(fd);
  }

  void remove(int fd) {
    const std::lock_guard lock(mutex_);
    clear(fd);
  }

  void close(int fd) {
    const std::lock_guard lock(mutex_);
    clear(fd);
    ::close(fd);
  }

 private:
  TrackedFds() {
    const int error =
        ::pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                         [] { instance().start_child(); });
    BATON_ASSERT(error == 0, error);
  }

  static size_t index(int fd) { return static_cast<size_t>(fd) / 64; }
  static uint64_t bit(int fd) { return uint64_t{1} << (fd % 64); }

  void clear(int fd) {
    if (index(fd) < words_.size()) words_[index(fd)] &= ~bit(fd);
  }

  /// Runs in the child with the mutex held by its only thread. Allocates nothing.
  void start_child() {
    for (size_t word = 0; word < words_.size(); ++word) {
      for (; words_[word] != 0; words_[word] &= words_[word] - 1) {
        ::close(static_cast<int>(word * 64) + __builtin_ctzll(words_[word]));
      }
    }
    detail::fork_generation_word.fetch_add(1, std::memory_order_relaxed);
    mutex_.unlock();
  }

  std::mutex mutex_;  // held across fork(), so that a child sees whole steps only
  std::vector<uint64_t> words_;
};

// Before main, so that fork_generation() also counts forks that come before the first descriptor.
[[maybe_unused]] const TrackedFds& installed = TrackedFds::instance();

}  // namespace

void track_fd(int fd) { TrackedFds::instance().add(fd); }
void untrack_fd(int fd) { TrackedFds::instance().remove(fd); }
void close_tracked_fd(int fd) { TrackedFds::instance().close(fd); }

}  // namespace baton::base
