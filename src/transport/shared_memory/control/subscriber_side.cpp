// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/subscriber_side.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "base/kill_point.hpp"
#include "match/compare.hpp"
#include "transport/shared_memory/control/participant.hpp"
#include "transport/shared_memory/control/publisher_side.hpp"
#include "transport/shared_memory/control/shown_name.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {
namespace {

/// A publisher's whole virtual size; a larger claim is refused.
constexpr std::size_t max_segment_bytes = std::size_t{1} << 42;
/// Until a link is tried again; each time twice as long, as far as the time below.
constexpr std::int64_t retry_ns = 10'000'000;
/// Until what was refused for want of descriptors, records or memory is asked for again.
constexpr std::int64_t again_ns = 500'000'000;
/// A dead peer's lock falls sooner after its link; a living one has answered by then, or is
/// stopped.
constexpr std::int64_t cut_ns = 500'000'000;
/// Attempts at a link until the user is told why there is none; and without a wish for one.
constexpr int patient_attempts = 8;
/// Of messages there and back, 64 each; another process may have taken the place of our socket.
constexpr int max_own_rounds = 1000;
/// Only for telling the user: a stopped process may take as long as it likes.
constexpr std::int64_t silence_ns = 2'000'000'000;

/// Of a description that goes along with a HELLO, so that an error can name the field: more could
/// be more than a link keeps.
constexpr std::size_t max_explanation_bytes = std::size_t{128} << 10;

/// Of what a peer may say, the names that there are.
std::string known_policy(const std::string& policy) {
  for (const char* known : {"reliability", "durability", "deadline", "liveliness"}) {
    if (policy == known) return policy;
  }
  return {};
}

}  // namespace

SubscriberSide::SubscriberSide(Participant& participant) : participant_(participant) {}

SubscriberSide::~SubscriberSide() {
  participant_.loop()->cancel_timer(again_timer_);
  for (auto& [id, peer] : peers_) cancel_timers(peer);
}

void SubscriberSide::cancel_timers(Peer& peer) {
  for (base::TimerId* timer : {&peer.silence_timer, &peer.retry_timer, &peer.cut_timer}) {
    participant_.loop()->cancel_timer(std::exchange(*timer, {}));
  }
}

SubscriberSide::Name SubscriberSide::name_of(const std::string& id, const Peer& peer) const {
  if (id == participant_.id()) return {participant_.name(), getpid()};
  const shm::ParticipantInfo* info = peer.entry.info();
  if (info == nullptr || info->name.empty()) return {fmt::format("participant {}", id), 0};
  return {info->name, info->pid};
}

std::string SubscriberSide::title(const std::string& id, const Peer& peer) const {
  const Name name = name_of(id, peer);
  const std::string shown = shown_name(name.process);
  return name.pid == 0 ? shown : fmt::format("{} (pid {})", shown, name.pid);
}

ShmSubscription* SubscriberSide::subscription(std::uint64_t id) const {
  const auto at = participant_.subscriptions().find(id);
  return at == participant_.subscriptions().end() ? nullptr : at->second;
}

void SubscriberSide::scan() {
  // Known ones too: whose file has gone is in no list.
  std::set<std::string> ids;
  for (const auto& [id, peer] : peers_) ids.insert(id);
  for (const shm::Registry& registry : participant_.registries()) {
    const auto listed = registry.list();
    if (listed) {
      ids.insert(listed->begin(), listed->end());
    } else if (lacks_descriptors(listed.error())) {
      overlook(listed.error().text);
    }
  }
  ids.erase(participant_.id());
  for (const std::string& id : ids) look_at(id);
}

void SubscriberSide::look_at(const std::string& id) {
  auto known = peers_.find(id);
  if (known == peers_.end() && id == participant_.id()) return;  // see own_peer()
  if (known == peers_.end()) {
    const auto& registries = participant_.registries();
    for (std::size_t i = 0; i < registries.size(); ++i) {
      registries[i].remove_if_dead(id);
      auto entry = shm::RegistryEntry::open(registries[i].directory_fd(), id);
      if (!entry) {
        if (lacks_descriptors(entry.error())) overlook(entry.error().text);
        continue;
      }
      known = peers_.try_emplace(id).first;
      known->second.registry = i;
      known->second.entry = std::move(*entry);
      break;
    }
    if (known == peers_.end()) return;
  }
  refresh(id, known->second);
}

