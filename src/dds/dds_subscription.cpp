// SPDX-License-Identifier: Apache-2.0
#include "dds/dds_subscription.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/quick_clock.hpp"
#include "match/qos.hpp"
#include "transport/port/begin_of_match.hpp"
#include "transport/port/end_of_match.hpp"

namespace baton::dds {
namespace {

using transport::CountedMessage;
using transport::DroppedMessages;
using transport::InboxMatch;
using transport::MessageRef;
using Happening = EndpointEvent::Kind;

/// How many ended writers are remembered.
constexpr std::size_t most_ended = 1000;

transport::InboxLimits limits_of(const transport::SubscriptionSpec& spec) {
  const match::Policies policies = match::to_policies(spec.qos);
  return {policies.depth, policies.keep_all, 0};
}

std::int64_t expiry_ns(std::int64_t sent_ns, std::int64_t lifespan_ns) {
  if (lifespan_ns == match::unlimited_ns) return CountedMessage::never;
  return base::monotonic_ns() + lifespan_ns - (base::realtime_ns() - sent_ns);
}

}  // namespace

DdsSubscription::DdsSubscription(const transport::SubscriptionSpec& spec, DdsHost host)
    : host_(std::move(host)),
      inbox_(std::make_shared<transport::Inbox>(limits_of(spec), spec.type, spec.on_event)),
      envelope_(spec.envelope),
      exchange_(exchange_of(spec)) {
  type = spec.type;
}

DdsSubscription::~DdsSubscription() {
  if (fork_mark_.crossed()) {
    // In a forked child the reader's threads are missing, so it cannot be ended here.
    (void)reader_.release();
    (void)new std::shared_ptr<Wire>(host_.wire);
    return;
  }
  host_.directory->remove(*this);
  reader_.reset();
  host_.wire.reset();  // the thread that closes the transport waits for it
  inbox_->clear();
  inbox_->attach(*this, nullptr, {});
  inbox_->events->stop();
}

base::Status DdsSubscription::open(const WireEndpoint& endpoint) {
  endpoint_ = endpoint;
  self = dds_endpoint({{}, false, endpoint});
  const std::unique_lock lock(gate_);
  return join();
}

/// Called with gate_ held exclusively.
base::Status DdsSubscription::join() {
  if (!host_.wire)
    return base::Error{0, fmt::format("topic '{}': it is on no network", self.topic)};
  std::string error;
  reader_ = host_.wire->create_reader(endpoint_, *this, error);
  if (!reader_) return base::Error{0, fmt::format("topic '{}': {}", self.topic, error)};
  self.guid = reader_->guid();
  if (exchange_ && self.kind == EndpointKind::service_reply) exchange_->set_reply_reader(self.guid);
  return {};
}

/// Messages that have come already can still be taken.
void DdsSubscription::pause() {
  gate_.lock();
  host_.directory->remove(*this);
  reader_.reset();
  host_.wire.reset();
  is_held_back_.store(false, std::memory_order_relaxed);  // relaxed: no thread delivers now
  std::vector<Guid> writers;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [guid, source] : sources_) writers.push_back(guid);
    awaited_.clear();
  }
  for (const Guid& writer : writers) end(writer);
  const std::lock_guard lock(mutex_);
  ended_.clear();  // these writers send nothing on the next wire
}

base::Status DdsSubscription::rejoin(std::shared_ptr<Wire> wire) {
  host_.wire = std::move(wire);
  base::Status joined = join();
  gate_.unlock();
  if (joined) (void)host_.directory->add(shared_from_this());
  return joined;
}

void DdsSubscription::attach(std::shared_ptr<transport::WaitSet> wait_set,
                             std::weak_ptr<void> who) {
  if (!fork_mark_.crossed()) inbox_->attach(*this, std::move(wait_set), std::move(who));
}

