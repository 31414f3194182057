// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/match_offers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/kill_point.hpp"
#include "match/compare.hpp"
#include "transport/port/type_difference.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_reader.hpp"

namespace baton::transport {

std::string MatchOffers::on_hello(const shm::wire::Hello& hello, const std::string& description) {
  if (hello.record >= shm::max_records || matches_.has_record(hello.record) ||
      matches_.has({hello.publisher, hello.subscription.id})) {
    return fmt::format("it asked for a match with record {}, which is in use or does not exist",
                       hello.record);
  }
  // The subscription has gone meanwhile.
  if (peer_->has_let_go(hello.record, hello.generation)) return {};
  const auto at = local_.publishers().find(hello.publisher);
  if (at == local_.publishers().end()) {
    link_->send(shm::wire::Reject{hello.publisher, hello.subscription.id,
                                  match::Refusal::unknown_publisher, "the publisher has gone"});
    return {};
  }
  match::Verdict verdict = verdict_on(hello, *at->second, description);
  if (verdict.refusal == match::Refusal::none) {
    begin(hello, *at->second);
  } else {
    reject(hello, *at->second, std::move(verdict));
  }
  return {};
}

match::Verdict MatchOffers::verdict_on(const shm::wire::Hello& hello, ShmPublisher& publisher,
                                       const std::string& description) const {
  match::Verdict verdict = match::compare(publisher.endpoint(), hello.subscription);
  if (verdict.refusal == match::Refusal::incompatible_type && publisher.type() != nullptr) {
    const std::string difference =
        difference_of_types(*publisher.type(), description, hello.subscription.type_hash_text);
    if (!difference.empty()) verdict.text += fmt::format(" ({})", difference);
  }
  if (verdict.refusal != match::Refusal::none) return verdict;
  if (std::string why = shared_.why_no_more(publisher); !why.empty()) {
    return {match::Refusal::no_resources, std::move(why)};
  }
  if (base::Status open = publisher.open_segment(); !open) {
    return {match::Refusal::no_resources, open.error().text};
  }
  return {};
}

void MatchOffers::begin(const shm::wire::Hello& hello, ShmPublisher& publisher) {
  const bool cdr = publisher.endpoint().layout_hash != hello.subscription.layout_hash;
  const SessionMatches::Match match{shared_.next_reader_id(), hello.record, hello.generation, cdr};
  base::kill_point("hello.before_add");
  const base::Result<std::uint64_t> start = add_reader(hello, publisher, match);
  if (!start) {
    return reject(hello, publisher, {match::Refusal::no_resources, start.error().text});
  }
  base::kill_point("hello.before_welcome");
  if (!link_->send(shm::wire::Welcome{hello.publisher, hello.subscription.id, *start, cdr,
                                      offer_log(publisher, cdr)},
                   {cdr ? publisher.cdr_segment_fd() : publisher.segment_fd()})) {
    publisher.remove_reader(match.reader_id);
    return reject(hello, publisher,
                  {match::Refusal::no_resources,
                   std::string("no descriptor is left to send its segment") + more_descriptors});
  }
  const SessionMatches::Key key{hello.publisher, hello.subscription.id};
  matches_.add(key, match);
  refused_for_now_.erase(key);
  if (!cdr) {
    link_->send(
        shm::wire::Grew{hello.publisher, hello.subscription.id, publisher.committed_end_bytes()});
  }
  base::kill_point("hello.after_welcome");
  local_.tell(hello.publisher, {EndpointEvent::Kind::matched});
}

/// The segment with CDR is written apart from the log. Without a descriptor on its way the peer
/// looks at each head.
std::uint32_t MatchOffers::offer_log(const ShmPublisher& publisher, bool cdr) {
  const shm::LogPlace* place = publisher.log_place();
  if (cdr || place == nullptr) return shm::no_log_place;
  if (!log_sent_) {
    log_sent_ = link_->send(shm::wire::LogOffer{shm::log_entries}, {place->read_only_fd()});
  }
  return log_sent_ ? place->place() : shm::no_log_place;
}

base::Result<std::uint64_t> MatchOffers::add_reader(const shm::wire::Hello& hello,
                                                    ShmPublisher& publisher,
                                                    const SessionMatches::Match& match) {
  if (peer_->info.name.empty()) {  // its file was being written when INTRO came
    if (auto again = peer_->entry.read_process()) peer_->info.name = std::move(again->name);
  }
  shm::MatchedReader reader = reader_for(hello, publisher, match.reader_id);
  if (match.cdr) return publisher.add_cdr_reader(std::move(reader), info_for(true));
  return publisher.add_reader(std::move(reader), info_for(false));
}

shm::MatchedReader MatchOffers::reader_for(const shm::wire::Hello& hello,
                                           const ShmPublisher& publisher, std::uint64_t id) const {
  const match::Policies& policy = hello.subscription.policies;
  shm::MatchedReader reader;
  reader.id = id;
  reader.peer = peer_->bells;
  reader.rec = &peer_->rec();
  reader.record = &peer_->rec().record[hello.record];
  reader.generation = hello.generation;
  reader.bells = peer_->bells.get();
  reader.depth = std::clamp<std::uint64_t>(policy.depth, 1, shm::max_depth);
  reader.wants_history = policy.transient_local;
  reader.may_pin = peer_->same_user;
  // Another user's process may not hold a publisher back.
  reader.blocks = peer_->same_user && publisher.keeps_all() && policy.keep_all && policy.reliable;
  reader.alive = [shared = peer_] { return shared->entry.alive(); };
  reader.name = peer_->title();
  return reader;
}

MatchInfo MatchOffers::info_for(bool cdr) const {
  MatchInfo info;
  info.participant = peer_->info.id;
  info.process_name = peer_->info.name;
  info.pid = peer_->info.pid;
  info.transport = "shared_memory";
  info.zero_copy = peer_->same_user && !cdr;
  if (cdr) {
    info.reason = other_layout_reason;
  } else {
    info.reason = peer_->same_user
                      ? "same machine, same user"
                      : "same machine, another user: it copies, because it may not pin";
  }
  return info;
}

void MatchOffers::reject(const shm::wire::Hello& hello, ShmPublisher& publisher,
                         match::Verdict verdict) {
  const bool for_now = verdict.refusal == match::Refusal::no_resources;
  // An honest process has no more pairs at once.
  if (refused_for_now_.size() >= shm::max_records) refused_for_now_.clear();
  const bool is_new =
      !for_now || refused_for_now_.insert({hello.publisher, hello.subscription.id}).second;
  if (is_new) publisher.count_rejected();
  const std::string text = fmt::format("subscription of {}: {}", peer_->title(), verdict.text);
  // Both endpoints may be in this participant. Then the subscription's half tells the user, once.
  const bool own = peer_->info.id == local_.id();
  if (for_now) {
    if (is_new) local_.emit(EventKind::resources, text);
  } else if (verdict.refusal == match::Refusal::incompatible_qos) {
    local_.tell(hello.publisher, {EndpointEvent::Kind::incompatible_qos, verdict.policy, text});
    if (!own) local_.emit(EventKind::incompatible_qos, text);
  } else {
    local_.tell(hello.publisher, {EndpointEvent::Kind::incompatible_type, {}, text});
    if (!own) local_.emit(EventKind::incompatible_type, text);
  }
  link_->send(shm::wire::Reject{hello.publisher, hello.subscription.id, verdict.refusal,
                                std::move(verdict.text), std::move(verdict.policy)});
}

void MatchOffers::on_bye(const shm::wire::Bye& bye) {
  const SessionMatches::Key key{bye.publisher, bye.subscription};
  refused_for_now_.erase(key);
  matches_.end(key);  // unless this side said BYE first
}

void MatchOffers::on_publisher_removed(ShmPublisher& publisher) {
  matches_.on_publisher_removed(publisher, [&](const SessionMatches::Key& key, const auto&) {
    link_->send(shm::wire::Bye{key.first, key.second});
  });
  std::erase_if(refused_for_now_, [id = publisher.endpoint().id](const SessionMatches::Key& key) {
    return key.first == id;
  });
}

}  // namespace baton::transport