void SubscriberSide::overlook(const std::string& why) {
  overlooked_ = true;
  if (!std::exchange(overlooked_told_, true)) {
    participant_.emit(EventKind::resources,
                      fmt::format("other participants are not seen: {}{}", why, more_descriptors));
  }
  ask_again_later();
}

/// A stranger's file that is of no use now, or not yet: others may have put it there by the
/// hundred.
bool SubscriberSide::costs_no_descriptor(const Peer& peer) const {
  const bool is_trusted =
      !peer.banned && peer.entry.info() != nullptr && peer.entry.uid() == geteuid();
  return !is_trusted && !peer.link && peer.matches.empty() && peer.cut.empty();
}

/// Whether its process holds its lock. A peer that cannot be asked, for want of a descriptor,
/// counts as alive.
bool SubscriberSide::lives(Peer& peer) {
  const auto& registry = participant_.registries()[peer.registry];
  const base::Status open = peer.entry.awaken(registry.directory_fd());
  return open ? peer.entry.alive() : open.error().code != ENOENT;
}

void SubscriberSide::refresh(const std::string& id, Peer& peer) {
  const auto& registry = participant_.registries()[peer.registry];
  if (base::Status open = peer.entry.awaken(registry.directory_fd()); !open) {
    if (open.error().code == ENOENT) return forget(id);
    if (lacks_descriptors(open.error())) overlook(open.error().text);
    return;
  }
  look_into(id, peer);
  const auto at = peers_.find(id);
  if (at != peers_.end() && costs_no_descriptor(at->second)) at->second.entry.rest();
}

void SubscriberSide::look_into(const std::string& id, Peer& peer) {
  // A participant that has left keeps its lock for as long as it reads: its file says more.
  const bool left = peer.entry.unlinked();
  if (!peer.link && (left || !peer.entry.alive())) return forget(id);
  if (peer.banned) return;
  if (id == participant_.id()) return ask_own_publishers();
  if (left) participant_.on_graph_changed();
  if (peer.entry.changed() && !read_entry(id, peer)) return;
  if (peer.version_told) return;
  ask_for_matches(id, peer);
  send_questions(id, peer);
}

/// False when there is nothing to go on with.
bool SubscriberSide::read_entry(const std::string& id, Peer& peer) {
  if (base::Status done = peer.entry.read(); !done) {
    if (done.error().code == EAGAIN) return false;  // its owner is writing; the end is a change
    peer.banned = true;
    participant_.emit(EventKind::peer_refused, done.error().text);
    return false;
  }
  const shm::ParticipantInfo& info = *peer.entry.info();
  peer.publishers_on.clear();
  std::vector<std::uint64_t> there;
  for (const match::EndpointFacts& each : info.publishers) {
    peer.publishers_on.add(each.topic, &each);
    there.push_back(each.id);
  }
  std::sort(there.begin(), there.end());
  end_cut(peer, [&](const MatchKey& key) {
    return !std::binary_search(there.begin(), there.end(), key.publisher);
  });
  if (!peer.refused.empty()) peer.refused.keep_publishers(std::move(there));
  participant_.on_graph_changed();
  const bool known_version = info.version == shm::layout_version;
  if (!known_version && !peer.version_told) {
    participant_.emit(EventKind::incompatible_version,
                      fmt::format("{} speaks memory layout {}, this process {}: they cannot match; "
                                  "build both with the same Baton",
                                  title(id, peer), info.version, shm::layout_version));
  }
  peer.version_told = !known_version;
  return known_version;
}

void SubscriberSide::ask_for_matches(const std::string& id, Peer& peer) {
  const shm::ParticipantInfo* info = peer.entry.info();
  if (info == nullptr || !may_ask(peer)) return;
  for (const match::EndpointFacts& publisher : info->publishers) {
    for (ShmSubscription* sub : participant_.subscriptions_on(publisher.topic)) {
      if (!meet(id, peer, publisher, *sub)) return;
    }
  }
}

