// SPDX-License-Identifier: Apache-2.0
// The `Log` segment of this process, and the places of its publishers in it.
//
// Owns: the memory, once a publisher needs it, and which places are in use.
// Thread safety: all members, from any thread.
// If the process dies the segment goes with the last peer that maps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/fork_guard.hpp"
#include "base/sealed_memory.hpp"
#include "shm/layout.hpp"

namespace baton::shm {

/// More than a node with a few topics has, with those that each node has for itself.
inline constexpr std::size_t publishers_without_log = 16;

class LogSegment {
 public:
  /// Without memory until a place is opened. `name` shows in /proc/<pid>/fd and /proc/<pid>/maps.
  explicit LogSegment(std::string name = "baton-log", std::size_t without = publishers_without_log)
      : name_(std::move(name)), without_(without) {}

  /// One more publisher has a segment: its place. `no_log_place` for the first ones, as for a few
  /// publishers a log costs more than it saves; when there is no memory for a log; and when all
  /// places are in use.
  std::uint32_t enter();
  /// That publisher publishes no more. Its readers may still be there when its place is used again:
  /// then they look in vain.
  void leave(std::uint32_t place) noexcept;

  /// Null before the first place is given.
  Log* log();
  /// After the first place is given.
  int read_only_fd();

 private:
  bool has_memory();
  std::uint32_t next_place();

  const base::ForkMark fork_mark_;
  const std::string name_;
  const std::size_t without_;
  std::mutex mutex_;  // covers what follows
  std::optional<base::OwnMemory> memory_;
  std::size_t publishers_ = 0;  // that have entered and not left
  std::uint32_t places_ = 0;    // ever opened
  std::vector<std::uint32_t> closed_places_;
};

/// The place of one publisher in the log of its process, from its entry to its leave.
class LogPlace {
 public:
  explicit LogPlace(std::shared_ptr<LogSegment> segment)
      : segment_(std::move(segment)), place_(segment_->enter()) {}
  ~LogPlace() { segment_->leave(place_); }
  LogPlace(const LogPlace&) = delete;
  LogPlace& operator=(const LogPlace&) = delete;

  /// False: its publications are noted in no log, and what follows may not be called.
  explicit operator bool() const { return place_ != no_log_place; }
  Log& log() const { return *segment_->log(); }
  std::uint16_t place() const { return static_cast<std::uint16_t>(place_); }
  int read_only_fd() const { return segment_->read_only_fd(); }

 private:
  const std::shared_ptr<LogSegment> segment_;
  const std::uint32_t place_;
};

}  // namespace baton::shm
