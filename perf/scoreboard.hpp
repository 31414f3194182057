// SPDX-License-Identifier: Apache-2.0
//
// The figures of all endpoints in one piece of shared memory. The supervisor makes it, each
// endpoint's thread writes its own score, and the supervisor reads all of them once a second: no
// worker is woken, interrupted or made to allocate for a report, and what a worker has recorded
// survives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "all_received.hpp"
#include "recorder.hpp"

namespace perf {

struct Score {
  Counter sent;
  Counter received;
  Counter lost;
  Counter out_of_order;
  Counter duplicate;
  Counter corrupt;
  Counter no_loan;           ///< no chunk was free, or the publication was refused
  Counter late;              ///< deadlines that the publisher let pass
  Counter heap_allocations;  ///< on the data path, with --check-memory
  Counter progress;          ///< how far the highest numbers seen have grown, over all publishers

  alignas(4096) Recorder latency;
  alignas(4096) Recorder loop;
  alignas(4096) Recorder loan;
  alignas(4096) Recorder publish;
  alignas(4096) Recorder all_received;  ///< with --one-in-flight: from the turn's begin
};

class Scoreboard {
 public:
  static constexpr const char* memory_name = "perf_test_scoreboard";

  /// Throws std::system_error. `prefault` makes the pages of one score present, so that no first
  /// use of a bucket falls into a measurement.
  static Scoreboard create(size_t score_count);
  static Scoreboard open(int fd, size_t score_count);

  Scoreboard(Scoreboard&&) noexcept;
  Scoreboard& operator=(Scoreboard&&) = delete;
  ~Scoreboard();

  Score& operator[](size_t index) { return scores_[index]; }
  const Score& operator[](size_t index) const { return scores_[index]; }
  AllReceived& all_received() { return *all_received_; }
  void prefault(size_t index);
  int fd() const { return fd_; }
  size_t size() const { return scores_.size(); }

 private:
  Scoreboard(int fd, size_t score_count);

  int fd_;
  std::span<Score> scores_;
  AllReceived* all_received_ = nullptr;  // behind the scores, in the same piece
};

}  // namespace perf