bool DdsSubscription::attach_instead_of(const transport::WaitSet* former,
                                        std::shared_ptr<transport::WaitSet> wait_set,
                                        std::weak_ptr<void> who) {
  return !fork_mark_.crossed() &&
         inbox_->attach_instead_of(former, *this, std::move(wait_set), std::move(who));
}

bool DdsSubscription::take(transport::Sample& sample) {
  if (fork_mark_.crossed()) return false;
  const bool taken = inbox_->take(sample);
  // The queue has room now, also if all that was in it had expired. Relaxed: the lock of the queue
  // orders the flag, see on_room().
  if (is_held_back_.load(std::memory_order_relaxed) &&
      is_held_back_.exchange(false, std::memory_order_relaxed)) {
    const std::shared_lock lock(gate_);
    if (reader_) reader_->drain();
  }
  return taken;
}

SubscriptionCounters DdsSubscription::counters() const {
  SubscriptionCounters counters = inbox_->counters();
  const std::lock_guard lock(mutex_);
  counters.undecodable = undecodable_;
  return counters;
}

// ---- delivery ----

bool DdsSubscription::on_room(const Guid& writer) noexcept {
  const auto match = match_of(writer);
  is_wanted_ = match != nullptr;
  if (!self.policies.keep_all || !match || !match->blocks || inbox_->has_room(*match)) return true;
  // Set the flag before looking again under the lock of the queue: a taker whose room this second
  // look does not see takes that lock later, and finds the flag. Relaxed: that lock orders the
  // flag.
  is_held_back_.store(true, std::memory_order_relaxed);
  if (!inbox_->has_room(*match)) return false;
  is_held_back_.store(false, std::memory_order_relaxed);  // relaxed: this thread goes on by itself
  return true;
}

void DdsSubscription::on_bytes(std::span<const std::byte> bytes) noexcept {
  form_ = ReceivedMessage::Form::none;
  if (!is_wanted_) return;  // the message comes over another transport, or there is no match
  try {
    arriving_ = exchange_ ? ReceivedMessage::decode_body(envelope_, bytes, form_)
                          : ReceivedMessage::decode(type, bytes);
  } catch (const std::bad_alloc&) {
    arriving_ = {};
  }
}

void DdsSubscription::on_sample(const SampleFacts& facts) noexcept {
  if (!is_wanted_) return;
  MessageRef message = std::exchange(arriving_, {});
  const auto match = admit(facts, message ? &*message : nullptr);
  if (!match) return;
  if (!message) return drop(facts, std::exchange(form_, {}));
  if (exchange_ && !address(facts, *message)) return;
  DroppedMessages dropped;
  inbox_->push(*match, std::move(message), dropped);
}

/// Notes the client of a request, or finds the request that a response answers. False if the client
/// has gone, or the response is for another one.
bool DdsSubscription::address(const SampleFacts& facts, CountedMessage& envelope) {
  if (self.kind == EndpointKind::service_request) {
    // end() forgets the client after its source: one that ends now must not be noted again.
    const std::lock_guard lock(mutex_);
    if (!sources_.contains(facts.writer)) return false;
    ReceivedMessage::set_identity(envelope, exchange_->asked(facts));
    return true;
  }
  if (!facts.related) {
    drop(facts, ReceivedMessage::Form::none);
    return false;
  }
  const auto identity = exchange_->answered(*facts.related);
  if (identity) ReceivedMessage::set_identity(envelope, *identity);
  return identity.has_value();
}

/// Counts a sample that is not a message of this type as lost.
void DdsSubscription::drop(const SampleFacts& facts, ReceivedMessage::Form form) {
  {
    const std::lock_guard lock(mutex_);
    ++undecodable_;
  }
  inbox_->count_lost(1);
  if (form == ReceivedMessage::Form::with_header) {
    host_.directory->refuse(*this, facts.writer, foreign_service(self));
  }
}