bool SubscriberSide::meet(const std::string& id, Peer& peer, const match::EndpointFacts& publisher,
                          ShmSubscription& subscription) {
  const MatchKey key{subscription.endpoint().id, publisher.id};
  if (peer.matches.contains(key) || peer.refused.has(key)) return true;
  // One that does not read now is asked on when there is room.
  if (!connect(id, peer) || !peer.link->has_room()) return false;
  ask(id, peer, publisher, subscription);
  return true;
}

bool SubscriberSide::meet_own(Peer& own, const ShmPublisher& publisher,
                              ShmSubscription& subscription) {
  const bool both_in_process = publisher.in_process() && subscription.in_process();
  if (match::meets_by_pointer(both_in_process, publisher.endpoint(), subscription.endpoint()))
    return true;
  return meet(participant_.id(), own, publisher.endpoint(), subscription);
}

SubscriberSide::Peer* SubscriberSide::own_peer() {
  const auto known = peers_.find(participant_.id());
  if (known != peers_.end()) return &known->second;
  const auto& registries = participant_.registries();
  if (registries.empty()) return nullptr;
  auto entry = shm::RegistryEntry::open(registries[0].directory_fd(), participant_.id());
  if (!entry) return nullptr;
  Peer& made = peers_[participant_.id()];
  made.entry = std::move(*entry);  // never read: what is in it is known
  return &made;
}

void SubscriberSide::ask_own_publishers() {
  Peer* own = own_peer();
  if (own == nullptr || !may_ask(*own)) return;
  for (const auto& [id, publisher] : participant_.publishers()) {
    for (ShmSubscription* sub : participant_.subscriptions_on(publisher->endpoint().topic)) {
      if (!meet_own(*own, *publisher, *sub)) return;
    }
  }
}

void SubscriberSide::on_publisher_added(ShmPublisher& publisher) {
  const auto& candidates = participant_.subscriptions_on(publisher.endpoint().topic);
  if (candidates.empty()) return;
  Peer* own = own_peer();
  if (own == nullptr || !may_ask(*own)) return;
  for (ShmSubscription* sub : candidates) {
    if (!meet_own(*own, publisher, *sub)) break;
  }
  meet_itself();
}

/// A participant's handshake with itself waits for no other: it is complete before the thread that
/// made an endpoint can use it. Requests for which there was no room are sent meanwhile. What
/// cannot be done now, for want of a descriptor, say, is done later as with any peer.
void SubscriberSide::meet_itself() {
  for (int round = 0; round < max_own_rounds; ++round) {
    const auto own = peers_.find(participant_.id());
    if (own == peers_.end() || !own->second.link) return;
    const auto link = own->second.link;
    const bool served = participant_.publisher_side().serve_own();
    if (!link->serve() && !served) return;
  }
}

