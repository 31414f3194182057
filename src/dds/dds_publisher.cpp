// SPDX-License-Identifier: Apache-2.0
#include "dds/dds_publisher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/clock.hpp"
#include "dds/outgoing_message.hpp"
#include "transport/port/endpoint_errors.hpp"

namespace baton::dds {

using transport::HeapLoan;
using transport::HeapPool;
using transport::Loan;
using transport::MessageRef;
using Happening = EndpointEvent::Kind;

DdsPublisher::DdsPublisher(const transport::PublisherSpec& spec, DdsHost host)
    : host_(std::move(host)),
      pool_(spec),
      events_(std::make_shared<transport::SerialCallback<EndpointEvent>>(
          spec.on_event ? std::function<void(EndpointEvent)>(spec.on_event) : nullptr)),
      envelope_(spec.envelope),
      exchange_(exchange_of(spec)) {
  type = spec.type;
}

DdsPublisher::~DdsPublisher() {
  if (fork_mark_.crossed()) {
    // In a forked child the writer's threads are missing, so it cannot be ended here.
    (void)writer_.release();
    (void)new std::shared_ptr<Wire>(host_.wire);
    return;
  }
  host_.directory->remove(*this);
  writer_.reset();
  // Close() waits for the wire to end, perhaps in the call that stop() waits for.
  host_.wire.reset();
  events_->stop();
}

base::Status DdsPublisher::open(const WireEndpoint& endpoint) {
  endpoint_ = endpoint;
  self = dds_endpoint({{}, true, endpoint});
  const std::unique_lock lock(gate_);
  return join();
}

/// Called with gate_ held exclusively.
base::Status DdsPublisher::join() {
  if (!host_.wire)
    return base::Error{0, fmt::format("topic '{}': it is on no network", self.topic)};
  std::string error;
  writer_ = host_.wire->create_writer(endpoint_, *this, error);
  if (!writer_) return base::Error{0, fmt::format("topic '{}': {}", self.topic, error)};
  self.guid = writer_->guid();
  if (exchange_ && self.kind == EndpointKind::service_request) {
    exchange_->set_request_writer(self.guid);
    last_request_ = 0;
  }
  return {};
}

void DdsPublisher::pause() {
  gate_.lock();
  host_.directory->remove(*this);
  writer_.reset();
  host_.wire.reset();
  end_matches();
}

base::Status DdsPublisher::rejoin(std::shared_ptr<Wire> wire) {
  host_.wire = std::move(wire);
  base::Status joined = join();
  std::deque<std::vector<std::byte>> retained;
  if (joined) {
    const std::lock_guard lock(mutex_);
    retained = std::exchange(retained_, {});
  }
  for (const auto& bytes : retained) {
    SampleFacts facts;
    (void)writer_->write(OutgoingBytes(bytes), facts);
  }
  gate_.unlock();
  if (joined) (void)host_.directory->add(shared_from_this());
  return joined;
}

// ---- loans ----

/// Called with gate_ held. Of a network that could not be joined yet there is no writer, and no
/// subscription that would miss anything; a request or a response has no meaning there.
bool DdsPublisher::can_publish() const { return writer_ || (is_alone() && !exchange_); }

base::Error DdsPublisher::why_not() const {
  if (!is_alone()) return transport::context_shut_down(self.topic);
  return base::Error{0, fmt::format("topic '{}': the network that came could not be joined yet; it "
                                    "is tried again each second",
                                    self.topic)};
}

/// Relaxed: a thread that rejoins holds the gate exclusively.
bool DdsPublisher::is_alone() const { return host_.is_alone->load(std::memory_order_relaxed); }

base::Result<Loan> DdsPublisher::loan(std::size_t size_bytes) {
  if (fork_mark_.crossed()) return transport::publisher_made_before_fork(self.topic);
  {
    const std::shared_lock lock(gate_);
    if (!can_publish()) return why_not();
  }
  auto loan = pool_.loan(size_bytes, [] {
    return std::string("lent and not yet published; publish or discard loans");
  });
  const std::lock_guard lock(mutex_);
  ++(loan ? counters_.loans : counters_.loans_failed);
  return loan;
}

const std::byte* DdsPublisher::memory_of(std::uint64_t token) const noexcept {
  return HeapPool::at(token).memory();
}

// ---- publishing ----

base::Result<std::uint64_t> DdsPublisher::publish(std::uint64_t token, std::size_t size_bytes) {
  HeapLoan* const loan = &HeapPool::at(token);
  auto published = publish_copy(loan->memory(), size_bytes);
  if (published) MessageRef{loan};
  return published;
}

base::Result<std::uint64_t> DdsPublisher::publish_object(const transport::OwnedObject& object) {
  auto published = publish_copy(object.message, object.type->size_bytes);
  if (published) object.type->destroy(object.message);
  return published;
}

base::Result<std::uint64_t> DdsPublisher::publish_copy(const void* message,
                                                       std::size_t bytes_of_plain) {
  if (fork_mark_.crossed()) return transport::publisher_made_before_fork(self.topic);
  const std::shared_lock lock(gate_);
  if (!can_publish()) return why_not();
  if (!exchange_) {
    SampleFacts facts;
    return write(OutgoingMessage(type, message, bytes_of_plain), facts,
                 type == nullptr ? bytes_of_plain : type->size_bytes);
  }
  const auto& identity = *static_cast<const RequestIdentity*>(message);
  const auto* const body = static_cast<const std::byte*>(message) + envelope_.message_offset_bytes;
  const OutgoingMessage outgoing(envelope_.message, body, 0);
  return self.kind == EndpointKind::service_request ? ask(outgoing, identity)
                                                    : answer(outgoing, identity);
}

/// Called with gate_ held.
base::Result<std::uint64_t> DdsPublisher::write(const Outgoing& outgoing, SampleFacts& facts,
                                                std::size_t counted_bytes) {
  // Without a writer nothing can be matched: the network that came could not be joined yet.
  switch (writer_ ? writer_->write(outgoing, facts) : WriteResult::written) {
    case WriteResult::timeout:
      return timed_out();
    case WriteResult::failed:
      return base::Error{0, fmt::format("topic '{}': DDS did not take a message of {} bytes",
                                        self.topic, outgoing.size_bytes())};
    case WriteResult::written:
      break;
  }
  if (self.policies.transient_local && is_alone()) retain(outgoing);
  const std::lock_guard counting(mutex_);
  ++counters_.published;
  counters_.published_bytes += counted_bytes;
  return facts.sequence;
}

/// Keeps a copy for a writer on another wire: Fast DDS keeps one as well, but gives it to no other
/// writer.
void DdsPublisher::retain(const Outgoing& outgoing) {
  std::vector<std::byte> bytes(outgoing.size_bytes());
  if (!outgoing.encode(bytes)) return;
  const std::lock_guard lock(mutex_);
  retained_.push_back(std::move(bytes));
  if (retained_.size() > endpoint_.policies.depth) retained_.pop_front();
}

// ---- services ----

/// The answer may come before write() returns, so the number of the request has to be known before:
/// no other thread writes meanwhile, and DDS numbers samples one by one.
base::Result<std::uint64_t> DdsPublisher::ask(const Outgoing& request,
                                              const RequestIdentity& identity) {
  const std::lock_guard asking(asking_mutex_);
  const std::uint64_t expected = last_request_ + 1;
  exchange_->expect(expected, identity);
  SampleFacts facts;
  facts.related = SampleIdentity{exchange_->reply_reader(), 0};
  auto written = write(request, facts, type->size_bytes);
  if (!written || *written != expected) exchange_->forget(expected);
  if (!written) return written;
  if (*written != expected) exchange_->expect(*written, identity);
  last_request_ = *written;
  return written;
}

base::Result<std::uint64_t> DdsPublisher::answer(const Outgoing& response,
                                                 const RequestIdentity& identity) {
  // The client asked over another transport, or has gone.
  if (!exchange_->has_asked(identity.client_gid)) return std::uint64_t{0};
  const SampleIdentity request{identity.client_gid, static_cast<std::uint64_t>(identity.sequence)};
  if (!is_reached(request.writer)) {
    std::vector<std::byte> bytes(response.size_bytes());
    if (!response.encode(bytes)) {
      return base::Error{
          0, fmt::format("topic '{}': the response changed while it was published", self.topic)};
    }
    if (hold(request, std::move(bytes))) return std::uint64_t{0};
  }
  SampleFacts facts;
  facts.related = request;
  return write(response, facts, type->size_bytes);
}

bool DdsPublisher::is_reached(const Guid& client) const {
  const std::lock_guard lock(mutex_);
  return has_reader_of(client);
}

/// With mutex_ held.
bool DdsPublisher::has_reader_of(const Guid& client) const {
  if (is_reader(client)) return matches_.count(client) != 0;
  return std::any_of(matches_.begin(), matches_.end(),
                     [&](const auto& each) { return is_answered_at(client, each.first); });
}

bool DdsPublisher::hold(const SampleIdentity& request, std::vector<std::byte> bytes) {
  const std::int64_t until_ns = base::monotonic_ns() + HeldResponses::patience_ns;
  {
    const std::lock_guard lock(mutex_);
    if (has_reader_of(request.writer)) return false;
    if (!held_.hold({request, std::move(bytes), until_ns})) {
      ++counters_.undelivered;
      return true;
    }
  }
  (void)host_.loop->add_timer(HeldResponses::patience_ns, 0, [weak = weak_from_this()] {
    if (const auto alive = weak.lock()) alive->drop_late();
  });
  return true;
}

void DdsPublisher::send_held(const Guid& reader) {
  const std::shared_lock gate(gate_);
  std::vector<HeldResponse> ready;
  {
    const std::lock_guard lock(mutex_);
    ready = held_.take(reader);
  }
  for (const HeldResponse& each : ready) {
    SampleFacts facts;
    facts.related = each.request;
    if (writer_) (void)write(OutgoingBytes(each.bytes), facts, type->size_bytes);
  }
}

void DdsPublisher::drop_late() {
  const std::lock_guard lock(mutex_);
  counters_.undelivered += held_.drop_late(base::monotonic_ns());
}

base::Error DdsPublisher::timed_out() {
  const std::lock_guard lock(mutex_);
  ++counters_.keep_all_timeouts;
  std::string names;
  for (const auto& [guid, info] : matches_) {
    if (!names.empty()) names += ", ";
    names += participant_title(info.process_name, info.pid);
  }
  return {ETIMEDOUT,
          fmt::format("topic '{}': after max_blocking_time a subscription that keeps all has "
                      "not kept up, one of: {}",
                      self.topic, names)};
}

void DdsPublisher::assert_liveliness() noexcept {
  if (fork_mark_.crossed()) return;
  const std::shared_lock lock(gate_);
  if (writer_) writer_->assert_liveliness();
}

bool DdsPublisher::all_taken() const {
  if (fork_mark_.crossed()) return true;
  const std::shared_lock lock(gate_);
  return !writer_ || writer_->all_acknowledged();
}

// ---- matches ----

void DdsPublisher::on_reader(const Guid& guid, bool matched) noexcept {
  const auto peer = matched ? host_.directory->accept(*this, guid) : std::nullopt;
  if (matched && !peer) return;
  const bool counts = !matched || host_.is_own(guid);
  bool has_responses = false;
  bool was_counted = false;
  bool begins_to_look = false;
  {
    const std::lock_guard lock(mutex_);
    const bool changed =
        matched ? matches_.emplace(guid, match_info(*peer)).second : matches_.erase(guid) != 0;
    if (!changed) return;
    audience_.store(matches_.size(), std::memory_order_relaxed);
    has_responses = matched && held_.has_any_for(guid);
    was_counted = !awaited_.has(guid);
    awaited_.remove(guid);
    if (!counts) begins_to_look = awaited_.add(guid, {peer->endpoint->policies.reliable});
  }
  if (has_responses) {
    host_.loop->post([weak = weak_from_this(), guid] {
      if (const auto alive = weak.lock()) alive->send_held(guid);
    });
  }
  if (begins_to_look) look_later(decltype(awaited_)::first_look_ns);
  if (counts && was_counted) {
    events_->post(*host_.loop, EndpointEvent{matched ? Happening::matched : Happening::unmatched});
  }
  if (matched && self.policies.manual_by_topic) assert_soon();
}

void DdsPublisher::look_later(std::int64_t pause_ns) {
  (void)host_.loop->add_timer(pause_ns, 0, [weak = weak_from_this()] {
    if (const auto alive = weak.lock()) alive->count_known();
  });
}

/// Counts the matches that the other side knows of by now, and asks the other sides of the rest.
void DdsPublisher::count_known() {
  decltype(awaited_)::Matches asked;
  {
    const std::lock_guard lock(mutex_);
    asked = awaited_.all();
  }
  {
    const std::shared_lock gate(gate_);
    std::erase_if(asked, [&](const auto& each) {
      const auto& [reader, match] = each;
      return !awaited_.is_late(match) && writer_ &&
             !writer_->is_known_to(reader, match.facts.is_reliable);
    });
  }
  std::int64_t pause_ns = 0;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [reader, match] : asked) {
      if (!awaited_.has(reader)) continue;
      awaited_.remove(reader);
      events_->post(*host_.loop, EndpointEvent{Happening::matched});
    }
    pause_ns = awaited_.next_pause_ns();
  }
  if (pause_ns != 0) look_later(pause_ns);
}

