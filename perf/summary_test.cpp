// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <gtest/gtest.h>

namespace perf {
namespace {

Options one_to_two() {
  Options options;
  options.subscribers = 2;
  options.process_configuration = ProcessConfiguration::inter_process;
  return options;
}

BoardState state_of(const Scoreboard& board, int64_t time_ns) {
  BoardState state;
  state.time_ns = time_ns;
  for (size_t i = 0; i < board.size(); ++i) state.scores.push_back(ScoreState::of(board[i]));
  state.usages.resize(board.size());
  return state;
}

}  // namespace

TEST(Summary, APlanWithSeparateProcessesHasOneForEachEndpoint) {
  const auto plan = plan_processes(one_to_two());
  ASSERT_EQ(plan.size(), 3u);
  EXPECT_EQ(plan[0].name, "publisher 0");
  EXPECT_EQ(plan[2].name, "subscriber 1");
  EXPECT_EQ(score_count(plan), 3u);
}

TEST(Summary, SumsTheEndpointsOfAnInterval) {
  const Options options = one_to_two();
  const auto plan = plan_processes(options);
  Scoreboard board = Scoreboard::create(3);
  board[0].sent.add(10);
  const BoardState before = state_of(board, 1'000'000'000);
  board[0].sent.add(100);
  board[1].received.add(100);
  board[2].received.add(98);
  board[2].lost.add(2);
  board[1].latency.record(5'000);
  board[2].latency.record(7'000);
  board[0].loop.record(3'000);
  BoardState after = state_of(board, 3'000'000'000);
  after.usages[1] = {{500'000'000, 500'000'000}};

  const Summary summary = Summary::of(after.since(before), options, plan);
  EXPECT_DOUBLE_EQ(summary.duration_s, 2);
  EXPECT_EQ(summary.counts.sent, 100u);
  EXPECT_EQ(summary.counts.received, 198u);
  EXPECT_EQ(summary.counts.lost, 2u);
  EXPECT_EQ(summary.data_bytes, 198u * (1024 + 16));
  EXPECT_DOUBLE_EQ(summary.relative_loss(), 0.01);
  EXPECT_DOUBLE_EQ(summary.cpu_percent(), 50);
  EXPECT_EQ(summary.latency.count(), 2u);
  EXPECT_EQ(summary.latency.max_ns(), 7'000);
  EXPECT_EQ(summary.publisher_loop.count(), 1u);
  EXPECT_EQ(summary.subscriber_loop.count(), 0u);
}

TEST(Summary, WhatNeverArrivedIsLostOnceTheRunHasEnded) {
  const auto plan = plan_processes(one_to_two());
  Scoreboard board = Scoreboard::create(3);
  board[0].sent.add(10);
  board[1].progress.add(10);
  board[2].progress.add(7);
  BoardState state = state_of(board, 0);
  EXPECT_FALSE(all_have_arrived(state, plan));
  count_missing_as_lost(state, plan);
  EXPECT_EQ(state.scores[1].counts.lost, 0u);
  EXPECT_EQ(state.scores[2].counts.lost, 3u);
  board[2].progress.add(3);
  EXPECT_TRUE(all_have_arrived(state_of(board, 0), plan));
}

TEST(Summary, WithPublishersElsewhereNothingIsMissing) {
  Options options = one_to_two();
  options.publishers = 0;
  const auto plan = plan_processes(options);
  Scoreboard board = Scoreboard::create(2);
  EXPECT_TRUE(all_have_arrived(state_of(board, 0), plan));
}

TEST(Summary, NothingReceivedIsNoLossAndNoNaN) {
  const Summary empty;
  EXPECT_EQ(empty.relative_loss(), 0);
  EXPECT_EQ(empty.cpu_percent(), 0);
}

TEST(Summary, TheEchoOfARelayInTheSameCommandIsNotCounted) {
  Options options;
  options.roundtrip = Roundtrip::both;
  const auto plan = plan_processes(options);
  Scoreboard board = Scoreboard::create(2);
  board[0].sent.add(5);
  board[0].received.add(5);
  board[1].sent.add(5);
  board[1].received.add(5);
  const Summary summary =
      Summary::of(state_of(board, 1).since(state_of(Scoreboard::create(2), 0)), options, plan);
  EXPECT_EQ(summary.counts.sent, 5u);
  EXPECT_EQ(summary.counts.received, 5u);
}

}  // namespace perf
