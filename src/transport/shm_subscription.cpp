// SPDX-License-Identifier: Apache-2.0
#include "transport/shm_subscription.hpp"

#include <algorithm>
#include <utility>

#include <baton/msg/cdr.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/type_hash.hpp>

#include "base/quick_clock.hpp"

namespace baton::transport {
namespace {

/// Owns a message that was copied to the heap.
class CopiedSample : public SampleOwner {
 public:
  explicit CopiedSample(std::unique_ptr<std::byte[]> bytes) : bytes_(std::move(bytes)) {}
  void release(std::uint64_t) noexcept override {}  // goes with its last reference

 private:
  const std::unique_ptr<std::byte[]> bytes_;
};

/// Owns a message that travelled as CDR.
class DecodedSample : public SampleOwner {
 public:
  explicit DecodedSample(const msg::TypeSupport& type) : message_(type) {}
  void* message() { return message_.data(); }
  void release(std::uint64_t) noexcept override {}  // goes with its last reference

 private:
  msg::DynamicMessage message_;
};

/// Of the messages that were to be had of a publisher, those that are not any more.
std::uint64_t missed_by(const ShmReader& reader) {
  const shm::ReaderCounters& counters = reader.ring().counters();
  return counters.lost + counters.skipped + reader.expired;
}

/// Adds what a reader has counted.
void add_counters(const ShmReader& reader, SubscriptionCounters& sum) {
  const shm::ReaderCounters& counters = reader.ring().counters();
  sum.received += counters.received - reader.expired;
  sum.skipped += counters.skipped + reader.expired;
  sum.lost += counters.lost;
  sum.copied += counters.copied;
}

/// What is not specified is no limit.
std::int64_t limit_ns(const rmw_time_t& time) {
  const std::int64_t ns = baton::detail::to_nanoseconds(time).count();
  return ns == 0 ? shm::unlimited_ns : ns;
}

shm::Policy to_policy(const QoS& qos) {
  shm::Policy policy;
  policy.reliable = qos.reliability() == ReliabilityPolicy::Reliable;
  policy.transient_local = qos.durability() == DurabilityPolicy::TransientLocal;
  policy.keep_all = qos.history() == HistoryPolicy::KeepAll;
  policy.depth = policy.keep_all ? shm::max_depth
                                 : std::clamp<std::size_t>(qos.depth(), 1, shm::max_depth);
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  policy.deadline_ns = limit_ns(profile.deadline);
  policy.lifespan_ns = limit_ns(profile.lifespan);
  policy.manual_by_topic = qos.liveliness() == LivelinessPolicy::ManualByTopic;
  policy.lease_ns = limit_ns(profile.liveliness_lease_duration);
  return policy;
}

}  // namespace

static_assert(static_cast<int>(EndpointKind::service_request) ==
                  static_cast<int>(shm::Purpose::service_request) &&
              static_cast<int>(EndpointKind::service_reply) ==
                  static_cast<int>(shm::Purpose::service_reply));

shm::Endpoint to_endpoint(const EndpointSpec& spec) {
  return {0,
          spec.topic,
          spec.type_name,
          spec.type_hash,
          spec.layout_hash,
          to_policy(spec.qos),
          spec.type == nullptr ? std::string() : msg::to_string(spec.type->hash),
          spec.node,
          static_cast<shm::Purpose>(spec.kind)};
}

ShmSubscription::ShmSubscription(const SubscriptionSpec& spec, OnViolation on_violation)
    : endpoint_(to_endpoint(spec)),
      type_(spec.type),
      pin_quota_(spec.pin_quota != 0 ? spec.pin_quota : endpoint_.policy.depth + 8),
      reads_in_place_(spec.reads_in_place),
      in_process_(spec.in_process),
      on_violation_(std::move(on_violation)),
      on_event_(spec.on_event) {}

ShmSubscription::~ShmSubscription() {
  if (fork_mark_.crossed()) return;
  attach(nullptr);
  if (on_destroy_) on_destroy_();
}

shm::ReaderLimits ShmSubscription::limits(bool may_pin) const {
  return {endpoint_.policy.depth, endpoint_.policy.keep_all, may_pin, pin_quota_};
}

[[gnu::hot]]
bool ShmSubscription::take(Sample& sample) {
  if (fork_mark_.crossed()) return false;  // nothing of it is mapped in a child
  shm::Taken taken;
  std::shared_ptr<ShmReader> violator;
  bool delivered = false;
  bool empty = false;
  std::uint64_t missed = 0;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t tried = 0; tried < readers_.size() && !delivered;) {
      if (next_ >= readers_.size()) next_ = 0;
      const std::shared_ptr<ShmReader>& reader = readers_[next_];
      const std::uint64_t missed_before = missed_by(*reader);
      const shm::TakeResult result = take_from(reader, taken, sample);
      missed += missed_by(*reader) - missed_before;
      switch (result) {
        case shm::TakeResult::taken:
          delivered = true;
          ++next_;
          break;
        case shm::TakeResult::nothing:
          if (reader->closing && !reader->ring().has_data()) {
            remove(next_);
          } else {
            ++next_;
            ++tried;
          }
          break;
        case shm::TakeResult::violation:
          violator = reader;
          ++past_.dropped_peers;
          remove(next_);
          break;
      }
      empty = readers_.empty();
    }
  }
  if (empty) follow_readers();
  if (violator) on_violation_(violator->info());
  if (missed != 0 && on_event_) {
    on_event_({EndpointEvent::Kind::message_lost, {}, {}, missed});
  }
  return delivered;
}

