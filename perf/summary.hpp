// SPDX-License-Identifier: Apache-2.0
//
// The figures of an interval or of the whole run: differences between two states of the
// scoreboard and of the processes' usage.
#pragma once

#include <cstdint>
#include <vector>

#include "histogram.hpp"
#include "options.hpp"
#include "plan.hpp"
#include "process_usage.hpp"
#include "scoreboard.hpp"

namespace perf {

struct Counts {
  uint64_t sent = 0;
  uint64_t received = 0;
  uint64_t lost = 0;
  uint64_t out_of_order = 0;
  uint64_t duplicate = 0;
  uint64_t corrupt = 0;
  uint64_t no_loan = 0;
  uint64_t late = 0;
  uint64_t heap_allocations = 0;
  uint64_t progress = 0;

  static Counts of(const Score& score);
  Counts since(const Counts& earlier) const;
  void add(const Counts& other);
};

/// The figures of one endpoint.
struct ScoreState {
  Counts counts;
  Histogram latency, loop, loan, publish, all_received;

  static ScoreState of(const Score& score);
  ScoreState since(const ScoreState& earlier) const;
};

/// The state of everything at one moment, or what happened between two moments.
struct BoardState {
  int64_t time_ns = 0;
  std::vector<ScoreState> scores;     ///< one for each place on the scoreboard
  std::vector<ResourceUsage> usages;  ///< one for each process

  BoardState since(const BoardState& earlier) const;
};

/// What a table, a row of CSV or a JSON object shows.
struct Summary {
  double experiment_s = 0;  ///< since the start of the run
  double duration_s = 0;
  Counts counts;
  uint64_t data_bytes = 0;  ///< received
  Histogram latency, publisher_loop, subscriber_loop, loan, publish, all_received;
  ResourceUsage usage;  ///< of all measured processes together

  double relative_loss() const;
  double cpu_percent() const;  ///< in percent of one core

  static Summary of(const BoardState& difference, const Options& options,
                    const std::vector<ProcessPlan>& plan);
};

/// Counts messages of this command's publishers as lost if they have not arrived when nothing is
/// under way any more.
void count_missing_as_lost(BoardState& state, const std::vector<ProcessPlan>& plan);

/// True if nothing that was sent is still under way.
bool all_have_arrived(const BoardState& state, const std::vector<ProcessPlan>& plan);

}  // namespace perf
