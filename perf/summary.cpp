// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <algorithm>

namespace perf {
namespace {

constexpr uint64_t Counts::*all_counts[] = {
    &Counts::sent,         &Counts::received,  &Counts::lost,
    &Counts::out_of_order, &Counts::duplicate, &Counts::corrupt,
    &Counts::no_loan,      &Counts::late,      &Counts::heap_allocations,
    &Counts::progress};

template <class Visit>
void for_each_endpoint(const std::vector<ProcessPlan>& plan, Visit visit) {
  for (const ProcessPlan& process : plan) {
    for (const EndpointPlan& endpoint : process.endpoints) visit(endpoint);
  }
}

uint64_t sent_by_this_command(const BoardState& state, const std::vector<ProcessPlan>& plan) {
  uint64_t sent = 0;
  for_each_endpoint(plan, [&](const EndpointPlan& endpoint) {
    if (publishes(endpoint.role)) sent += state.scores[endpoint.score].counts.sent;
  });
  return sent;
}

// The messages that were sent and not received yet; 0 when they come from another command.
uint64_t missing(const BoardState& state, const std::vector<ProcessPlan>& plan,
                 const EndpointPlan& endpoint) {
  if (!receives(endpoint.role)) return 0;
  const uint64_t sent = sent_by_this_command(state, plan);
  return sent - std::min(sent, state.scores[endpoint.score].counts.progress);
}

}  // namespace

Counts Counts::of(const Score& score) {
  return {score.sent.value(),         score.received.value(),  score.lost.value(),
          score.out_of_order.value(), score.duplicate.value(), score.corrupt.value(),
          score.no_loan.value(),      score.late.value(),      score.heap_allocations.value(),
          score.progress.value()};
}

Counts Counts::since(const Counts& earlier) const {
  Counts difference;
  for (auto count : all_counts) {
    // A late message makes an earlier count of lost ones smaller, so do not go below zero.
    difference.*count = this->*count - std::min(this->*count, earlier.*count);
  }
  return difference;
}

void Counts::add(const Counts& other) {
  for (auto count : all_counts) this->*count += other.*count;
}

ScoreState ScoreState::of(const Score& score) {
  return {Counts::of(score),     score.latency.snapshot(), score.loop.snapshot(),
          score.loan.snapshot(), score.publish.snapshot(), score.all_received.snapshot()};
}

ScoreState ScoreState::since(const ScoreState& earlier) const {
  return {counts.since(earlier.counts),   latency.since(earlier.latency),
          loop.since(earlier.loop),       loan.since(earlier.loan),
          publish.since(earlier.publish), all_received.since(earlier.all_received)};
}

BoardState BoardState::since(const BoardState& earlier) const {
  BoardState difference;
  difference.time_ns = time_ns - earlier.time_ns;
  for (size_t i = 0; i < scores.size(); ++i) {
    difference.scores.push_back(scores[i].since(earlier.scores[i]));
  }
  for (size_t i = 0; i < usages.size(); ++i) {
    difference.usages.push_back(usages[i].since(earlier.usages[i]));
  }
  return difference;
}

Summary Summary::of(const BoardState& difference, const Options& options,
                    const std::vector<ProcessPlan>& plan) {
  Summary summary;
  summary.duration_s = static_cast<double>(difference.time_ns) / 1e9;
  for_each_endpoint(plan, [&](const EndpointPlan& endpoint) {
    const ScoreState& score = difference.scores[endpoint.score];
    // Both ends of a round trip in one command: the relay's echo is part of the way.
    if (endpoint.role != Role::relay || options.roundtrip == Roundtrip::relay) {
      summary.counts.add(score.counts);
    }
    summary.latency.merge(score.latency);
    summary.loan.merge(score.loan);
    summary.publish.merge(score.publish);
    summary.all_received.merge(score.all_received);
    (publishes(endpoint.role) ? summary.publisher_loop : summary.subscriber_loop).merge(score.loop);
  });
  summary.data_bytes = summary.counts.received * options.message_type().size_bytes;
  for (const ResourceUsage& usage : difference.usages) summary.usage.add(usage);
  return summary;
}

double Summary::relative_loss() const {
  const uint64_t due = counts.received + counts.lost;
  return due == 0 ? 0 : static_cast<double>(counts.lost) / static_cast<double>(due);
}

double Summary::cpu_percent() const {
  return duration_s == 0 ? 0 : static_cast<double>(usage.cpu_ns()) / (duration_s * 1e9) * 100;
}

void count_missing_as_lost(BoardState& state, const std::vector<ProcessPlan>& plan) {
  for_each_endpoint(plan, [&](const EndpointPlan& endpoint) {
    state.scores[endpoint.score].counts.lost += missing(state, plan, endpoint);
  });
}

bool all_have_arrived(const BoardState& state, const std::vector<ProcessPlan>& plan) {
  bool all = true;
  for_each_endpoint(plan, [&](const EndpointPlan& endpoint) {
    all = all && missing(state, plan, endpoint) == 0;
  });
  return all;
}

}  // namespace perf
