// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <fastdds/dds/core/condition/GuardCondition.hpp>
#include <fastdds/dds/core/condition/WaitSet.hpp>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "communicators/fast_dds/participant.hpp"

namespace perf {

/// A subscriber of all topics; what both ways of taking messages have in common.
class FastDdsReception : public Reception, protected fdds::DataReaderListener {
 public:
  FastDdsReception(std::shared_ptr<FastDdsParticipant> participant, Direction direction,
                   const fdds::StatusMask& mask, MessageHandler& handler);
  ~FastDdsReception() override;

  void run() override;
  std::vector<MatchedPeer> matches() const override { return participant_->describe(matches_); }
  EndpointCounters counters() const override {
    return {copied_.load(std::memory_order_relaxed), 0, ""};
  }

 protected:
  void take_all(fdds::DataReader& reader);
  bool interrupted() const { return interrupted_.load(std::memory_order_relaxed); }
  void note_interruption() { interrupted_.store(true, std::memory_order_relaxed); }
  const std::vector<fdds::DataReader*>& readers() const { return readers_; }

 private:
  void destroy_readers();
  void on_subscription_matched(fdds::DataReader*,
                               const fdds::SubscriptionMatchedStatus& status) override;
  bool take_copy(fdds::DataReader& reader);
  bool take_loan(fdds::DataReader& reader);
  void hand_over(const std::byte* message);
  bool is_shared(const std::byte* message);

  const std::shared_ptr<FastDdsParticipant> participant_;
  MessageHandler& handler_;
  std::vector<std::byte> message_;                                 // the memory for a copy
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> shared_;  // mappings of writers' histories
  FastDdsMatches matches_;
  std::vector<fdds::DataReader*> readers_;  // one for each topic
  // The receiving thread writes this and the worker's main thread reads it. Relaxed: only a figure.
  std::atomic<uint64_t> copied_{0};
  // interrupt() writes this, and the receiving thread reads it. Relaxed: the thread sees it one
  // look later at most.
  std::atomic<bool> interrupted_{false};
};

/// The subscriber's thread sleeps in a wait set and takes.
class FastDdsWaitSetReception final : public FastDdsReception {
 public:
  FastDdsWaitSetReception(std::shared_ptr<FastDdsParticipant> participant, Direction direction,
                          MessageHandler& handler);
  ~FastDdsWaitSetReception() override;

  void receive(int64_t deadline_ns) override;
  void interrupt() override;

 private:
  fdds::WaitSet wait_set_;
  fdds::GuardCondition interruption_;
  fdds::ConditionSeq active_;
};

/// Threads of Fast DDS take, in the listener.
class FastDdsListenerReception final : public FastDdsReception {
 public:
  FastDdsListenerReception(std::shared_ptr<FastDdsParticipant> participant, Direction direction,
                           MessageHandler& handler);
  ~FastDdsListenerReception() override;

  void receive(int64_t deadline_ns) override;
  void interrupt() override;

 private:
  void on_data_available(fdds::DataReader* reader) override;

  std::mutex mutex_;  // covers what follows, and taking
  std::condition_variable changed_;
  bool taken_ = false;
};

}  // namespace perf
