// SPDX-License-Identifier: Apache-2.0
// A subscription over shared memory: the rings of all its publishers, read one sample from each in
// turn. The subscription is in its wait set only while it has publishers: without them it costs an
// executor nothing.
//
// Thread safety: one private mutex; the participant's thread adds and removes readers under it.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "base/light_lock.hpp"
#include "match/endpoint_facts.hpp"
#include "shm/registry.hpp"
#include "transport/port/transport.hpp"
#include "transport/shared_memory/data/shm_reader.hpp"

namespace baton::transport {

class ShmSubscription : public SubscriptionPort {
 public:
  /// `on_violation` is called, with no lock held, for a reader whose publisher contradicted itself.
  using OnViolation = std::function<void(const MatchInfo&)>;

  ShmSubscription(const SubscriptionSpec& spec, OnViolation on_violation);
  ~ShmSubscription() override;

  bool take(Sample& sample) override;
  void attach(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who = {}) override;
  bool attach_instead_of(const WaitSet* former, std::shared_ptr<WaitSet> wait_set,
                         std::weak_ptr<void> who = {}) override;
  bool is_ready() const noexcept override;
  std::size_t match_count() const override {
    return match_count_.load(std::memory_order_relaxed);  // a figure; nothing is ordered by it
  }
  std::vector<MatchInfo> matches() const override;
  SubscriptionCounters counters() const override;
  Arrivals arrivals() const override;

  // ---- the participant's thread ----
  const match::EndpointFacts& endpoint() const { return endpoint_; }
  const msg::TypeSupport* type() const { return type_; }
  bool in_process() const { return in_process_; }
  const EndpointCallback& on_event() const { return on_event_; }
  bool watches_liveliness() const { return watches_liveliness_; }
  /// endpoint() as a line of the registry file. The id has to be set.
  const std::string& registry_line() {
    if (registry_line_.empty()) registry_line_ = shm::subscription_line(endpoint_);
    return registry_line_;
  }
  void set_id(std::uint64_t id) { endpoint_.id = id; }
  shm::ReaderLimits limits(bool may_pin) const;
  bool reads_in_place() const { return reads_in_place_; }
  /// Whether messages may be given away in private views.
  bool makes_private() const { return makes_private_; }
  /// The reader begins behind `start`. If `earlier` is still read, the new reader replaces it in
  /// one step and begins where it stopped: each take() finds one of the two.
  void add_reader(std::shared_ptr<ShmReader> reader, std::uint64_t start,
                  const ShmReader* earlier = nullptr);
  /// The publisher has left: its last messages are still delivered.
  void finish_reader(const ShmReader& reader);
  /// Reads nothing more through the reader. Held samples stay. Returns what was read last; empty if
  /// this is no reader of the subscription any more.
  std::optional<std::uint64_t> drop_reader(const ShmReader& reader);
  void count_rejected();
  /// Releases all readers.
  void clear();
  /// Called once when the port is destroyed, before its members go.
  void on_destroy(std::function<void()> callback) { on_destroy_ = std::move(callback); }

 private:
  struct TakeNews;

  void change_wait_set(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who);

  void remove(std::size_t index);
  void retire(const std::shared_ptr<ShmReader>& reader);
  void share_quota(ShmReader& reader);
  void count_matches();
  std::vector<std::shared_ptr<ShmReader>>::iterator find(const ShmReader& reader);
  void leave_wait_set();
  /// Enters the wait set if there are readers, and leaves it otherwise. Called without mutex_.
  void follow_readers();
  shm::TakeResult take_from(ShmReader& reader, shm::Taken& taken, Sample& sample);
  bool remove_finished(shm::TakeResult result, TakeNews& news);
  void tell(const TakeNews& news, std::uint64_t missed);
  void expect_next(const ShmReader& reader);
  void expect_reader(const ShmReader& reader);
  /// `violation`: the publisher contradicted itself; nothing is held then.
  shm::TakeResult accept(ShmReader& reader, shm::Taken& taken, Sample& sample);
  shm::TakeResult decode(ShmReader& reader, const shm::Taken& taken, Sample& sample);
  bool is_valid(const shm::Taken& taken, bool from_other_user) const;
  bool deliver(ShmReader& reader, shm::Taken& taken, Sample& sample);

  // What every message touches lies together, because each cache line is cold when a message comes.
  const base::ForkMark fork_mark_;
  mutable base::LightLock mutex_;  // covers what is not constant here, and past_
  std::vector<std::shared_ptr<ShmReader>> readers_;
  std::size_t next_ = 0;  // the reader whose turn it is
  const msg::TypeSupport* const type_;
  const bool is_typed_;   // messages have a generated type
  const bool validates_;  // messages of every publisher are validated if they have containers
  std::shared_ptr<WaitSet> wait_set_;

  match::EndpointFacts endpoint_;
  std::string registry_line_;
  const std::size_t pin_quota_;
  const bool reads_in_place_;
  const bool makes_private_;
  const bool in_process_;
  const bool watches_liveliness_;
  const OnViolation on_violation_;
  const EndpointCallback on_event_;
  std::function<void()> on_destroy_;
  std::mutex attach_mutex_;                  // in which wait set it is; taken before mutex_
  std::weak_ptr<void> who_;                  // under attach_mutex_: what the wait set finds ready
  std::shared_ptr<WaitSet> entered_;         // under attach_mutex_: the wait set that it is in
  std::atomic<std::size_t> match_count_{0};  // written under mutex_
  SubscriptionCounters past_;                // sums of readers that are gone
  std::vector<std::weak_ptr<ShmReader>> let_go_;  // readers of which samples are held; under mutex_
};

}  // namespace baton::transport
