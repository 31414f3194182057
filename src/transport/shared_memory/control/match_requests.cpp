// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/match_requests.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/kill_point.hpp"
#include "shm/description_parts.hpp"
#include "shm/segment_names.hpp"
#include "transport/shared_memory/control/endpoint_gid.hpp"
#include "transport/shared_memory/control/offered_segment.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {
namespace {

/// After this time without an answer the user is told. Waiting goes on: a stopped process may take
/// as long as it likes.
constexpr std::int64_t silence_ns = 2'000'000'000;
/// Most of a description that is sent ahead of a HELLO, so that an error can name the field. A
/// longer one could exceed what a link queues.
constexpr std::size_t max_explanation_bytes = std::size_t{128} << 10;

/// A policy's name from a peer, if it is a known one; otherwise empty.
std::string known_policy(const std::string& policy) {
  for (const char* known : {"reliability", "durability", "deadline", "liveliness"}) {
    if (policy == known) return policy;
  }
  return {};
}

}  // namespace

void MatchRequests::ask(const match::EndpointFacts& publisher, ShmSubscription& subscription) {
  const MatchKey key{subscription.endpoint().id, publisher.id};
  const auto record = local_.rec()->open_record(
      {subscription.endpoint().id, shm::participant_number(peer_.id()), publisher.id});
  if (!record) {
    if (refuse_for_now(key)) local_.emit(EventKind::resources, record.error().text);
    return;
  }
  matches_.ask(key, *record, publisher.policies);
  explain_type(publisher, subscription);
  base::kill_point("hello.before_send");
  const std::uint64_t generation =
      // This process's own record.
      local_.rec()->rec().record[*record].generation.load(std::memory_order_relaxed);
  link_->send(shm::wire::Hello{publisher.id, *record, subscription.endpoint(), generation});
  base::kill_point("hello.sent");
  watch_silence();
}

/// Sends the type's description ahead of HELLO, so that a refusal can say how the types differ.
void MatchRequests::explain_type(const match::EndpointFacts& publisher,
                                 const ShmSubscription& subscription) {
  const std::string& ours = subscription.endpoint().type_hash_text;
  if (ours.empty() || publisher.type_hash_text.empty() || ours == publisher.type_hash_text) return;
  const std::string_view description = subscription.type()->description;
  if (description.size() > max_explanation_bytes) return;
  const auto parts = shm::split_description(0, description);
  for (const shm::wire::Description& part : parts) link_->send(part);
}