/// Fills in the facts of the message. nullptr if the message is not for this subscription.
std::shared_ptr<InboxMatch> DdsSubscription::admit(const SampleFacts& facts,
                                                   CountedMessage* message) {
  if (!match_of(facts.writer)) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = sources_.find(facts.writer);
  if (found == sources_.end()) return nullptr;
  Source& source = found->second;
  if (!source.alive) revive(facts.writer, source);
  if (source.last_sequence != 0 && facts.sequence > source.last_sequence + 1) {
    inbox_->count_lost(facts.sequence - source.last_sequence - 1);
  }
  source.last_sequence = std::max(source.last_sequence, facts.sequence);
  if (message == nullptr) return source.match;
  message->info.source_timestamp_ns = facts.source_timestamp_ns;
  message->info.publication_sequence_number = facts.sequence;
  std::copy_n(facts.writer.begin(),
              std::min(facts.writer.size(), message->info.publisher_gid.size()),
              message->info.publisher_gid.begin());
  message->expires_at_ns = expiry_ns(facts.source_timestamp_ns, source.lifespan_ns);
  // The clocks of both sides may differ, so the time alone does not tell.
  message->is_retained = source.has_history && facts.source_timestamp_ns < source.since_ns;
  return source.match;
}

// ---- matches ----

std::shared_ptr<InboxMatch> DdsSubscription::match_of(const Guid& writer) {
  for (const bool again : {true, false}) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = sources_.find(writer);
      if (found != sources_.end()) return found->second.match;
    }
    // Data may arrive before the wire tells of the match.
    if (again) begin(writer);
  }
  return nullptr;
}

void DdsSubscription::on_writer(const Guid& guid, bool matched) noexcept {
  if (!matched) return end(guid);
  const bool counts = host_.is_own(guid);
  bool begins_to_look = false;
  {
    const std::lock_guard lock(mutex_);
    ended_.erase(guid);
    if (!counts && sources_.count(guid) == 0) {
      begins_to_look = awaited_.add(guid, {base::quick_realtime_ns()});
    }
  }
  if (counts) begin(guid);
  if (begins_to_look) look_later(decltype(awaited_)::first_look_ns);
}

void DdsSubscription::look_later(std::int64_t pause_ns) {
  (void)host_.loop->add_timer(pause_ns, 0, [weak = weak_from_this()] {
    if (const auto alive = weak.lock()) alive->count_known();
  });
}

/// Begins the matches that the other side knows of by now, and asks the other sides of the rest.
void DdsSubscription::count_known() {
  decltype(awaited_)::Matches asked;
  {
    const std::lock_guard lock(mutex_);
    asked = awaited_.all();
  }
  {
    const std::shared_lock gate(gate_);
    std::erase_if(asked, [&](const auto& each) {
      const auto& [writer, match] = each;
      return !awaited_.is_late(match) && reader_ && !reader_->is_known_to(writer);
    });
  }
  for (const auto& [writer, match] : asked) begin(writer);
  std::int64_t pause_ns = 0;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [writer, match] : asked) awaited_.remove(writer);
    pause_ns = awaited_.next_pause_ns();
  }
  if (pause_ns != 0) look_later(pause_ns);
}

void DdsSubscription::begin(const Guid& guid) {
  const auto peer = host_.directory->accept(*this, guid);
  if (!peer) return;
  const match::Policies& offered = peer->endpoint->policies;
  Source source;
  source.match = std::make_shared<InboxMatch>(
      inbox_, backpressure_, self.policies.keep_all && self.policies.reliable && offered.reliable);
  source.match->reliable = self.policies.reliable;
  source.match->publisher = match_info(*peer);
  source.lifespan_ns = offered.lifespan_ns;
  source.has_history = self.policies.transient_local && offered.transient_local;
  source.since_ns = base::quick_realtime_ns();
  bool is_watched = false;
  {
    const std::lock_guard lock(mutex_);
    const auto match = source.match;
    if (ended_.count(guid) != 0) return;
    if (const AwaitedWriter* const awaited = awaited_.find(guid)) {
      source.since_ns = awaited->since_ns;
      source.is_watched = awaited->is_alive.has_value();
      source.alive = awaited->is_alive.value_or(true);
      awaited_.remove(guid);
    }
    const bool is_alive = source.alive;
    is_watched = source.is_watched;
    if (!sources_.emplace(guid, std::move(source)).second) return;
    inbox_->add(match);
    transport::tell_begin_of_match(is_alive, [this](const EndpointEvent& event) { tell(event); });
  }
  if (watches_liveliness() && !is_watched) expect_assertion(guid);
}

