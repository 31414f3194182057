// SPDX-License-Identifier: Apache-2.0
// The `Log` segment of this process, and the places of its publishers in it.
//
// Owns: the memory, and which places are in use.
// Thread safety: all members, from any thread.
// If the process dies the segment goes with the last peer that maps it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/fork_guard.hpp"
#include "base/sealed_memory.hpp"
#include "shm/layout.hpp"

namespace baton::shm {

class LogSegment {
 public:
  /// `name` shows in /proc/<pid>/fd and /proc/<pid>/maps.
  static base::Result<std::shared_ptr<LogSegment>> create(const std::string& name = "baton-log");

  /// `no_log_place` when all are in use.
  std::uint32_t open_place();
  /// The publisher of that place publishes no more. Its readers may still be there when the place
  /// is used again: then they look in vain.
  void close_place(std::uint32_t place) noexcept;

  Log& log() { return *reinterpret_cast<Log*>(memory_.data()); }
  int read_only_fd() const { return memory_.read_only_fd(); }

 private:
  explicit LogSegment(base::OwnMemory memory) : memory_(std::move(memory)) {}

  const base::ForkMark fork_mark_;
  base::OwnMemory memory_;
  std::mutex mutex_;          // covers what follows
  std::uint32_t places_ = 0;  // ever opened
  std::vector<std::uint32_t> closed_places_;
};

/// The place of one publisher in the log of its process.
class LogPlace {
 public:
  /// Makes the segment if there is none yet. Null if there is no memory for it, or no place left.
  static std::unique_ptr<LogPlace> open(std::shared_ptr<LogSegment>& segment,
                                        const std::string& name = "baton-log");
  ~LogPlace() { segment_->close_place(place_); }
  LogPlace(const LogPlace&) = delete;
  LogPlace& operator=(const LogPlace&) = delete;

  Log& log() const { return segment_->log(); }
  std::uint16_t place() const { return static_cast<std::uint16_t>(place_); }
  int read_only_fd() const { return segment_->read_only_fd(); }

 private:
  LogPlace(std::shared_ptr<LogSegment> segment, std::uint32_t place)
      : segment_(std::move(segment)), place_(place) {}

  const std::shared_ptr<LogSegment> segment_;
  const std::uint32_t place_;
};

}  // namespace baton::shm