void MatchRequests::watch_silence() {
  stop_waiting();
  silence_timer_ = local_.loop()->add_timer(silence_ns, 0, [this] {
    if (!matches_.awaits_answer()) return;
    local_.emit(EventKind::peer_silent,
                fmt::format("{} has not answered for {} s; is it stopped? Waiting goes on",
                            peer_.title(), silence_ns / 1'000'000'000));
  });
}

std::string MatchRequests::on_welcome(const shm::wire::Welcome& welcome,
                                      PacketLink::Received& received) {
  const MatchKey key{welcome.subscription, welcome.publisher};
  const SubscriberMatches::Match* match = matches_.find(key);
  if (match == nullptr) return {};  // the subscription has gone meanwhile
  if (!match->state.is(MatchState::asked)) return "it welcomed the same subscription twice";
  const auto at = local_.subscriptions().find(welcome.subscription);
  const bool is_there = at != local_.subscriptions().end();
  OfferedSegment segment =
      OfferedSegment::adopt(received, is_there && makes_private(*at->second, welcome));
  if (segment.lacks_room) {
    turn_down(key, segment.why);
    return {};
  }
  if (!segment.memory) return segment.why;
  if (!is_there) return {};
  if (welcome.cdr && at->second->type() == nullptr) {
    return "it encodes messages of a plain C++ type";
  }
  base::kill_point("welcome.before_begin");
  // [scan/welcome] subscriber: from here on it pins; the publisher sent this after adding it.
  matches_.begin(key, make_reader(welcome, std::move(*segment.memory), *at->second), welcome.start);
  refused_.erase(key);
  peer_.on_match();
  base::kill_point("welcome.begun");
  return {};
}

/// Of this user's own messages only, because others are copied.
bool MatchRequests::makes_private(const ShmSubscription& subscription,
                                  const shm::wire::Welcome& welcome) const {
  return subscription.makes_private() && !welcome.cdr && peer_.uid() == geteuid();
}

std::shared_ptr<ShmReader> MatchRequests::make_reader(const shm::wire::Welcome& welcome,
                                                      base::PeerMemory memory,
                                                      const ShmSubscription& subscription) {
  const MatchKey key{welcome.subscription, welcome.publisher};
  const SubscriberMatches::Match& match = *matches_.find(key);
  const bool same_user = peer_.uid() == geteuid();
  auto reader = std::make_shared<ShmReader>(
      std::move(memory), local_.rec(), match.record,
      subscription.limits(same_user && subscription.reads_in_place()),
      info_for(subscription, welcome.cdr), peer_.on_last_sample(key, match.record));
  reader->cdr = welcome.cdr;
  reader->from_other_user = !same_user;
  reader->gid = to_gid(peer_.id(), welcome.publisher);
  reader->lifespan_ns = match.lifespan_ns;
  if (welcome.log_place < shm::max_log_places) {
    reader->log = link_.log();
    reader->log_place = static_cast<std::uint16_t>(welcome.log_place);
  }
  if (makes_private(subscription, welcome)) reader->allow_private(subscription.type());
  return reader;
}

MatchInfo MatchRequests::info_for(const ShmSubscription& subscription, bool cdr) const {
  const bool same_user = peer_.uid() == geteuid();
  MatchInfo info;
  info.participant = peer_.id();
  info.process_name = peer_.process_name();
  info.pid = peer_.pid();
  info.transport = "shared_memory";
  info.zero_copy = !cdr && same_user && subscription.reads_in_place();
  if (cdr) {
    info.reason = other_layout_reason;
  } else if (!same_user) {
    info.reason = "same machine, another user: messages are copied, then validated";
  } else if (!info.zero_copy) {
    info.reason = "same machine, same user: messages are copied, as the subscription asks";
  } else {
    info.reason = "same machine, same user";
  }
  return info;
}

bool MatchRequests::on_reject(const shm::wire::Reject& reject) {
  const MatchKey key{reject.subscription, reject.publisher};
  const SubscriberMatches::Match* match = matches_.find(key);
  if (match == nullptr || !match->state.is(MatchState::asked)) return false;
  matches_.withdraw(key);
  peer_.on_answer();
  const bool for_now = reject.refusal == match::Refusal::no_resources;
  if (!for_now) matches_.end_cut(key);
  if (reject.refusal == match::Refusal::unknown_publisher) return true;  // gone: nothing to tell
  if (!for_now) {
    refused_.add_for_good(key);
  } else if (!refuse_for_now(key)) {
    return true;
  }
  report(key, reject);
  return true;
}

void MatchRequests::report(const MatchKey& key, const shm::wire::Reject& reject) {
  const auto at = local_.subscriptions().find(key.subscription);
  if (at != local_.subscriptions().end()) at->second->count_rejected();
  const std::string text = fmt::format("publisher of {}: {}", peer_.process_name(), reject.text);
  switch (reject.refusal) {
    case match::Refusal::incompatible_qos:
      local_.tell(key.subscription,
                  {EndpointEvent::Kind::incompatible_qos, known_policy(reject.policy), text});
      return local_.emit(EventKind::incompatible_qos, text);
    case match::Refusal::incompatible_type:
    case match::Refusal::incompatible_layout:
      local_.tell(key.subscription, {EndpointEvent::Kind::incompatible_type, {}, text});
      return local_.emit(EventKind::incompatible_type, text);
    case match::Refusal::no_resources:
      return local_.emit(EventKind::resources, text);
    default:
      return local_.emit(EventKind::peer_refused, text);
  }
}

void MatchRequests::turn_down(const MatchKey& key, const std::string& why) {
  matches_.withdraw(key);
  link_->send(shm::wire::Bye{key.publisher, key.subscription});
  if (refuse_for_now(key)) {
    local_.emit(EventKind::resources, fmt::format("no match with {}: {}", peer_.title(), why));
  }
}

bool MatchRequests::refuse_for_now(const MatchKey& key) {
  peer_.ask_again_later();
  return refused_.add_for_now(key);
}

void MatchRequests::on_grew(const shm::wire::Grew& grew) {
  const SubscriberMatches::Match* match = matches_.find({grew.subscription, grew.publisher});
  const auto reader = match == nullptr ? nullptr : match->reader.lock();
  if (reader) reader->prefault(grew.end_bytes);
}

void MatchRequests::on_subscription_removed(std::uint64_t subscription) {
  const auto say_bye = [&](const MatchKey& key) {
    if (link_) link_->send(shm::wire::Bye{key.publisher, key.subscription});
  };
  matches_.on_subscription_removed(subscription, say_bye);
  for (const std::uint64_t publisher : refused_.forget_subscription(subscription)) {
    say_bye({subscription, publisher});  // the publisher has not forgotten the request
  }
}

void MatchRequests::on_reader_gone(const MatchKey& key, std::uint32_t record) {
  // The two may have met again since then, with another record: that match goes on.
  if (!matches_.on_reader_gone(key, record)) return;
  if (link_) link_->send(shm::wire::Bye{key.publisher, key.subscription});
}

}  // namespace baton::transport