shm::TakeResult ShmSubscription::take_from(const std::shared_ptr<ShmReader>& reader,
                                           shm::Taken& taken, Sample& sample) {
  for (;;) {
    const shm::TakeResult result = reader->ring().take(taken);
    if (result != shm::TakeResult::taken) return result;
    if (reader->lifespan_ns == shm::unlimited_ns ||
        base::quick_realtime_ns() - taken.source_timestamp_ns <= reader->lifespan_ns) {
      return accept(reader, taken, sample) ? shm::TakeResult::taken : shm::TakeResult::violation;
    }
    if (!taken.copy) reader->release(taken.chunk);
    ++reader->expired;
  }
}

bool ShmSubscription::accept(const std::shared_ptr<ShmReader>& reader, shm::Taken& taken,
                             Sample& sample) {
  if (reader->cdr) return decode(*reader, taken, sample);
  if (!is_valid(taken, !reader->info().zero_copy)) {
    if (!taken.copy) reader->release(taken.chunk);
    return false;
  }
  deliver(reader, taken, sample);
  return true;
}

bool ShmSubscription::decode(ShmReader& reader, const shm::Taken& taken, Sample& sample) {
  auto decoded = std::make_shared<DecodedSample>(*type_);
  const bool done = msg::decode_message(*type_, {taken.data, taken.size_bytes}, decoded->message());
  if (!taken.copy) {
    reader.release(taken.chunk);
    ++past_.copied;
  }
  if (!done) return false;
  sample.data = static_cast<const std::byte*>(decoded->message());
  sample.size_bytes = type_->size_bytes;
  sample.info = {taken.source_timestamp_ns, taken.sequence, reader.gid};
  sample.token = 0;
  sample.owner = std::move(decoded);
  return true;
}

/// Strings and sequences are offsets that the publisher wrote, and a bool may be a 2. Another user's
/// message is walked through, after the copy; of the same user's is only asked that it is there, in
/// debug builds all.
bool ShmSubscription::is_valid(const shm::Taken& taken, bool from_other_user) const {
  if (type_ == nullptr || type_->any_bytes) return true;  // the size is compared by who knows it
#ifdef NDEBUG
  if (!from_other_user) return taken.size_bytes >= type_->size_bytes;
#else
  (void)from_other_user;
#endif
  return msg::validate_message(*type_, {taken.data, taken.size_bytes});
}

void ShmSubscription::deliver(const std::shared_ptr<ShmReader>& reader, shm::Taken& taken,
                              Sample& sample) {
  sample.data = taken.data;
  sample.size_bytes = taken.size_bytes;
  sample.info = {taken.source_timestamp_ns, taken.sequence, reader->gid};
  sample.token = taken.chunk;
  if (taken.copy) {
    sample.owner = std::make_shared<CopiedSample>(std::move(taken.copy));
  } else {
    sample.owner = reader;
  }
}

