// SPDX-License-Identifier: Apache-2.0
#include "transport/subscriber_side.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/kill_point.hpp"
#include "transport/participant.hpp"
#include "transport/shm_subscription.hpp"

namespace baton::transport {
namespace {

/// A publisher's whole virtual size; a larger claim is refused.
constexpr std::size_t max_segment_bytes = std::size_t{1} << 42;
constexpr std::int64_t retry_ns = 10'000'000;
constexpr int max_attempts = 100;  // to connect
/// Half of the time that a publisher gives a subscriber that hung up and lives on.
constexpr int max_probes = 50;
constexpr int max_reconnects = 3;
/// Only for telling the user: a stopped process may take as long as it likes.
constexpr std::int64_t silence_ns = 2'000'000'000;

}  // namespace

SubscriberSide::SubscriberSide(Participant& participant) : participant_(participant) {}

SubscriberSide::~SubscriberSide() {
  for (auto& [id, peer] : peers_) participant_.loop()->cancel_timer(peer.timer);
}

std::string SubscriberSide::title(const std::string& id, const Peer& peer) const {
  if (!peer.info) return fmt::format("participant {}", id);
  return fmt::format("{} (pid {})", peer.info->name, peer.info->pid);
}

ShmSubscription* SubscriberSide::subscription(std::uint64_t id) const {
  const auto at = participant_.subscriptions().find(id);
  return at == participant_.subscriptions().end() ? nullptr : at->second;
}

void SubscriberSide::scan() {
  for (const shm::Registry& registry : participant_.registries()) {
    const auto ids = registry.list();
    if (!ids) continue;
    for (const std::string& id : *ids) look_at(id);
  }
}

void SubscriberSide::look_at(const std::string& id) {
  auto known = peers_.find(id);
  if (known == peers_.end()) {
    const auto& registries = participant_.registries();
    for (std::size_t i = 0; i < registries.size(); ++i) {
      registries[i].remove_if_dead(id);
      auto entry = shm::RegistryEntry::open(registries[i].directory_fd(), id);
      if (!entry) continue;
      known = peers_.try_emplace(id).first;
      known->second.registry = i;
      known->second.entry = std::move(*entry);
      break;
    }
    if (known == peers_.end()) return;
  }
  refresh(id, known->second);
}

void SubscriberSide::refresh(const std::string& id, Peer& peer) {
  // A participant that has left keeps its lock for as long as it reads: its file says more.
  if (!peer.link && (!peer.entry.alive() || peer.entry.unlinked())) return forget(id);
  if (peer.banned) return;
  auto info = peer.entry.read();
  if (!info) {
    if (info.error().code == EAGAIN) return;  // its owner is writing; the end of that is a change
    peer.banned = true;
    participant_.emit(EventKind::peer_refused, info.error().text);
    return;
  }
  peer.info = std::move(*info);
  if (peer.info->version != shm::layout_version) {
    if (!peer.version_told) {
      participant_.emit(EventKind::incompatible_version,
                        fmt::format("{} speaks memory layout {}, this process {}: they cannot "
                                    "match; build both with the same Baton",
                                    title(id, peer), peer.info->version, shm::layout_version));
    }
    peer.version_told = true;
    return;
  }
  ask_for_matches(id, peer);
  send_questions(id, peer);
}

void SubscriberSide::ask_for_matches(const std::string& id, Peer& peer) {
  if (!peer.info || peer.banned || peer.version_told) return;
  // After a hang-up the old matches end first: with the verdict, see probe().
  if (!peer.link && !peer.matches.empty()) return;
  for (const shm::Endpoint& publisher : peer.info->publishers) {
    for (const auto& [sub_id, sub] : participant_.subscriptions()) {
      if (sub->endpoint().topic != publisher.topic) continue;
      const MatchKey key{publisher.id, sub_id};
      if (peer.matches.contains(key) || peer.refused.contains(key)) continue;
      if (!connect(id, peer)) return;
      ask(id, peer, publisher, *sub);
    }
  }
}

std::vector<shm::ParticipantInfo> SubscriberSide::others() const {
  std::vector<shm::ParticipantInfo> infos;
  for (const auto& [id, peer] : peers_) {
    if (id == participant_.id() || !peer.info || peer.banned || peer.entry.unlinked()) continue;
    if (peer.entry.alive()) infos.push_back(*peer.info);
  }
  return infos;
}

std::uint64_t SubscriberSide::ask_for_type(const std::string& id, const std::string& type_name,
                                           const std::string& type_hash,
                                           TypeQuestions::OnAnswer on_answer) {
  const auto at = peers_.find(id);
  if (at == peers_.end() || at->second.banned) {
    on_answer(base::Error{0, "it has gone"});
    return 0;
  }
  const std::uint64_t request =
      at->second.questions.add(type_name, type_hash, std::move(on_answer));
  send_questions(id, at->second);
  return request;
}

void SubscriberSide::forget_question(const std::string& id, std::uint64_t request) {
  const auto at = peers_.find(id);
  if (at != peers_.end()) at->second.questions.forget(request);
}

void SubscriberSide::send_questions(const std::string& id, Peer& peer) {
  // Without a link there is a timer that looks again, or a verdict is awaited.
  if (!peer.questions.unsent() || peer.banned || peer.version_told) return;
  if (!peer.link && !peer.matches.empty()) return;
  if (connect(id, peer)) peer.questions.send(*peer.link);
}

void SubscriberSide::stop_asking(const std::string& why) {
  for (auto& [id, peer] : peers_) peer.questions.fail_all(why);
}

bool SubscriberSide::connect(const std::string& id, Peer& peer) {
  if (peer.link) return true;
  auto socket = base::connect_to(participant_.registries()[peer.registry].directory_fd(),
                                 id + ".sock");
  if (!socket) {
    const bool no_descriptors = socket.error().code == EMFILE || socket.error().code == ENFILE;
    if (no_descriptors && !std::exchange(peer.no_descriptors_told, true)) {
      participant_.emit(EventKind::resources,
                        fmt::format("no match with {}: {}; raise RLIMIT_NOFILE (ulimit -n)",
                                    title(id, peer), socket.error().text));
    }
    // A socket that is not there yet is announced by a change of the file; a full queue is not.
    if (peer.attempts++ < max_attempts) {
      replace_timer(peer, retry_ns, [this, id] { look_at(id); });
    }
    return false;
  }
  const auto credentials = base::peer_credentials(socket->get());
  if (!credentials || credentials->uid != peer.entry.uid()) {
    ban(id, "its socket belongs to another user than its registry file");
    return false;
  }
  auto link = PacketLink::open(
      *participant_.loop(), std::move(*socket),
      {[this, id](shm::wire::Message message, std::vector<base::UniqueFd> fds) {
         return on_message(id, std::move(message), std::move(fds));
       },
       [this, id](const std::string& why) { on_end(id, why); }});
  if (!link) return false;
  peer.link = std::move(*link);
  peer.link->send(shm::wire::Intro{participant_.id(), shm::layout_version},
                  {participant_.rec()->read_only_fd()});
  for (std::uint32_t i = 0; i < participant_.rec()->executors(); ++i) offer_bell(peer, i);
  return true;
}

void SubscriberSide::offer_bell(Peer& peer, std::uint32_t executor) {
  // Another user rings by a message; it gets no descriptor whose flags it could change.
  std::vector<int> fds;
  if (peer.entry.uid() == geteuid()) fds.push_back(participant_.rec()->bell(executor)->fd());
  peer.link->send(shm::wire::BellOffer{executor}, fds);
}

void SubscriberSide::on_executor_opened(std::uint32_t executor) {
  for (auto& [id, peer] : peers_) {
    if (peer.link) offer_bell(peer, executor);
  }
}

void SubscriberSide::ask(const std::string& id, Peer& peer, const shm::Endpoint& publisher,
                         ShmSubscription& subscription) {
  const auto record = participant_.rec()->open_record();
  if (!record) {
    participant_.emit(EventKind::resources, record.error().text);
    peer.refused.insert({publisher.id, subscription.endpoint().id});
    return;
  }
  peer.matches[{publisher.id, subscription.endpoint().id}] = {*record, true, {}};
  explain_type(peer, publisher, subscription);
  base::kill_point("hello.before_send");
  peer.link->send(shm::wire::Hello{publisher.id, *record, subscription.endpoint()});
  base::kill_point("hello.sent");
  replace_timer(peer, silence_ns, [this, id] {
    const auto at = peers_.find(id);
    if (at == peers_.end()) return;
    const bool waiting = std::any_of(at->second.matches.begin(), at->second.matches.end(),
                                     [](const auto& match) { return match.second.pending; });
    if (waiting) {
      participant_.emit(EventKind::peer_silent,
                        fmt::format("{} has not answered for {} s; is it stopped? Waiting goes on",
                                    title(id, at->second), silence_ns / 1'000'000'000));
    }
  });
}

void SubscriberSide::explain_type(Peer& peer, const shm::Endpoint& publisher,
                                  const ShmSubscription& subscription) {
  const std::string& ours = subscription.endpoint().type_hash_text;
  if (ours.empty() || publisher.type_hash_text.empty() || ours == publisher.type_hash_text) return;
  const auto parts = shm::split_description(0, subscription.type()->description);
  for (const shm::wire::Description& part : parts) peer.link->send(part);
}

bool SubscriberSide::on_message(const std::string& id, shm::wire::Message message,
                                std::vector<base::UniqueFd> fds) {
  using namespace shm::wire;
  Peer& peer = peers_.at(id);
  if (const auto* welcome = std::get_if<Welcome>(&message)) {
    return on_welcome(id, peer, *welcome, fds);
  }
  if (const auto* reject = std::get_if<Reject>(&message)) {
    on_reject(peer, *reject);
  } else if (const auto* bye = std::get_if<Bye>(&message)) {
    on_bye(peer, *bye);
  } else if (const auto* grew = std::get_if<Grew>(&message)) {
    const auto match = peer.matches.find({grew->publisher, grew->subscription});
    const auto reader = match == peer.matches.end() ? nullptr : match->second.reader.lock();
    if (reader) reader->prefault(grew->end_bytes);
  } else if (auto* description = std::get_if<Description>(&message)) {
    if (!peer.questions.on_description(std::move(*description))) {
      participant_.loop()->post(
          [this, id] { ban(id, "its description of a type has no end or no order"); });
      return false;
    }
  } else if (!std::holds_alternative<Wake>(message)) {
    participant_.loop()->post([this, id] { ban(id, "it sent what only subscriptions send"); });
    return false;
  }
  // Another user's WAKE is not sent while its socket is full. Whatever filled it comes through here
  // afterwards, so every message wakes.
  if (peer.entry.uid() != geteuid()) {
    for (std::uint32_t i = 0; i < participant_.rec()->executors(); ++i) {
      participant_.rec()->bell(i)->ring();
    }
  }
  return true;
}

bool SubscriberSide::on_welcome(const std::string& id, Peer& peer,
                                const shm::wire::Welcome& welcome,
                                std::vector<base::UniqueFd>& fds) {
  const auto bad = [&](const std::string& why) {
    participant_.loop()->post([this, id, why] { ban(id, why); });
    return false;
  };
  const MatchKey key{welcome.publisher, welcome.subscription};
  const auto match = peer.matches.find(key);
  if (match == peer.matches.end()) return true;  // the subscription has gone meanwhile
  if (!match->second.pending) return bad("it welcomed the same subscription twice");
  if (fds.size() != 1) return bad("its welcome came without a segment");
  auto memory = base::PeerMemory::adopt(std::move(fds[0]), shm::pool_offset_bytes + 4096,
                                        max_segment_bytes);
  if (!memory) return bad(memory.error().text);
  if (!shm::RingReader::header_is_valid(ShmReader::pub(*memory), memory->size_bytes())) {
    return bad("its segment has another format");
  }
  ShmSubscription* sub = subscription(welcome.subscription);
  if (sub == nullptr) return true;
  if (welcome.cdr && sub->type() == nullptr) return bad("it encodes messages of a plain C++ type");
  base::kill_point("welcome.before_begin");

  const bool same_user = peer.entry.uid() == geteuid();
  MatchInfo info;
  info.participant = id;
  info.process_name = peer.info->name;
  info.pid = peer.info->pid;
  info.transport = "shared_memory";
  info.zero_copy = same_user;
  info.reason = same_user ? "same machine, same user"
                          : "same machine, another user: messages are copied, then validated";
  if (welcome.cdr) {
    info.zero_copy = false;
    info.reason = other_layout_reason;
  }
  auto gone = [participant = participant_.shared_from_this(), id, key,
               record = match->second.record] {
    // The participant outlives its loop's work, but the loop must not own it.
    participant->loop()->post([&side = participant->subscriber_side(), id, key, record] {
      side.on_reader_gone(id, key.first, key.second, record);
    });
  };
  auto reader = std::make_shared<ShmReader>(std::move(*memory), participant_.rec(),
                                            match->second.record, sub->limits(same_user),
                                            std::move(info), std::move(gone));
  reader->cdr = welcome.cdr;
  // [scan/welcome] subscriber: from here on it pins; the publisher sent this after adding it.
  match->second.pending = false;
  match->second.reader = reader;
  sub->add_reader(std::move(reader), welcome.start);
  base::kill_point("welcome.begun");
  return true;
}

void SubscriberSide::on_reject(Peer& peer, const shm::wire::Reject& reject) {
  const MatchKey key{reject.publisher, reject.subscription};
  const auto match = peer.matches.find(key);
  if (match == peer.matches.end() || !match->second.pending) {
    if (reject.refusal == shm::Refusal::other_version) {
      participant_.emit(EventKind::incompatible_version, reject.text);
    }
    return;
  }
  participant_.rec()->close_record(match->second.record);
  peer.matches.erase(match);
  if (reject.refusal == shm::Refusal::unknown_publisher) return;  // gone: nothing to tell
  peer.refused.insert(key);
  if (ShmSubscription* sub = subscription(reject.subscription)) sub->count_rejected();
  EventKind kind = EventKind::peer_refused;
  if (reject.refusal == shm::Refusal::incompatible_qos) kind = EventKind::incompatible_qos;
  if (reject.refusal == shm::Refusal::incompatible_type ||
      reject.refusal == shm::Refusal::incompatible_layout) {
    kind = EventKind::incompatible_type;
  }
  participant_.emit(kind, fmt::format("publisher of {}: {}",
                                      peer.info ? peer.info->name : "a participant", reject.text));
}

void SubscriberSide::finish(Match& match, const MatchKey& key, bool drain) {
  if (match.pending) {
    participant_.rec()->close_record(match.record);
    return;
  }
  const auto reader = match.reader.lock();
  ShmSubscription* sub = subscription(key.second);
  if (!reader || sub == nullptr) return;
  drain ? sub->finish_reader(*reader) : sub->drop_reader(*reader);
}

void SubscriberSide::on_bye(Peer& peer, const shm::wire::Bye& bye) {
  const auto match = peer.matches.find({bye.publisher, bye.subscription});
  if (match == peer.matches.end()) return;
  finish(match->second, match->first, true);
  peer.matches.erase(match);
}

void SubscriberSide::end_matches(Peer& peer, bool drain) {
  // finish() may let go of a reader, which only posts: the map is not touched under our hands.
  for (auto& [key, match] : peer.matches) finish(match, key, drain);
  peer.matches.clear();
}

void SubscriberSide::on_end(const std::string& id, const std::string& why) {
  Peer& peer = peers_.at(id);
  if (!why.empty()) {
    participant_.emit(EventKind::peer_dropped,
                      fmt::format("{} dropped: {}", title(id, peer), why));
  }
  peer.link.reset();
  peer.questions.fail_all(why.empty() ? "it has hung up" : why);
  peer.attempts = 0;
  probe(id);
}

/// After a hang-up. Dead: what it published is still read. Alive: it goes on publishing and soon
/// forgets our pins, so nothing more may be read; it is asked again, a few times.
void SubscriberSide::probe(const std::string& id) {
  const auto at = peers_.find(id);
  if (at == peers_.end() || at->second.link) return;
  Peer& peer = at->second;
  if (!peer.entry.alive()) return forget(id);
  if (peer.attempts++ < max_probes) {
    replace_timer(peer, retry_ns, [this, id] { probe(id); });
    return;
  }
  end_matches(peer, false);
  peer.attempts = 0;
  if (peer.reconnects++ < max_reconnects) refresh(id, peer);
}

void SubscriberSide::forget(const std::string& id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  participant_.loop()->cancel_timer(at->second.timer);
  if (at->second.link) at->second.link->close();
  at->second.questions.fail_all("it has gone");
  end_matches(at->second, true);
  peers_.erase(at);
  for (const shm::Registry& registry : participant_.registries()) registry.remove_if_dead(id);
}

void SubscriberSide::ban(const std::string& id, const std::string& why) {
  const auto at = peers_.find(id);
  if (at == peers_.end() || at->second.banned) return;
  Peer& peer = at->second;
  participant_.emit(EventKind::peer_dropped, fmt::format("{} dropped: {}", title(id, peer), why));
  peer.banned = true;
  participant_.loop()->cancel_timer(peer.timer);
  if (peer.link) peer.link->close();
  peer.link.reset();
  peer.questions.fail_all(why);
  end_matches(peer, false);
}

void SubscriberSide::on_violation(const std::string& id) {
  ban(id, "the memory that it publishes contradicts itself");
}

void SubscriberSide::on_subscription_added(ShmSubscription&) {
  for (auto& [id, peer] : peers_) ask_for_matches(id, peer);
}

void SubscriberSide::on_subscription_removed(ShmSubscription& subscription) {
  const std::uint64_t sub_id = subscription.endpoint().id;
  for (auto& [id, peer] : peers_) {
    for (auto match = peer.matches.begin(); match != peer.matches.end();) {
      if (match->first.second == sub_id && match->second.pending) {
        if (peer.link) peer.link->send(shm::wire::Bye{match->first.first, sub_id});
        participant_.rec()->close_record(match->second.record);
        match = peer.matches.erase(match);
      } else {
        ++match;  // BYE is said when the last sample lets go
      }
    }
    std::erase_if(peer.refused, [&](const MatchKey& key) { return key.second == sub_id; });
  }
}

void SubscriberSide::on_reader_gone(const std::string& id, std::uint64_t publisher,
                                    std::uint64_t subscription, std::uint32_t record) {
  const auto at = peers_.find(id);
  if (at != peers_.end() && at->second.matches.erase({publisher, subscription}) > 0 &&
      at->second.link) {
    at->second.link->send(shm::wire::Bye{publisher, subscription});
  }
  participant_.rec()->close_record(record);
}

void SubscriberSide::replace_timer(Peer& peer, std::int64_t delay_ns,
                                   std::function<void()> callback) {
  participant_.loop()->cancel_timer(peer.timer);
  peer.timer = participant_.loop()->add_timer(delay_ns, 0, std::move(callback));
}

}  // namespace baton::transport
