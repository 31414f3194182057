// SPDX-License-Identifier: Apache-2.0
#include "observe/observer.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/clock.hpp"
#include "shm/segment_names.hpp"

namespace baton::observe {

void Observer::find_participants() {
  std::set<std::string> alive;
  for (const std::string& directory : options_.directories) look_in(directory, alive);
  std::erase_if(participants_, [&](const auto& one) { return !alive.contains(one.first); });
}

void Observer::look_in(const std::string& directory, std::set<std::string>& alive) {
  // An observer makes no directory: without one there are no participants.
  std::error_code error;
  if (!std::filesystem::is_directory(directory, error)) return;
  const base::UniqueFd opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return;
  std::filesystem::directory_iterator files(directory, error);
  for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    const auto id = shm::participant_of_file(files->path().filename().string());
    if (!id) continue;
    auto at = participants_.find(*id);
    if (at == participants_.end()) {
      auto entry = shm::RegistryEntry::open(opened.get(), *id);
      if (!entry) continue;
      at = participants_.emplace(*id, std::make_unique<ObservedParticipant>(*id, std::move(*entry)))
               .first;
    }
    if (at->second->refresh()) alive.insert(*id);
  }
}

void Observer::glance() {
  for (const auto& [id, participant] : participants_) {
    participant->glance(options_.topics, options_.stamp_offset, options_.messages);
  }
}

Snapshot Observer::look() {
  find_participants();
  glance();
  const std::int64_t now_ns = base::monotonic_ns();
  Snapshot snapshot;
  snapshot.time_s = static_cast<double>(base::realtime_ns()) * 1e-9;
  if (looked_ns_ != 0) snapshot.interval_s = static_cast<double>(now_ns - looked_ns_) * 1e-9;
  looked_ns_ = now_ns;
  for (const auto& [id, participant] : participants_) {
    snapshot.processes.push_back(participant->process());
    for (SeenPublisher& one : participant->publishers(options_.topics, snapshot.interval_s)) {
      snapshot.publishers.push_back(std::move(one));
    }
    add_subscriptions(snapshot, *participant, now_ns);
  }
  std::erase_if(holds_, [&](const auto& hold) { return hold.second.last_ns != now_ns; });
  return snapshot;
}

void Observer::add_subscriptions(Snapshot& snapshot, const ObservedParticipant& participant,
                                 std::int64_t now_ns) {
  const std::size_t first = snapshot.subscriptions.size();
  for (const match::EndpointFacts& facts : participant.info().subscriptions) {
    if (!options_.topics.empty() && !options_.topics.contains(facts.topic)) continue;
    snapshot.subscriptions.push_back({participant.id(), facts});
  }
  for (const SeenRecord& record : participant.records()) {
    for (std::size_t i = first; i < snapshot.subscriptions.size(); ++i) {
      SeenSubscription& subscription = snapshot.subscriptions[i];
      if (subscription.facts.id != record.subscription) continue;
      SeenMatch match;
      match.publisher_participant = fmt::format("{:016x}", record.publisher_participant);
      match.publisher = record.publisher;
      match.reading = record.cursor != shm::not_reading;
      match.missed = record.missed;
      const auto at = participants_.find(match.publisher_participant);
      const ObservedParticipant* const publisher =
          at == participants_.end() ? nullptr : at->second.get();
      if (publisher != nullptr && match.reading) {
        const std::uint64_t head = publisher->head_of(record.publisher).value_or(record.cursor);
        match.behind = head > record.cursor ? head - record.cursor : 0;
      }
      for (const shm::ChunkIndex chunk : record.pinned) {
        const Hold hold{participant.number(), record.subscription, record.publisher_participant,
                        record.publisher, chunk};
        match.held.push_back(held(hold, publisher, now_ns));
      }
      subscription.matches.push_back(std::move(match));
    }
  }
}

Held Observer::held(const Hold& hold, const ObservedParticipant* publisher, std::int64_t now_ns) {
  Since& since = holds_[hold];
  std::optional<SeenMessage> message;
  if (publisher != nullptr) message = publisher->message_in(hold.publisher, hold.chunk);
  // The pin was released and set again for another message between two looks.
  const bool other = message && since.sequence && *since.sequence != message->sequence;
  if (since.first_ns == 0 || other) since = {now_ns, now_ns, std::nullopt, 0};
  since.last_ns = now_ns;
  if (message) {
    since.sequence = message->sequence;
    since.size_bytes = message->size_bytes;
  }
  return {since.sequence, since.size_bytes, static_cast<double>(now_ns - since.first_ns) * 1e-9};
}

}  // namespace baton::observe