void ShmSubscription::remove(std::size_t index) {
  add_counters(*readers_[index], past_);
  readers_.erase(readers_.begin() + static_cast<std::ptrdiff_t>(index));
  count_matches();
}

void ShmSubscription::count_matches() {
  const auto open = std::count_if(readers_.begin(), readers_.end(),
                                  [](const auto& reader) { return !reader->closing; });
  match_count_.store(static_cast<std::size_t>(open), std::memory_order_relaxed);
}

void ShmSubscription::attach(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who) {
  if (fork_mark_.crossed()) return;
  {
    const std::lock_guard attaching(attach_mutex_);
    const std::lock_guard lock(mutex_);
    who_ = std::move(who);
    wait_set_ = std::move(wait_set);
    const std::uint32_t executor = wait_set_ ? wait_set_->executor_index() : shm::no_executor;
    for (const auto& reader : readers_) reader->set_executor(executor);
  }
  leave_wait_set();
  follow_readers();
}

void ShmSubscription::leave_wait_set() {
  const std::lock_guard attaching(attach_mutex_);
  if (entered_) entered_->remove(*this);
  entered_.reset();
}

void ShmSubscription::follow_readers() {
  const std::lock_guard attaching(attach_mutex_);
  std::shared_ptr<WaitSet> wanted;
  {
    const std::lock_guard lock(mutex_);
    if (!readers_.empty()) wanted = wait_set_;
  }
  if (wanted == entered_) return;
  // Not under mutex_: the wait set calls is_ready() under its own.
  if (entered_) entered_->remove(*this);
  entered_ = std::move(wanted);
  if (entered_) entered_->add(*this, who_);  // rings: what came meanwhile is found
}

[[gnu::hot]]
bool ShmSubscription::is_ready() const noexcept {
  if (fork_mark_.crossed()) return false;
  const std::lock_guard lock(mutex_);
  return std::any_of(readers_.begin(), readers_.end(),
                     [](const auto& reader) { return reader->ring().has_data(); });
}

void ShmSubscription::add_reader(std::shared_ptr<ShmReader> reader, std::uint64_t start) {
  {
    const std::lock_guard lock(mutex_);
    reader->ring().begin(start);
    if (wait_set_) reader->set_executor(wait_set_->executor_index());
    readers_.push_back(std::move(reader));
    count_matches();
    if (wait_set_) wait_set_->wake();  // messages may be there already
  }
  follow_readers();
}

void ShmSubscription::finish_reader(const ShmReader& reader) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = find(reader);
    if (at == readers_.end()) return;
    (*at)->closing = true;
    if ((*at)->ring().has_data()) {
      count_matches();
      if (wait_set_) wait_set_->wake();  // it may have died between its head and our wake
      return;
    }
    remove(static_cast<std::size_t>(at - readers_.begin()));
  }
  follow_readers();
}

void ShmSubscription::drop_reader(const ShmReader& reader) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = find(reader);
    if (at == readers_.end()) return;
    remove(static_cast<std::size_t>(at - readers_.begin()));
  }
  follow_readers();
}

std::vector<std::shared_ptr<ShmReader>>::iterator ShmSubscription::find(const ShmReader& reader) {
  return std::find_if(readers_.begin(), readers_.end(),
                      [&](const auto& each) { return each.get() == &reader; });
}

void ShmSubscription::count_rejected() {
  const std::lock_guard lock(mutex_);
  ++past_.rejected_peers;
}

void ShmSubscription::clear() {
  std::vector<std::shared_ptr<ShmReader>> gone;
  {
    const std::lock_guard lock(mutex_);
    while (!readers_.empty()) {
      gone.push_back(readers_.back());
      remove(readers_.size() - 1);
    }
  }
  follow_readers();
}

std::vector<MatchInfo> ShmSubscription::matches() const {
  const std::lock_guard lock(mutex_);
  std::vector<MatchInfo> infos;
  for (const auto& reader : readers_) {
    if (!reader->closing) infos.push_back(reader->info());
  }
  return infos;
}

SubscriptionCounters ShmSubscription::counters() const {
  const std::lock_guard lock(mutex_);
  SubscriptionCounters sum = past_;
  for (const auto& reader : readers_) add_counters(*reader, sum);
  return sum;
}

}  // namespace baton::transport