/// DDS reports nothing of a writer that has never asserted its liveliness. Here the publisher of a
/// match is alive from the beginning, until it has asserted nothing for a lease.
void DdsSubscription::expect_assertion(const Guid& writer) {
  (void)host_.loop->add_timer(self.policies.lease_ns, 0, [weak = weak_from_this(), writer] {
    if (const auto alive = weak.lock()) alive->miss_assertion(writer);
  });
}

/// With mutex_ held. A writer that sends is alive. DDS reports that too, but not always when it has
/// just reported the opposite.
void DdsSubscription::revive(const Guid& writer, Source& source) {
  source.alive = true;
  source.is_watched = false;
  tell_liveliness(true);
  expect_assertion(writer);
}

void DdsSubscription::miss_assertion(const Guid& writer) {
  const std::lock_guard lock(mutex_);
  const auto found = sources_.find(writer);
  if (found == sources_.end() || found->second.is_watched || !found->second.alive) return;
  found->second.alive = false;
  tell_liveliness(false);
}

void DdsSubscription::end(const Guid& guid) {
  Source ended;
  const std::lock_guard lock(mutex_);
  if (ended_.size() >= most_ended) ended_.clear();
  ended_.insert(guid);
  awaited_.remove(guid);
  const auto found = sources_.find(guid);
  if (found == sources_.end()) return;
  ended = std::move(found->second);
  sources_.erase(found);
  if (exchange_) exchange_->forget_client(guid);
  inbox_->finish(*ended.match);
  tell_end(ended);
}

void DdsSubscription::tell_end(const Source& ended) {
  transport::tell_end_of_match(ended.alive, [this](const EndpointEvent& event) { tell(event); });
}

void DdsSubscription::on_liveliness(const Guid& writer, bool alive) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (AwaitedWriter* const awaited = awaited_.find(writer)) {
      awaited->is_alive = alive;
      return;
    }
  }
  begin(writer);
  const std::lock_guard lock(mutex_);
  const auto found = sources_.find(writer);
  if (found == sources_.end() || !watches_liveliness()) return;
  found->second.is_watched = true;
  if (std::exchange(found->second.alive, alive) != alive) tell_liveliness(alive);
}

void DdsSubscription::tell_liveliness(bool alive) {
  tell(EndpointEvent{alive ? Happening::liveliness_gained : Happening::liveliness_lost});
}

/// With mutex_ held: several threads tell of one match, and the callback needs the order in which
/// it happened.
void DdsSubscription::tell(const EndpointEvent& event) { inbox_->events->post(*host_.loop, event); }

void DdsSubscription::on_refused(const match::Verdict& verdict, const std::string& who) {
  inbox_->count_rejected();
  EndpointEvent event{verdict.refusal == match::Refusal::incompatible_qos
                          ? Happening::incompatible_qos
                          : Happening::incompatible_type};
  event.policy = verdict.policy;
  event.text = who;
  inbox_->events->post(*host_.loop, event);
}

void DdsSubscription::leave() {
  {
    const std::unique_lock lock(gate_);
    reader_.reset();
  }
  std::map<Guid, Source> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = std::exchange(sources_, {});
    awaited_.clear();
  }
  inbox_->clear();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [guid, source] : ended) tell_end(source);
  }
  host_.wire.reset();
}

}  // namespace baton::dds