/// Here a publisher is alive from the beginning; for DDS only once it has sent something to the
/// reader.
void DdsPublisher::assert_soon() {
  host_.loop->post([weak = weak_from_this()] {
    if (const auto alive = weak.lock()) alive->assert_liveliness();
  });
}

void DdsPublisher::on_own_liveliness_lost() noexcept {
  events_->post(*host_.loop, EndpointEvent{Happening::liveliness_lost});
}

void DdsPublisher::on_refused(const match::Verdict& verdict, const std::string& who) {
  {
    const std::lock_guard lock(mutex_);
    ++counters_.rejected_peers;
  }
  EndpointEvent event{verdict.refusal == match::Refusal::incompatible_qos
                          ? Happening::incompatible_qos
                          : Happening::incompatible_type};
  event.policy = verdict.policy;
  event.text = who;
  events_->post(*host_.loop, event);
}

void DdsPublisher::leave() {
  {
    const std::unique_lock lock(gate_);
    writer_.reset();
  }
  end_matches();
  host_.wire.reset();
}

void DdsPublisher::end_matches() {
  std::size_t ended = 0;
  {
    const std::lock_guard lock(mutex_);
    ended = matches_.size() - awaited_.size();
    matches_.clear();
    awaited_.clear();
    audience_.store(0, std::memory_order_relaxed);
  }
  for (; ended != 0; --ended) {
    events_->post(*host_.loop, EndpointEvent{Happening::unmatched});
  }
}

// ---- figures ----

transport::Gid DdsPublisher::gid() const {
  transport::Gid gid{};
  const std::shared_lock lock(gate_);
  std::copy_n(self.guid.begin(), std::min(gid.size(), self.guid.size()), gid.begin());
  return gid;
}

std::size_t DdsPublisher::match_count() const {
  const std::lock_guard lock(mutex_);
  return matches_.size() - awaited_.size();
}

std::vector<MatchInfo> DdsPublisher::matches() const {
  const std::lock_guard lock(mutex_);
  std::vector<MatchInfo> infos;
  for (const auto& [guid, info] : matches_) {
    if (!awaited_.has(guid)) infos.push_back(info);
  }
  return infos;
}

PublisherCounters DdsPublisher::counters() const {
  const std::lock_guard lock(mutex_);
  PublisherCounters counters = counters_;
  // Relaxed: these are only figures.
  counters.committed_bytes = pool_.loans()->bytes.load(std::memory_order_relaxed);
  counters.chunks = pool_.loans()->loans.load(std::memory_order_relaxed);
  return counters;
}

}  // namespace baton::dds
