// SPDX-License-Identifier: Apache-2.0
#include "communicators/fast_dds/reception.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fastdds/dds/core/LoanableSequence.hpp>
#include <fstream>
#include <limits>
#include <string>

#include "clock.hpp"

namespace perf {
namespace {

using fdds::Duration_t;
using fdds::StatusMask;

// The type of the elements does not matter while messages are lent.
using LentMessages = fdds::LoanableSequence<std::byte>;

Duration_t time_until(int64_t deadline_ns) {
  if (deadline_ns == std::numeric_limits<int64_t>::max()) return fdds::infinite;
  const int64_t left_ns = std::max<int64_t>(0, deadline_ns - now_ns());
  return {static_cast<int32_t>(left_ns / ns_per_s), static_cast<uint32_t>(left_ns % ns_per_s)};
}

/// The ranges where this process has mapped shared histories of writers.
std::vector<std::pair<std::uintptr_t, std::uintptr_t>> shared_histories() {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    if (line.find("fast_datasharing") == std::string::npos) continue;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) == 2) found.emplace_back(begin, end);
  }
  return found;
}

}  // namespace

FastDdsReception::FastDdsReception(std::shared_ptr<FastDdsParticipant> participant,
                                   Direction direction, const fdds::StatusMask& mask,
                                   MessageHandler& handler)
    : participant_(std::move(participant)),
      handler_(handler),
      message_(participant_->plan().loans ? 0 : participant_->plan().type.size_bytes) {
  const FastDdsPlan& plan = participant_->plan();
  try {
    for (size_t topic = 0; topic < plan.topic_count(direction); ++topic) {
      readers_.push_back(participant_->create_reader(plan.topic(direction, topic), *this, mask));
    }
  } catch (...) {
    destroy_readers();  // they call this object
    throw;
  }
}

FastDdsReception::~FastDdsReception() { destroy_readers(); }

void FastDdsReception::destroy_readers() {
  for (fdds::DataReader* reader : readers_) participant_->destroy(reader);
}

void FastDdsReception::run() {
  while (!interrupted()) receive(std::numeric_limits<int64_t>::max());
}

void FastDdsReception::on_subscription_matched(fdds::DataReader*,
                                               const fdds::SubscriptionMatchedStatus& status) {
  matches_.note(status.last_publication_handle, status.current_count_change > 0);
}

void FastDdsReception::take_all(fdds::DataReader& reader) {
  while (participant_->plan().loans ? take_loan(reader) : take_copy(reader)) {
  }
}

bool FastDdsReception::take_copy(fdds::DataReader& reader) {
  fdds::SampleInfo info;
  if (!fdds::is_ok(reader.take_next_sample(message_.data(), &info))) return false;
  if (info.valid_data) hand_over(message_.data());
  return true;
}

bool FastDdsReception::take_loan(fdds::DataReader& reader) {
  LentMessages messages;
  fdds::SampleInfoSeq infos;
  if (!fdds::is_ok(reader.take(messages, infos, 1))) return false;
  const auto* message = static_cast<const std::byte*>(messages.buffer()[0]);
  if (infos[0].valid_data) {
    if (!is_shared(message)) {
      copied_.store(copied_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    hand_over(message);
  }
  reader.return_loan(messages, infos);
  return true;
}

void FastDdsReception::hand_over(const std::byte* message) {
  const int64_t entry_ns = now_ns();
  handler_.on_message(participant_->plan().type.frame_in(message), entry_ns);
}

/// Whether the message lies in a shared history of its writer. Otherwise Fast DDS has copied it.
bool FastDdsReception::is_shared(const std::byte* message) {
  if (participant_->plan().way != FastDdsPlan::Way::data_sharing) return false;
  const auto address = reinterpret_cast<std::uintptr_t>(message);
  const auto is_in_one = [&] {
    return std::any_of(shared_.begin(), shared_.end(), [address](const auto& range) {
      return range.first <= address && address < range.second;
    });
  };
  if (is_in_one()) return true;
  shared_ = shared_histories();
  return is_in_one();
}

FastDdsWaitSetReception::FastDdsWaitSetReception(std::shared_ptr<FastDdsParticipant> participant,
                                                 Direction direction, MessageHandler& handler)
    : FastDdsReception(std::move(participant), direction, StatusMask::subscription_matched(),
                       handler) {
  for (fdds::DataReader* reader : readers()) {
    fdds::StatusCondition& arrival = reader->get_statuscondition();
    arrival.set_enabled_statuses(StatusMask::data_available());
    wait_set_.attach_condition(arrival);
  }
  wait_set_.attach_condition(interruption_);
}

FastDdsWaitSetReception::~FastDdsWaitSetReception() {
  wait_set_.detach_condition(interruption_);
  for (fdds::DataReader* reader : readers()) {
    wait_set_.detach_condition(reader->get_statuscondition());
  }
}

void FastDdsWaitSetReception::receive(int64_t deadline_ns) {
  active_.clear();
  wait_set_.wait(active_, time_until(deadline_ns));
  for (fdds::Condition* condition : active_) {
    if (condition == &interruption_) continue;
    auto* const arrival = static_cast<fdds::StatusCondition*>(condition);
    take_all(static_cast<fdds::DataReader&>(*arrival->get_entity()));
  }
}

void FastDdsWaitSetReception::interrupt() {
  note_interruption();
  interruption_.set_trigger_value(true);
}

FastDdsListenerReception::FastDdsListenerReception(std::shared_ptr<FastDdsParticipant> participant,
                                                   Direction direction, MessageHandler& handler)
    : FastDdsReception(std::move(participant), direction,
                       StatusMask::subscription_matched() << StatusMask::data_available(),
                       handler) {}

FastDdsListenerReception::~FastDdsListenerReception() {
  // Afterwards no call of the listener runs any more.
  for (fdds::DataReader* reader : readers()) reader->set_listener(nullptr);
}

void FastDdsListenerReception::on_data_available(fdds::DataReader* reader) {
  {
    const std::lock_guard lock(mutex_);
    if (interrupted()) return;
    take_all(*reader);
    taken_ = true;
  }
  changed_.notify_one();
}

void FastDdsListenerReception::receive(int64_t deadline_ns) {
  std::unique_lock lock(mutex_);
  const auto done = [this] { return taken_ || interrupted(); };
  if (deadline_ns == std::numeric_limits<int64_t>::max()) {
    changed_.wait(lock, done);
  } else {
    changed_.wait_for(lock, std::chrono::nanoseconds(std::max<int64_t>(0, deadline_ns - now_ns())),
                      done);
  }
  taken_ = false;
}

void FastDdsListenerReception::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    note_interruption();
  }
  changed_.notify_one();
}

}  // namespace perf
