// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/shm_subscription.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <baton/msg/cdr.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/operations.hpp>

#include "base/quick_clock.hpp"
#include "transport/port/to_endpoint.hpp"

namespace baton::transport {
namespace {

/// Owns a message that was copied to the heap.
class CopiedSample : public SampleOwner {
 public:
  CopiedSample(std::unique_ptr<std::byte[]> bytes, bool grows)
      : bytes_(std::move(bytes)), grows_(grows) {}
  void release(std::uint64_t) noexcept override { delete this; }
  /// Strings and sequences lie in the copy, where they cannot grow.
  PrivateAnswer make_private(Sample&) noexcept override {
    if (!grows_) return {true, nullptr};
    return {false, "it was copied already: get_matches() says why, or too many samples are held"};
  }

 private:
  const std::unique_ptr<std::byte[]> bytes_;
  const bool grows_;
};

/// Owns a message that travelled as CDR.
class DecodedSample : public SampleOwner {
 public:
  explicit DecodedSample(const msg::TypeSupport& type) : message_(type) {}
  void* message() { return message_.data(); }
  void release(std::uint64_t) noexcept override { delete this; }
  PrivateAnswer make_private(Sample&) noexcept override { return {true, nullptr}; }

 private:
  msg::DynamicMessage message_;
};

/// Releases the chunk of a message that is not handed on, also when an exception is thrown.
class PinGuard {
 public:
  PinGuard(ShmReader& reader, const shm::Taken& taken) : reader_(reader), taken_(taken) {}
  ~PinGuard() {
    if (!taken_.copy) reader_.release(taken_.chunk);
  }
  PinGuard(const PinGuard&) = delete;
  PinGuard& operator=(const PinGuard&) = delete;

