// SPDX-License-Identifier: Apache-2.0
// A subscription over shared memory: the rings of all its publishers, read one sample from each in
// turn.
//
// Thread safety: one private mutex; the participant's thread adds and removes readers under it.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "base/light_lock.hpp"
#include "shm/endpoint.hpp"
#include "transport/shm_reader.hpp"
#include "transport/transport.hpp"

namespace baton::transport {

/// What others are told of an endpoint; its id is given later.
shm::Endpoint to_endpoint(const EndpointSpec& spec);

class ShmSubscription : public SubscriptionPort {
 public:
  /// `on_violation` is called, with no lock held, for a reader whose publisher contradicted itself.
  using OnViolation = std::function<void(const MatchInfo&)>;

  ShmSubscription(const SubscriptionSpec& spec, OnViolation on_violation);
  ~ShmSubscription() override;

  bool take(Sample& sample) override;
  void attach(std::shared_ptr<WaitSet> wait_set) override;
  bool is_ready() const noexcept override;
  std::size_t match_count() const override;
  std::vector<MatchInfo> matches() const override;
  SubscriptionCounters counters() const override;

  // ---- the participant's thread ----
  const shm::Endpoint& endpoint() const { return endpoint_; }
  const msg::TypeSupport* type() const { return type_; }
  void set_id(std::uint64_t id) { endpoint_.id = id; }
  shm::ReaderLimits limits(bool may_pin) const;
  void add_reader(std::shared_ptr<ShmReader> reader, std::uint64_t start);
  /// The publisher has left: its last messages are still delivered.
  void finish_reader(const ShmReader& reader);
  /// The publisher is not to be trusted: nothing more is read.
  void drop_reader(const ShmReader& reader);
  void count_rejected();
  /// Lets go of all readers.
  void clear();
  /// Called once when the port is destroyed, before its members go.
  void on_destroy(std::function<void()> callback) { on_destroy_ = std::move(callback); }

 private:
  void remove(std::size_t index);
  /// False: the publisher contradicted itself; nothing is held then.
  bool accept(const std::shared_ptr<ShmReader>& reader, shm::Taken& taken, Sample& sample);
  bool decode(ShmReader& reader, const shm::Taken& taken, Sample& sample);
  bool is_valid(const shm::Taken& taken, bool from_other_user) const;
  void deliver(const std::shared_ptr<ShmReader>& reader, shm::Taken& taken, Sample& sample);

  const base::ForkMark fork_mark_;
  shm::Endpoint endpoint_;
  const msg::TypeSupport* const type_;
  const std::size_t pin_quota_;
  const OnViolation on_violation_;
  std::function<void()> on_destroy_;
  std::mutex attach_mutex_;   // one attach() at a time; taken before mutex_
  mutable base::LightLock mutex_;  // covers what follows
  std::vector<std::shared_ptr<ShmReader>> readers_;
  std::size_t next_ = 0;  // whose turn it is
  std::shared_ptr<WaitSet> wait_set_;
  SubscriptionCounters past_;  // of readers that are gone
};

}  // namespace baton::transport