std::vector<shm::ParticipantInfo> SubscriberSide::others() {
  std::vector<shm::ParticipantInfo> infos;
  for (auto& [id, peer] : peers_) {
    const shm::ParticipantInfo* info = peer.entry.info();
    if (id == participant_.id() || info == nullptr || peer.banned) continue;
    if (lives(peer) && !peer.entry.unlinked()) infos.push_back(*info);
    if (costs_no_descriptor(peer)) peer.entry.rest();
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
  // Without a link there is a timer that looks again.
  if (!peer.questions.unsent() || !may_ask(peer)) return;
  if (connect(id, peer)) peer.questions.send(*peer.link);
}

void SubscriberSide::stop_asking(const std::string& why) {
  for (auto& [id, peer] : peers_) peer.questions.fail_all(why);
}

bool SubscriberSide::connect(const std::string& id, Peer& peer) {
  if (peer.link) return true;
  const int directory_fd = participant_.registries()[peer.registry].directory_fd();
  const base::Status open = peer.entry.awaken(directory_fd);  // at the end its lock is asked for
  auto socket = open ? base::connect_to(directory_fd, id + ".sock")
                     : base::Result<base::UniqueFd>(open.error());
  if (!socket) {
    // A socket that is not there yet, or a full queue, says nothing for a while.
    if (lacks_descriptors(socket.error())) {
      tell_why_not(id, peer, socket.error().text + more_descriptors);
    } else if (peer.attempts >= patient_attempts) {
      tell_why_not(id, peer, socket.error().text);
    }
    retry(id, peer);
    return false;
  }
  const auto credentials = base::peer_credentials(socket->get());
  if (!credentials || credentials->uid != peer.entry.uid()) {
    ban(id, "its socket belongs to another user than its registry file");
    return false;
  }
  auto link = PacketLink::open(
      *participant_.loop(), std::move(*socket),
      {[this, id](PacketLink::Received received) { return on_message(id, std::move(received)); },
       [this, id](const std::string& why) { on_end(id, why); },
       [this, id] { refresh(id, peers_.at(id)); }});
  if (!link) {
    tell_why_not(id, peer, link.error().text);
    retry(id, peer);
    return false;
  }
  if (!(*link)->send(shm::wire::Intro{participant_.id(), shm::layout_version},
                     {participant_.rec()->read_only_fd()})) {
    tell_why_not(id, peer, std::string("too many descriptors are on their way") + more_descriptors);
    retry(id, peer);
    return false;
  }
  participant_.loop()->cancel_timer(std::exchange(peer.retry_timer, {}));
  peer.link = std::move(*link);
  peer.wakes_by_message = false;
  for (std::uint32_t i = 0; i < participant_.rec()->executors(); ++i) offer_bell(peer, i);
  return true;
}

void SubscriberSide::offer_bell(Peer& peer, std::uint32_t executor) {
  // Another user rings by a message; it gets no descriptor whose flags it could change.
  std::vector<int> fds;
  if (peer.entry.uid() == geteuid()) fds.push_back(participant_.rec()->bell(executor)->fd());
  if (peer.link->send(shm::wire::BellOffer{executor}, fds)) return;
  peer.link->send(shm::wire::BellOffer{executor});  // wakes by a message then
}

void SubscriberSide::on_executor_opened(std::uint32_t executor) {
  for (auto& [id, peer] : peers_) {
    if (peer.link) offer_bell(peer, executor);
  }
}

void SubscriberSide::ask(const std::string& id, Peer& peer, const match::EndpointFacts& publisher,
                         ShmSubscription& subscription) {
  const MatchKey key{subscription.endpoint().id, publisher.id};
  const auto record = participant_.rec()->open_record();
  if (!record) {
    if (refuse_for_now(peer, key)) {
      participant_.emit(EventKind::resources, record.error().text);
    }
    return;
  }
  peer.matches[key] = {.record = *record,
                       .lifespan_ns = publisher.policies.lifespan_ns,
                       .manual_by_topic = publisher.policies.manual_by_topic};
  explain_type(peer, publisher, subscription);
  base::kill_point("hello.before_send");
  const std::uint64_t generation =
      participant_.rec()->rec().record[*record].generation.load(std::memory_order_relaxed);  // ours
  peer.link->send(shm::wire::Hello{publisher.id, *record, subscription.endpoint(), generation});
  base::kill_point("hello.sent");
  participant_.loop()->cancel_timer(peer.silence_timer);
  peer.silence_timer = participant_.loop()->add_timer(silence_ns, 0, [this, id] {
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

void SubscriberSide::explain_type(Peer& peer, const match::EndpointFacts& publisher,
                                  const ShmSubscription& subscription) {
  const std::string& ours = subscription.endpoint().type_hash_text;
  if (ours.empty() || publisher.type_hash_text.empty() || ours == publisher.type_hash_text) return;
  const std::string_view description = subscription.type()->description;
  if (description.size() > max_explanation_bytes) return;
  const auto parts = shm::split_description(0, description);
  for (const shm::wire::Description& part : parts) peer.link->send(part);
}

bool SubscriberSide::on_message(const std::string& id, PacketLink::Received received) {
  using namespace shm::wire;
  Message& message = received.message;
  Peer& peer = peers_.at(id);
  if (const auto* welcome = std::get_if<Welcome>(&message)) {
    return on_welcome(id, peer, *welcome, received);
  }
  if (const auto* reject = std::get_if<Reject>(&message)) {
    on_reject(id, peer, *reject);
  } else if (const auto* bye = std::get_if<Bye>(&message)) {
    on_bye(peer, *bye);
  } else if (const auto* grew = std::get_if<Grew>(&message)) {
    const auto match = peer.matches.find({grew->subscription, grew->publisher});
    const auto reader = match == peer.matches.end() ? nullptr : match->second.reader.lock();
    if (reader) reader->prefault(grew->end_bytes);
  } else if (auto* description = std::get_if<Description>(&message)) {
    if (!peer.questions.on_description(std::move(*description))) {
      participant_.loop()->post(
          [this, id] { ban(id, "its description of a type has no end or no order"); });
      return false;
    }
  } else if (std::holds_alternative<Wake>(message)) {
    peer.wakes_by_message = true;
  } else {
    participant_.loop()->post([this, id] { ban(id, "it sent what only subscriptions send"); });
    return false;
  }
  // WAKE is not sent while its socket is full. Whatever filled it comes through here afterwards, so
  // every message wakes.
  if (peer.wakes_by_message || peer.entry.uid() != geteuid()) {
    for (std::uint32_t i = 0; i < participant_.rec()->executors(); ++i) {
      participant_.rec()->bell(i)->ring();
    }
  }
  return true;
}

bool SubscriberSide::on_welcome(const std::string& id, Peer& peer,
                                const shm::wire::Welcome& welcome, PacketLink::Received& received) {
  const auto bad = [&](const std::string& why) {
    participant_.loop()->post([this, id, why] { ban(id, why); });
    return false;
  };
  const MatchKey key{welcome.subscription, welcome.publisher};
  const auto match = peer.matches.find(key);
  if (match == peer.matches.end()) return true;  // the subscription has gone meanwhile
  if (!match->second.pending) return bad("it welcomed the same subscription twice");
  if (received.fds_lost) {
    turn_down(id, peer, key,
              std::string("no descriptor is left for its segment") + more_descriptors);
    return true;
  }
  if (received.fds.size() != 1) return bad("its welcome came without a segment");
  auto memory = base::PeerMemory::adopt(std::move(received.fds[0]), shm::pool_offset_bytes + 4096,
                                        max_segment_bytes);
  if (!memory && memory.error().code == ENOMEM) {
    turn_down(id, peer, key, memory.error().text);
    return true;
  }
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
  const Name name = name_of(id, peer);
  info.process_name = name.process;
  info.pid = name.pid;
  info.transport = "shared_memory";
  const bool in_place = same_user && sub->reads_in_place();
  info.zero_copy = in_place;
  info.reason = in_place ? "same machine, same user"
                : same_user
                    ? "same machine, same user: messages are copied, as the subscription asks"
                    : "same machine, another user: messages are copied, then validated";
  if (welcome.cdr) {
    info.zero_copy = false;
    info.reason = other_layout_reason;
  }
  auto gone = [participant = participant_.shared_from_this(), id, key,
               record = match->second.record] {
    // The participant outlives its loop's work, but the loop must not own it.
    participant->loop()->post([&side = participant->subscriber_side(), id, key, record] {
      side.on_reader_gone(id, key.publisher, key.subscription, record);
    });
  };
  auto reader =
      std::make_shared<ShmReader>(std::move(*memory), participant_.rec(), match->second.record,
                                  sub->limits(in_place), std::move(info), std::move(gone));
  reader->cdr = welcome.cdr;
  reader->from_other_user = !same_user;
  reader->gid = to_gid(id, welcome.publisher);
  reader->lifespan_ns = match->second.lifespan_ns;
  // [scan/welcome] subscriber: from here on it pins; the publisher sent this after adding it.
  match->second.pending = false;
  match->second.reader = reader;
  peer.refused.erase(key);
  peer.attempts = 0;
  peer.why_not.clear();
  // After a broken link: what was published meanwhile is read if it is still there, else counted.
  sub->add_reader(std::move(reader), take_cut(peer, key).value_or(welcome.start));
  watch_liveliness(key, match->second, *sub);
  participant_.tell(key.subscription, {EndpointEvent::Kind::matched});
  participant_.tell(key.subscription, {EndpointEvent::Kind::liveliness_gained});
  base::kill_point("welcome.begun");
  return true;
}

/// By the lease that the subscription asks for. An automatic publisher is alive as long as its
/// process.
void SubscriberSide::watch_liveliness(const MatchKey& key, Match& match,
                                      const ShmSubscription& subscription) {
  const std::int64_t lease_ns = subscription.endpoint().policies.lease_ns;
  const bool watched = subscription.watches_liveliness();
  if (!match.manual_by_topic || lease_ns == match::unlimited_ns || !watched) return;
  match.watch = participant_.liveliness().add(
      lease_ns,
      [weak = match.reader] {
        const auto reader = weak.lock();
        return reader ? reader->asserted_ns() : std::int64_t{0};
      },
      // The match ends before the watch is forgotten, see finish().
      [this, &match, id = key.subscription](bool alive) {
        match.alive = alive;
        participant_.tell(id, {alive ? EndpointEvent::Kind::liveliness_gained
                                     : EndpointEvent::Kind::liveliness_lost});
      });
}

void SubscriberSide::unwatch(Match& match) {
  participant_.liveliness().remove(std::exchange(match.watch, 0));
}

void SubscriberSide::on_reject(const std::string& id, Peer& peer, const shm::wire::Reject& reject) {
  const MatchKey key{reject.subscription, reject.publisher};
  const auto match = peer.matches.find(key);
  if (match == peer.matches.end() || !match->second.pending) {
    if (reject.refusal == match::Refusal::other_version) {
      participant_.emit(EventKind::incompatible_version, reject.text);
    } else if (reject.refusal == match::Refusal::no_resources) {
      tell_why_not(id, peer, reject.text);  // the whole link, which ends now
    }
    return;
  }
  participant_.rec()->close_record(match->second.record);
  peer.matches.erase(match);
  peer.attempts = 0;
  if (reject.refusal != match::Refusal::no_resources) {
    if (auto cut = peer.cut.extract(key)) finish(cut.mapped(), key, true);
  }
  if (reject.refusal == match::Refusal::unknown_publisher) return;  // gone: nothing to tell
  if (reject.refusal != match::Refusal::no_resources) {
    peer.refused.add_for_good(key);
  } else if (!refuse_for_now(peer, key)) {
    return;
  }
  if (ShmSubscription* sub = subscription(reject.subscription)) sub->count_rejected();
  const std::string text =
      fmt::format("publisher of {}: {}", name_of(id, peer).process, reject.text);
  EventKind kind = EventKind::peer_refused;
  if (reject.refusal == match::Refusal::incompatible_qos) {
    kind = EventKind::incompatible_qos;
    participant_.tell(key.subscription,
                      {EndpointEvent::Kind::incompatible_qos, known_policy(reject.policy), text});
  } else if (reject.refusal == match::Refusal::incompatible_type ||
             reject.refusal == match::Refusal::incompatible_layout) {
    kind = EventKind::incompatible_type;
    participant_.tell(key.subscription, {EndpointEvent::Kind::incompatible_type, {}, text});
  } else if (reject.refusal == match::Refusal::no_resources) {
    kind = EventKind::resources;
  }
  participant_.emit(kind, text);
}

void SubscriberSide::turn_down(const std::string& id, Peer& peer, const MatchKey& key,
                               const std::string& why) {
  participant_.rec()->close_record(peer.matches.at(key).record);
  peer.matches.erase(key);
  peer.link->send(shm::wire::Bye{key.publisher, key.subscription});
  if (refuse_for_now(peer, key)) {
    participant_.emit(EventKind::resources,
                      fmt::format("no match with {}: {}", title(id, peer), why));
  }
}

bool SubscriberSide::refuse_for_now(Peer& peer, const MatchKey& key) {
  ask_again_later();
  return peer.refused.add_for_now(key);
}

void SubscriberSide::ask_again_later() {
  if (std::exchange(will_ask_again_, true)) return;
  again_timer_ = participant_.loop()->add_timer(again_ns, 0, [this] { ask_again(); });
}

void SubscriberSide::ask_again() {
  will_ask_again_ = false;
  if (std::exchange(overlooked_, false)) {
    scan();
    overlooked_told_ = overlooked_;
  }
  bool own = false;
  for (auto& [id, peer] : peers_) {
    if (!peer.refused.ask_again()) continue;
    if (id == participant_.id()) {
      own = true;
    } else {
      ask_for_matches(id, peer);
    }
  }
  if (own) ask_own_publishers();
}

void SubscriberSide::on_publisher_removed(const ShmPublisher& publisher) {
  const auto own = peers_.find(participant_.id());
  if (own == peers_.end()) return;
  const std::uint64_t gone = publisher.endpoint().id;
  own->second.refused.forget_publisher(gone);
  end_cut(own->second, [gone](const MatchKey& key) { return key.publisher == gone; });
}

void SubscriberSide::finish(Match& match, const MatchKey& key, bool drain) {
  if (match.pending) {
    participant_.rec()->close_record(match.record);
    return;
  }
  if (std::exchange(match.ended, true)) return;
  unwatch(match);
  ShmSubscription* sub = subscription(key.subscription);
  if (sub == nullptr) return;
  if (const auto reader = match.reader.lock()) {
    if (drain) {
      sub->finish_reader(*reader);
    } else {
      match.left_off = sub->drop_reader(*reader);
    }
  }
  participant_.tell(key.subscription, {EndpointEvent::Kind::unmatched});
  if (match.alive) participant_.tell(key.subscription, {EndpointEvent::Kind::liveliness_lost});
}

void SubscriberSide::on_bye(Peer& peer, const shm::wire::Bye& bye) {
  const MatchKey key{bye.subscription, bye.publisher};
  for (auto* matches : {&peer.matches, &peer.cut}) {
    if (auto match = matches->extract(key)) finish(match.mapped(), key, true);
  }
}

void SubscriberSide::end_matches(Peer& peer, bool drain) {
  // finish() may release a reader, which only posts: the maps do not change during the loop.
  for (auto* matches : {&peer.matches, &peer.cut}) {
    for (auto& [key, match] : *matches) finish(match, key, drain);
    matches->clear();
  }
}

void SubscriberSide::on_end(const std::string& id, const std::string& why) {
  Peer& peer = peers_.at(id);
  if (!why.empty()) {
    participant_.emit(EventKind::peer_dropped, fmt::format("{} dropped: {}", title(id, peer), why));
  }
  peer.link.reset();
  peer.questions.fail_all(why.empty() ? "it has hung up" : why);
  if (!peer.entry.alive()) return forget(id);
  cut_matches(id, peer);
  retry(id, peer);
}

/// The peer seems to live: it may be dying, and what it published is read then, or it goes on
/// publishing, and what is pinned stays pinned.
void SubscriberSide::cut_matches(const std::string& id, Peer& peer) {
  while (!peer.matches.empty()) {
    auto match = peer.matches.extract(peer.matches.begin());
    if (match.mapped().pending) {
      participant_.rec()->close_record(match.mapped().record);
    } else if (subscription(match.key().subscription) != nullptr) {
      peer.cut.insert(std::move(match));  // the same object: a watch refers to it
    }
  }
  const auto read_on = [](const auto& entry) { return !entry.second.ended; };
  if (std::none_of(peer.cut.begin(), peer.cut.end(), read_on)) return;
  participant_.loop()->cancel_timer(peer.cut_timer);
  peer.cut_timer = participant_.loop()->add_timer(cut_ns, 0, [this, id] { give_up_cut(id); });
}

void SubscriberSide::give_up_cut(const std::string& id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  Peer& peer = at->second;
  if (!peer.link && !peer.entry.alive()) return forget(id);
  for (auto& [key, match] : peer.cut) finish(match, key, false);
  participant_.emit(EventKind::peer_silent,
                    fmt::format("the connection to {} has broken and is not made again yet; it is "
                                "asked again as long as it lives",
                                title(id, peer)));
}

/// Those of which one side is not there any more.
template <class IsGone>
void SubscriberSide::end_cut(Peer& peer, IsGone is_gone) {
  for (auto match = peer.cut.begin(); match != peer.cut.end();) {
    if (!is_gone(match->first)) {
      ++match;
      continue;
    }
    finish(match->second, match->first, true);
    match = peer.cut.erase(match);
  }
}

std::optional<std::uint64_t> SubscriberSide::take_cut(Peer& peer, const MatchKey& key) {
  auto cut = peer.cut.extract(key);
  if (!cut) return std::nullopt;
  finish(cut.mapped(), key, false);
  return cut.mapped().left_off;
}

void SubscriberSide::retry(const std::string& id, Peer& peer) {
  const std::int64_t pause_ns = std::min(retry_ns << std::min(peer.attempts++, 10), again_ns);
  participant_.loop()->cancel_timer(peer.retry_timer);
  peer.retry_timer = participant_.loop()->add_timer(pause_ns, 0, [this, id] { look_again(id); });
}

void SubscriberSide::look_again(const std::string& id) {
  if (const auto at = peers_.find(id); at != peers_.end()) at->second.retry_timer = {};
  look_at(id);
  const auto at = peers_.find(id);
  if (at == peers_.end() || at->second.banned || at->second.link) return;
  // Nothing is wanted of it now. Its lock may fall a moment after its link.
  Peer& peer = at->second;
  if (peer.retry_timer == base::TimerId{} && peer.attempts < patient_attempts) retry(id, peer);
}

void SubscriberSide::tell_why_not(const std::string& id, Peer& peer, const std::string& why) {
  if (std::exchange(peer.why_not, why) == why) return;
  participant_.emit(EventKind::resources,
                    fmt::format("no match with {}: {}", title(id, peer), why));
}

void SubscriberSide::forget(const std::string& id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  cancel_timers(at->second);
  if (at->second.link) at->second.link->close();
  at->second.questions.fail_all("it has gone");
  end_matches(at->second, true);
  peers_.erase(at);
  participant_.on_graph_changed();
  for (const shm::Registry& registry : participant_.registries()) registry.remove_if_dead(id);
}

void SubscriberSide::ban(const std::string& id, const std::string& why) {
  const auto at = peers_.find(id);
  if (at == peers_.end() || at->second.banned) return;
  Peer& peer = at->second;
  participant_.emit(EventKind::peer_dropped, fmt::format("{} dropped: {}", title(id, peer), why));
  peer.banned = true;
  cancel_timers(peer);
  if (peer.link) peer.link->close();
  peer.link.reset();
  peer.questions.fail_all(why);
  end_matches(peer, false);
  participant_.on_graph_changed();
}

void SubscriberSide::on_violation(const std::string& id) {
  ban(id, "the memory that it publishes contradicts itself");
}

void SubscriberSide::on_subscription_added(ShmSubscription& subscription) {
  const std::string& topic = subscription.endpoint().topic;
  for (auto& [id, peer] : peers_) {
    if (!may_ask(peer)) continue;
    for (const match::EndpointFacts* publisher : peer.publishers_on.on(topic)) {
      if (!meet(id, peer, *publisher, subscription)) break;
    }
  }
  const auto& candidates = participant_.publishers_on(topic);
  Peer* own = candidates.empty() ? nullptr : own_peer();
  if (own == nullptr || !may_ask(*own)) return;
  for (const ShmPublisher* publisher : candidates) {
    if (!meet_own(*own, *publisher, subscription)) break;
  }
  meet_itself();
}

void SubscriberSide::on_subscription_removed(ShmSubscription& subscription) {
  const std::uint64_t sub_id = subscription.endpoint().id;
  const MatchKey first{sub_id, 0};
  for (auto& [id, peer] : peers_) {
    auto match = peer.matches.lower_bound(first);
    while (match != peer.matches.end() && match->first.subscription == sub_id) {
      unwatch(match->second);
      if (!match->second.pending) {
        ++match;  // BYE is sent when the last sample is released
        continue;
      }
      if (peer.link) peer.link->send(shm::wire::Bye{match->first.publisher, sub_id});
      participant_.rec()->close_record(match->second.record);
      match = peer.matches.erase(match);
    }
    end_cut(peer, [sub_id](const MatchKey& key) { return key.subscription == sub_id; });
    for (const std::uint64_t publisher : peer.refused.forget_subscription(sub_id)) {
      if (peer.link) peer.link->send(shm::wire::Bye{publisher, sub_id});  // it has not forgotten
    }
  }
}

void SubscriberSide::on_reader_gone(const std::string& id, std::uint64_t publisher,
                                    std::uint64_t subscription, std::uint32_t record) {
  if (const auto peer = peers_.find(id); peer != peers_.end()) {
    auto& matches = peer->second.matches;
    const auto match = matches.find({subscription, publisher});
    // They may have met again since then, with another record: that match goes on.
    if (match != matches.end() && match->second.record == record) {
      unwatch(match->second);
      matches.erase(match);
      if (peer->second.link) peer->second.link->send(shm::wire::Bye{publisher, subscription});
    }
  }
  participant_.rec()->close_record(record);
}

}  // namespace baton::transport