 private:
  ShmReader& reader_;
  const shm::Taken& taken_;
};

/// Adds the counters of one reader.
void add_counters(const ShmReader& reader, SubscriptionCounters& sum) {
  const shm::ReaderCounters& counters = reader.ring().counters();
  sum.received += counters.received - reader.expired;
  sum.skipped += counters.skipped + reader.expired;
  sum.lost += counters.lost;
  sum.copied += counters.copied;
}

}  // namespace

ShmSubscription::ShmSubscription(const SubscriptionSpec& spec, OnViolation on_violation)
    : type_(spec.type),
      is_typed_(spec.type != nullptr && !spec.type->any_bytes),
      validates_(spec.validates && spec.type != nullptr && !spec.type->plain),
      endpoint_(to_endpoint(spec)),
      pin_quota_(spec.pin_quota != 0 ? spec.pin_quota : endpoint_.policies.depth + 8),
      reads_in_place_(spec.reads_in_place),
      makes_private_(spec.makes_private && spec.reads_in_place),
      in_process_(spec.in_process),
      watches_liveliness_(spec.on_event && spec.watches_liveliness),
      on_violation_(std::move(on_violation)),
      on_event_(spec.on_event) {
  readers_.reserve(
      4);  // here, beside the rest, and not where the participant's thread finds memory
}

ShmSubscription::~ShmSubscription() {
  if (!fork_mark_.crossed()) {
    attach(nullptr);
    if (on_destroy_) on_destroy_();
  }
  for (const auto& reader : readers_) reader->let_go(reader);
}

shm::ReaderLimits ShmSubscription::limits(bool may_pin) const {
  return {endpoint_.policies.depth, endpoint_.policies.keep_all, may_pin, pin_quota_};
}

/// What take() has to tell once the mutex is released.
struct ShmSubscription::TakeNews {
  bool removed = false;
  std::shared_ptr<ShmReader> violator;  // held until on_violation was called
};

[[gnu::hot]] bool ShmSubscription::take(Sample& sample) {
  if (fork_mark_.crossed()) [[unlikely]]
    return false;  // a forked child has none of the mappings
  shm::Taken taken;
  TakeNews news;
  bool delivered = false;
  {
    const base::LightGuard lock(mutex_);
    for (std::size_t tried = 0; tried < readers_.size() && !delivered;) {
      if (next_ >= readers_.size()) next_ = 0;
      ShmReader& reader = *readers_[next_];
      const shm::TakeResult result = take_from(reader, taken, sample);
      if (result == shm::TakeResult::taken) [[likely]] {
        delivered = true;
        if (wait_set_) expect_next(reader);
        ++next_;
      } else if ((result == shm::TakeResult::nothing && !reader.closing) ||
                 !remove_finished(result, news)) {
        ++next_;
        ++tried;
      }
    }
  }
  if (taken.missed != 0 || news.removed) [[unlikely]]
    tell(news, taken.missed);
  return delivered;
}

/// Behind a sleep the lines of the reader are those that are worth fetching ahead: fetching those
/// of the executor, the subscription and the wait set, too, wins nothing (docs/decisions/0015).
[[gnu::always_inline]] inline void ShmSubscription::expect_next(const ShmReader& reader) {
  base::ColdPath& path = wait_set_->cold_path();
  path.expect_next(reader.ring().next_slot());
  if (!path.expects(&reader, reader.ring().head())) [[unlikely]]
    expect_reader(reader);
}

/// Tells what stays the same from message to message.
[[gnu::hot, gnu::noinline]] void ShmSubscription::expect_reader(const ShmReader& reader) {
  using base::line_behind;
  wait_set_->cold_path().expect({&reader, reader.ring().head(), line_behind(&reader),
                                 line_behind(&reader, 2), reader.ring().cursor_word()});
}

/// Called when the reader whose turn it is had nothing. True if the reader is removed: its
/// publisher has gone and everything was read, or it has contradicted itself.
[[gnu::cold, gnu::noinline]] bool ShmSubscription::remove_finished(shm::TakeResult result,
                                                                   TakeNews& news) {
  const std::shared_ptr<ShmReader>& reader = readers_[next_];
  if (result == shm::TakeResult::violation) {
    news.violator = reader;
    ++past_.dropped_peers;
  } else if (reader->ring().has_data()) {
    return false;
  }
  news.removed = true;
  remove(next_);
  return true;
}

[[gnu::cold, gnu::noinline]] void ShmSubscription::tell(const TakeNews& news,
                                                        std::uint64_t missed) {
  if (news.removed) follow_readers();
  if (news.violator) on_violation_(news.violator->info());
  if (missed != 0 && on_event_) {
    on_event_({EndpointEvent::Kind::message_lost, {}, {}, missed});
  }
}

shm::TakeResult ShmSubscription::take_from(ShmReader& reader, shm::Taken& taken, Sample& sample) {
  for (;;) {
    const shm::TakeResult result = reader.ring().take(taken);
    if (result != shm::TakeResult::taken) return result;
    if (reader.lifespan_ns == match::unlimited_ns ||
        base::quick_realtime_ns() - taken.source_timestamp_ns <= reader.lifespan_ns) {
      const shm::TakeResult accepted = accept(reader, taken, sample);
      if (accepted != shm::TakeResult::nothing) [[likely]]
        return accepted;
      reader.ring().count_as_lost();
    } else {
      if (!taken.copy) reader.release(taken.chunk);
      ++reader.expired;
    }
    ++taken.missed;
  }
}

/// Returns `nothing` if there is no memory for the message, which is then lost.
shm::TakeResult ShmSubscription::accept(ShmReader& reader, shm::Taken& taken, Sample& sample) {
  if (reader.cdr) [[unlikely]]
    return decode(reader, taken, sample);
  if (!is_valid(taken, reader.from_other_user)) [[unlikely]] {
    if (!taken.copy) reader.release(taken.chunk);
    return shm::TakeResult::violation;
  }
  return deliver(reader, taken, sample) ? shm::TakeResult::taken : shm::TakeResult::nothing;
}

[[gnu::cold, gnu::noinline]] shm::TakeResult ShmSubscription::decode(ShmReader& reader,
                                                                     const shm::Taken& taken,
                                                                     Sample& sample) {
  const PinGuard pin(reader, taken);
  std::unique_ptr<DecodedSample> decoded;
  try {
    decoded = std::make_unique<DecodedSample>(*type_);
    if (!msg::decode_message(*type_, {taken.data, taken.size_bytes}, decoded->message())) {
      return shm::TakeResult::violation;
    }
  } catch (const std::bad_alloc&) {
    return shm::TakeResult::nothing;
  }
  if (!taken.copy) ++past_.copied;
  sample.size_bytes = type_->size_bytes;
  sample.info = {};
  sample.info.source_timestamp_ns = taken.source_timestamp_ns;
  sample.info.publication_sequence_number = taken.sequence;
  sample.info.publisher_gid = reader.gid;
  sample.token = 0;
  sample.data = static_cast<const std::byte*>(decoded->message());
  sample.owner = decoded.release();
  return shm::TakeResult::taken;
}

/// Strings and sequences are offsets that the publisher wrote: a wrong one ends the match, and not
/// this process. Plain messages of the same user are not checked, so a bool there may be a 2. A
/// message of another user was copied before.
bool ShmSubscription::is_valid(const shm::Taken& taken, bool from_other_user) const {
  if (!is_typed_) return true;  // the caller knows the size and compares it
  if (!validates_ && !from_other_user) return taken.size_bytes >= type_->size_bytes;
  return msg::validate_message(*type_, {taken.data, taken.size_bytes});
}

bool ShmSubscription::deliver(ShmReader& reader, shm::Taken& taken, Sample& sample) {
  SampleOwner* owner = &reader;
  if (taken.copy) [[unlikely]] {
    owner = new (std::nothrow) CopiedSample(std::move(taken.copy), is_typed_ && !type_->plain);
    if (owner == nullptr) return false;
  }
  sample.size_bytes = taken.size_bytes;
  // Copy field by field: as a whole they would be read back from the stack in other pieces than
  // they were written, which waits until they have left the store buffer.
  sample.info.source_timestamp_ns = taken.source_timestamp_ns;
  sample.info.publication_sequence_number = taken.sequence;
  sample.info.publisher_gid = reader.gid;
  sample.info.from_intra_process = false;
  sample.token = taken.chunk;
  sample.owner = owner;
  sample.data = taken.data;
  return true;
}

/// Takes nothing more of the reader. The caller removes it from the list.
void ShmSubscription::retire(const std::shared_ptr<ShmReader>& reader) {
  add_counters(*reader, past_);
  let_go_.push_back(reader);  // add_reader() has reserved room
  reader->let_go(reader);
}

void ShmSubscription::remove(std::size_t index) {
  retire(readers_[index]);
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
    change_wait_set(std::move(wait_set), std::move(who));
  }
  leave_wait_set();
  follow_readers();
}

