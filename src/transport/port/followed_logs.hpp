// SPDX-License-Identifier: Apache-2.0
// The waitables of a wait set that wait for publishers of a process with a log: a look asks those
// whose publishers have published since the last look.
//
// Thread safety: none; the wait set's mutex covers it. A look allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "shm/publication_log.hpp"
#include "transport/port/waitable.hpp"

namespace baton::transport {

/// The log of one process, and which waitable waits for which place in it.
class FollowedLog {
 public:
  /// With fewer waitables the log is left alone, and each head is looked at: the log tells of all
  /// publishers of the process.
  static constexpr std::size_t few = 16;

  explicit FollowedLog(std::shared_ptr<const shm::Log> log) : log_(std::move(log)) {}

  const std::shared_ptr<const shm::Log>& log() const { return log_; }
  bool empty() const { return followers_.empty(); }
  bool has(const Waitable& waitable) const { return find(waitable) != followers_.size(); }

  /// For one more. Throws std::bad_alloc.
  void make_room();
  /// There is room. The next look asks it.
  void add(Waitable& waitable, ChangeWord& word) noexcept;
  /// False if it is not there. Its memory goes to `memory`.
  bool remove(const Waitable& waitable, std::shared_ptr<const void>& memory) noexcept;

  /// Calls `see(waitable)` for each that is ready.
  template <class See>
  [[gnu::hot]] void look(See see) {
    if (!read()) note_all();
    std::size_t kept = 0;
    for (const std::uint32_t index : noted_) {
      Follower& follower = followers_[index];
      if (follower.polled.is_ready()) {
        noted_[kept++] = index;
        see(*follower.polled.waitable);
      } else {
        follower.noted = false;
      }
    }
    noted_.resize(kept);
  }

 private:
  struct Follower {
    Polled polled;
    std::uint16_t place;
    bool noted;                          // its index is in noted_
    std::shared_ptr<const void> memory;  // of its word
  };

  bool read();
  void note(std::size_t index);
  void note_all();
  std::size_t find(const Waitable& waitable) const;

  std::shared_ptr<const shm::Log> log_;
  std::uint64_t seen_ = 0;            // of its count
  std::vector<Follower> followers_;   // in the order of their places
  std::vector<std::uint32_t> noted_;  // indices: noted in the log, or ready when last seen
};

class FollowedLogs {
 public:
  /// What is to be released without the wait set's mutex, as foreign code may run.
  struct Left {
    std::shared_ptr<const void> memory{};
    std::shared_ptr<const shm::Log> log{};
  };

  bool empty() const { return logs_.empty(); }
  bool has(const Waitable& waitable) const;

  /// For one more that waits for this log. Throws std::bad_alloc.
  void make_room(const std::shared_ptr<const shm::Log>& log);
  /// There is room.
  void add(Waitable& waitable, ChangeWord& word) noexcept;
  /// Does nothing if it is not there.
  void remove(const Waitable& waitable, Left& left) noexcept;
  /// Lets go of a log that none waits for any more.
  void prune(Left& left) noexcept;

  template <class See>
  [[gnu::hot]] void look(See see) {
    for (FollowedLog& each : logs_) each.look(see);
  }

 private:
  std::vector<FollowedLog> logs_;
};

}  // namespace baton::transport
