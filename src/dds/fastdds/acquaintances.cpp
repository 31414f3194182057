// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/acquaintances.hpp"

#include <algorithm>
#include <optional>

namespace baton::dds::fastdds {
namespace {

using rtps::Announced;
using rtps::Bytes;
using rtps::Entity;
using rtps::entity_of;
using rtps::is_builtin;
using rtps::Prefix;
using rtps::prefix_of;

constexpr Announced all_announced[] = {Announced::writers, Announced::readers};

constexpr std::size_t index_of(Announced what) { return static_cast<std::size_t>(what); }

std::optional<Announced> announced_by(const Entity& writer) {
  for (const Announced what : all_announced) {
    if (writer == announcer_of(what)) return what;
  }
  return std::nullopt;
}

}  // namespace

bool Acquaintances::on_sending(Bytes bytes, std::vector<std::uint8_t>& changed) {
  auto datagram = rtps::Datagram::read(bytes);
  if (!datagram) return false;
  while (const auto submessage = datagram->next()) {
    const auto data = as_data(*submessage);
    const auto heartbeat = as_heartbeat(*submessage);
    if (!data && !heartbeat) continue;
    // All submessages of a datagram come from one writer, so messages of users pass without a lock.
    if (!is_builtin(data ? data->writer : heartbeat->writer)) return !changed.empty();
    const std::lock_guard lock(mutex_);
    if (data) note_announcement(*data, bytes.first(submessage->end));
    const auto what = heartbeat ? announced_by(heartbeat->writer) : std::nullopt;
    if (!what) continue;
    Announcer& announcer = announcers_[index_of(*what)];
    announcer.first = heartbeat->first;
    announcer.last = std::max(announcer.last, heartbeat->last);
    if (changed.empty()) changed.assign(bytes.begin(), bytes.end());
    set_count(changed, *submessage, ++announcer.heartbeats);
  }
  return !changed.empty();
}

/// With the mutex held. `datagram` ends behind the data.
void Acquaintances::note_announcement(const rtps::Data& data, Bytes datagram) {
  if (data.writer == rtps::participant_announcer) {
    announcement_.assign(datagram.begin(), datagram.end());
  } else if (const auto what = announced_by(data.writer)) {
    Announcer& announcer = announcers_[index_of(*what)];
    announcer.last = std::max(announcer.last, data.sequence);
  }
}

void Acquaintances::on_received(Bytes bytes) {
  auto datagram = rtps::Datagram::read(bytes);
  if (!datagram) return;
  std::optional<Prefix> destination;
  while (const auto submessage = datagram->next()) {
    if (const auto named = as_destination(*submessage)) destination = named;
    const auto acknowledgement = as_acknowledgement(*submessage);
    const auto heartbeat = as_heartbeat(*submessage);
    if (!acknowledgement && !heartbeat) continue;
    const std::lock_guard lock(mutex_);
    const auto from = participants_.find(datagram->source());
    if (from == participants_.end() || !is_for_us(destination)) return;
    Participant& participant = from->second;
    if (destination) participant.knows_us = true;
    const auto ours = acknowledgement ? acknowledgement->writer : heartbeat->reader;
    const auto theirs = acknowledgement ? acknowledgement->reader : heartbeat->writer;
    if (!is_builtin(theirs)) {
      if (participant.matches.size() < most_matches) participant.matches.emplace(ours, theirs);
    } else if (const auto what = acknowledgement ? announced_by(ours) : std::nullopt) {
      std::uint64_t& next = participant.next[index_of(*what)];
      next = std::max(next, acknowledgement->next);
    }
  }
}

/// With the mutex held. A datagram without a destination is for every participant.
bool Acquaintances::is_for_us(const std::optional<Prefix>& destination) const {
  if (announcement_.empty()) return false;
  return !destination || *destination == rtps::Datagram::read(announcement_)->source();
}

void Acquaintances::add(const Guid& participant, Whereabouts whereabouts) {
  const std::lock_guard lock(mutex_);
  participants_[prefix_of(participant)].whereabouts = std::move(whereabouts);
}

void Acquaintances::remove(const Guid& participant) {
  const std::lock_guard lock(mutex_);
  participants_.erase(prefix_of(participant));
}

void Acquaintances::forget(const Guid& ours, const Guid& theirs) {
  const std::lock_guard lock(mutex_);
  const auto participant = participants_.find(prefix_of(theirs));
  if (participant == participants_.end()) return;
  participant->second.matches.erase({entity_of(ours), entity_of(theirs)});
}

bool Acquaintances::ask(const Guid& guid, Announced what) {
  const std::lock_guard lock(mutex_);
  const auto found = participants_.find(prefix_of(guid));
  if (found == participants_.end() || announcement_.empty()) return false;
  const Participant& participant = found->second;
  if (!participant.knows_us) {
    send_(announcement_, participant.whereabouts.of_discovery);
    return false;
  }
  if (participant.next[index_of(what)] > announcers_[index_of(what)].last) return true;
  ask_for(what, found->first, participant);
  return false;
}

/// With the mutex held. Sends a heartbeat, which the participant answers with what it has and
/// wants.
void Acquaintances::ask_for(Announced what, const Prefix& name, const Participant& participant) {
  Announcer& announcer = announcers_[index_of(what)];
  const rtps::Heartbeat heartbeat{detector_of(what), announcer_of(what), announcer.first,
                                  announcer.last, ++announcer.heartbeats};
  send_(heartbeat_datagram(rtps::Datagram::read(announcement_)->header(), name, heartbeat),
        participant.whereabouts.of_discovery);
}

bool Acquaintances::has_addressed(const Guid& ours, const Guid& theirs) const {
  const std::lock_guard lock(mutex_);
  const auto participant = participants_.find(prefix_of(theirs));
  return participant != participants_.end() &&
         participant->second.matches.contains({entity_of(ours), entity_of(theirs)});
}

bool Acquaintances::has_addressed_all(const Guid& writer) const {
  return has_addressed(Guid{}, writer);
}

/// Sends a heartbeat with number 1. Fast DDS numbers its own from 1: a reader that has had one
/// ignores this.
void Acquaintances::ask_reader(const Guid& writer, const Guid& reader) const {
  const std::lock_guard lock(mutex_);
  const auto participant = participants_.find(prefix_of(reader));
  if (participant == participants_.end() || announcement_.empty()) return;
  const rtps::Heartbeat heartbeat{entity_of(reader), entity_of(writer), 1, 0, 1};
  send_(heartbeat_datagram(rtps::Datagram::read(announcement_)->header(), participant->first,
                           heartbeat),
        participant->second.whereabouts.of_endpoints);
}

}  // namespace baton::dds::fastdds