bool ShmSubscription::attach_instead_of(const WaitSet* former, std::shared_ptr<WaitSet> wait_set,
                                        std::weak_ptr<void> who) {
  if (fork_mark_.crossed()) return false;
  {
    const std::lock_guard attaching(attach_mutex_);
    const std::lock_guard lock(mutex_);
    if (wait_set_.get() != former) return false;
    change_wait_set(std::move(wait_set), std::move(who));
  }
  leave_wait_set();
  follow_readers();
  return true;
}

/// With both mutexes.
void ShmSubscription::change_wait_set(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who) {
  who_ = std::move(who);
  wait_set_ = std::move(wait_set);
  const std::uint32_t executor = wait_set_ ? wait_set_->executor_index() : shm::no_executor;
  for (const auto& reader : readers_) reader->set_executor(executor);
}

void ShmSubscription::leave_wait_set() {
  const std::lock_guard attaching(attach_mutex_);
  if (entered_) entered_->remove(*this);
  entered_.reset();
}

void ShmSubscription::follow_readers() {
  const std::lock_guard attaching(attach_mutex_);
  std::shared_ptr<WaitSet> wanted;
  ChangeWord word;
  {
    const std::lock_guard lock(mutex_);
    if (!readers_.empty()) wanted = wait_set_;
    // The head of a publisher that has left may say anything: its reader is asked until it is read.
    if (readers_.size() == 1 && !readers_[0]->closing) {
      const std::shared_ptr<ShmReader>& only = readers_[0];
      word = {only->ring().head(), only, only->log, only->log_place};
    }
  }
  // Called without mutex_: the wait set calls is_ready() with its own mutex held. watch() and add()
  // ring, so that messages which came meanwhile are found.
  if (wanted == entered_) {
    if (entered_) entered_->watch(*this, std::move(word));
    return;
  }
  if (entered_) entered_->remove(*this);
  entered_.reset();
  if (wanted) wanted->add(*this, who_, std::move(word));
  entered_ = std::move(wanted);
}

