// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/subscriber_matches.hpp"

#include <algorithm>
#include <utility>

#include "transport/port/begin_of_match.hpp"
#include "transport/port/end_of_match.hpp"
#include "transport/shared_memory/control/liveliness_watch.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {

ShmSubscription* SubscriberMatches::subscription(const MatchKey& key) const {
  const auto at = local_.subscriptions().find(key.subscription);
  return at == local_.subscriptions().end() ? nullptr : at->second;
}

const SubscriberMatches::Match* SubscriberMatches::find(const MatchKey& key) const {
  const auto at = matches_.find(key);
  return at == matches_.end() ? nullptr : &at->second;
}

bool SubscriberMatches::awaits_answer() const {
  return std::any_of(matches_.begin(), matches_.end(),
                     [](const auto& entry) { return entry.second.state.is(MatchState::asked); });
}

void SubscriberMatches::ask(const MatchKey& key, std::uint32_t record,
                            const match::Policies& publishers) {
  Match& match = matches_[key];
  match.record = record;
  match.lifespan_ns = publishers.lifespan_ns;
  match.manual_by_topic = publishers.manual_by_topic;
}

void SubscriberMatches::withdraw(const MatchKey& key) {
  auto match = matches_.extract(key);
  finish(key, match.mapped(), MatchEvent::ended, true);
}

void SubscriberMatches::begin(const MatchKey& key, std::shared_ptr<ShmReader> reader,
                              std::uint64_t start) {
  Match& match = matches_.at(key);
  match.state.on(MatchEvent::welcomed);
  match.reader = reader;
  read(key, std::move(reader), start);
  watch_liveliness(key, match, *subscription(key));
  tell_begin_of_match(match.alive,
                      [&](const EndpointEvent& told) { local_.tell(key.subscription, told); });
}

/// Reads on after a broken link: messages published meanwhile are read if they still exist, and
/// otherwise counted as lost.
void SubscriberMatches::read(const MatchKey& key, std::shared_ptr<ShmReader> reader,
                             std::uint64_t start) {
  ShmSubscription& to = *subscription(key);
  auto before = cut_.extract(key);
  if (!before) return to.add_reader(std::move(reader), start);
  // add_reader() replaces the earlier reader in one step, so that each take() finds one of the two:
  // without any it would report an empty topic.
  const std::shared_ptr<ShmReader> earlier = before.mapped().reader.lock();
  to.add_reader(std::move(reader), before.mapped().left_off.value_or(start), earlier.get());
  finish(key, before.mapped(), MatchEvent::ended, false);
}

/// Watches for the lease that the subscription asks for. A publisher with automatic liveliness is
/// alive as long as its process.
void SubscriberMatches::watch_liveliness(const MatchKey& key, Match& match,
                                         const ShmSubscription& subscription) {
  const std::int64_t lease_ns = subscription.endpoint().policies.lease_ns;
  const bool watched = subscription.watches_liveliness();
  if (!match.manual_by_topic || lease_ns == match::unlimited_ns || !watched) return;
  match.watch = local_.liveliness().add(
      lease_ns,
      [weak = match.reader] {
        const auto reader = weak.lock();
        return reader ? reader->asserted_ns() : std::int64_t{0};
      },
      // Safe to refer to the match: it never moves, and finish() forgets the watch first.
      [this, &match, id = key.subscription](bool alive) {
        match.alive = alive;
        local_.tell(id, {alive ? EndpointEvent::Kind::liveliness_gained
                               : EndpointEvent::Kind::liveliness_lost});
      });
}

void SubscriberMatches::unwatch(Match& match) {
  local_.liveliness().remove(std::exchange(match.watch, 0));
}

/// Ends a match for its user and its peer. The match itself stays in its map.
void SubscriberMatches::finish(const MatchKey& key, Match& match, MatchEvent event, bool drain) {
  const MatchState before = match.state.state();
  match.state.on(event);
  if (before == MatchState::asked) return local_.rec()->close_record(match.record);
  if (before == MatchState::remembered) return;
  unwatch(match);
  ShmSubscription* from = subscription(key);
  if (from == nullptr) return;
  if (const auto reader = match.reader.lock()) {
    if (drain) {
      from->finish_reader(*reader);
    } else {
      match.left_off = from->drop_reader(*reader);
    }
  }
  tell_end_of_match(match.alive,
                    [&](const EndpointEvent& told) { local_.tell(key.subscription, told); });
}

void SubscriberMatches::end(const MatchKey& key) {
  if (auto match = matches_.extract(key)) finish(key, match.mapped(), MatchEvent::ended, true);
  end_cut(key);
}

void SubscriberMatches::end_cut(const MatchKey& key) {
  if (auto match = cut_.extract(key)) finish(key, match.mapped(), MatchEvent::ended, true);
}

void SubscriberMatches::end_cut_if(const std::function<bool(const MatchKey&)>& is_gone) {
  for (auto match = cut_.begin(); match != cut_.end();) {
    if (!is_gone(match->first)) {
      ++match;
      continue;
    }
    finish(match->first, match->second, MatchEvent::ended, true);
    match = cut_.erase(match);
  }
}

void SubscriberMatches::end_all(bool drain) {
  // The maps do not change meanwhile: finish() may release a reader, but that only posts work.
  for (Matches* matches : {&matches_, &cut_}) {
    for (auto& [key, match] : *matches) finish(key, match, MatchEvent::ended, drain);
    matches->clear();
  }
}

bool SubscriberMatches::cut() {
  while (!matches_.empty()) {
    auto match = matches_.extract(matches_.begin());
    const bool wanted = subscription(match.key()) != nullptr;
    if (match.mapped().state.is(MatchState::asked) || !wanted) {
      finish(match.key(), match.mapped(), MatchEvent::ended, false);
    } else {
      match.mapped().state.on(MatchEvent::link_broke);
      cut_.insert(std::move(match));  // the node keeps its address, which a watch refers to
    }
  }
  return any_cut();
}

bool SubscriberMatches::any_cut() const {
  return std::any_of(cut_.begin(), cut_.end(),
                     [](const auto& entry) { return entry.second.state.is(MatchState::cut); });
}

bool SubscriberMatches::give_up_cut() {
  const bool any = any_cut();
  for (auto& [key, match] : cut_) finish(key, match, MatchEvent::time_over, false);
  return any;
}

void SubscriberMatches::on_subscription_removed(std::uint64_t subscription, const SayBye& say_bye) {
  auto match = matches_.lower_bound({subscription, 0});
  while (match != matches_.end() && match->first.subscription == subscription) {
    unwatch(match->second);
    if (match->second.state.is(MatchState::reading)) {
      ++match;  // BYE is sent when the last sample is released
      continue;
    }
    say_bye(match->first);
    finish(match->first, match->second, MatchEvent::ended, true);
    match = matches_.erase(match);
  }
  end_cut_if([&](const MatchKey& key) { return key.subscription == subscription; });
}

bool SubscriberMatches::on_reader_gone(const MatchKey& key, std::uint32_t record) {
  const auto match = matches_.find(key);
  if (match == matches_.end() || match->second.record != record) return false;
  unwatch(match->second);
  matches_.erase(match);
  return true;
}

}  // namespace baton::transport