[[gnu::hot]] bool ShmSubscription::is_ready() const noexcept {
  if (fork_mark_.crossed()) [[unlikely]]
    return false;
  const base::LightGuard lock(mutex_);
  for (const auto& reader : readers_) {
    if (reader->ring().has_data()) return true;
  }
  return false;
}

/// Counts pins of earlier readers of the same publisher, whose link broke, against the quota of
/// this one.
void ShmSubscription::share_quota(ShmReader& reader) {
  std::erase_if(let_go_, [](const auto& each) { return each.expired(); });
  let_go_.reserve(let_go_.size() + readers_.size() + 1);
  std::vector<std::weak_ptr<ShmReader>> earlier;
  for (const auto& each : let_go_) {
    const auto held = each.lock();
    if (held && held->gid == reader.gid) earlier.push_back(each);
  }
  if (earlier.empty()) return;
  reader.ring().share_quota([earlier = std::move(earlier)] {
    std::size_t sum = 0;
    for (const auto& each : earlier) {
      if (const auto held = each.lock()) sum += held->ring().still_pinned();
    }
    return sum;
  });
}

void ShmSubscription::add_reader(std::shared_ptr<ShmReader> reader, std::uint64_t start,
                                 const ShmReader* earlier) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = earlier == nullptr ? readers_.end() : find(*earlier);
    const bool takes_its_place = at != readers_.end();
    if (takes_its_place) {
      start = earlier->ring().cursor();
      retire(*at);  // share_quota() counts what is held through it
    }
    share_quota(*reader);
    reader->ring().begin(start);
    if (wait_set_) reader->set_executor(wait_set_->executor_index());
    if (takes_its_place) {
      *at = std::move(reader);
    } else {
      readers_.push_back(std::move(reader));
    }
    count_matches();
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
    } else {
      remove(static_cast<std::size_t>(at - readers_.begin()));
    }
  }
  // Rings too: the publisher may have died between writing its head and ringing.
  follow_readers();
}

std::optional<std::uint64_t> ShmSubscription::drop_reader(const ShmReader& reader) {
  std::uint64_t cursor = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto at = find(reader);
    if (at == readers_.end()) return std::nullopt;
    cursor = reader.ring().cursor();
    remove(static_cast<std::size_t>(at - readers_.begin()));
  }
  follow_readers();
  return cursor;
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

Arrivals ShmSubscription::arrivals() const {
  if (fork_mark_.crossed()) return {};
  const std::lock_guard lock(mutex_);
  SubscriptionCounters sum = past_;
  std::uint64_t unread = 0;
  for (const auto& reader : readers_) {
    add_counters(*reader, sum);
    unread += reader->ring().unread();
  }
  return {sum.received + sum.skipped + sum.lost + unread, unread};
}

}  // namespace baton::transport
