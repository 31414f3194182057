// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/publisher_side.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/event_fd.hpp"
#include "base/kill_point.hpp"
#include "base/platform.hpp"
#include "match/compare.hpp"
#include "transport/port/type_difference.hpp"
#include "transport/shared_memory/control/participant.hpp"
#include "transport/shared_memory/control/shown_name.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_reader.hpp"

namespace baton::transport {
namespace {

/// What a bell of the same user does.
struct WatchedRing {
  BellWatch& watch;
  std::shared_ptr<base::PeerBell> bell;

  bool operator()() const noexcept { return watch.ring(*bell); }
  const std::atomic<bool>& watched() const noexcept { return watch.watching(); }
  void fetch_ahead() const noexcept {
    watch.fetch_ahead();
    __builtin_prefetch(bell.get(), 1);
  }
};

/// Processes that may subscribe here at once. Each costs a descriptor.
constexpr std::size_t max_sessions = 1024;
/// Subscriptions of a publisher. Each costs every publication a look.
constexpr std::size_t max_matches = 4096;
/// No peer has more of either than one part in so many: none can take them all.
constexpr std::size_t shares = 4;
/// Matches that end at once when a peer goes, and the pause after them.
constexpr std::size_t slice_matches = 64;
constexpr std::int64_t slice_pause_ns = 1'000'000;
constexpr int most_at_once = 64;  // of those that wait, before others get their turn
constexpr std::int64_t accept_pause_ns = 100'000'000;
constexpr std::int64_t intro_timeout_ns = 5'000'000'000;
/// Until orphans are looked at for the first time: most are a process that is just dying, or one
/// that connects again at once. Later ever more seldom.
constexpr std::int64_t first_look_ns = 10'000'000;
constexpr std::int64_t longest_look_ns = 500'000'000;

/// A process of this user is a peer; another user is one with all of its processes, of which it can
/// have as many as it likes. Processes of other PID namespaces have no number and count as one.
bool is_same_peer(const base::PeerCredentials& one, const base::PeerCredentials& other) {
  return one.uid == other.uid && (one.uid != geteuid() || one.pid == other.pid);
}

}  // namespace

std::string PublisherSide::Peer::title() const {
  return fmt::format("{} (pid {})", shown_name(info.name), info.pid);
}

PublisherSide::PublisherSide(Participant& participant)
    : participant_(participant),
      second_rings_(participant.loop(),
                    {[this] { return published(); }, [this] { return wake_those_behind(); }}),
      bell_watch_({[this] {
                     participant_.emit(
                         EventKind::peer_dropped,
                         "a subscribing process has filled the eventfd that wakes it; "
                         "it is woken no more");
                   },
                   [this](bool rung) {
                     participant_.loop()->post([this, rung] { second_rings_.on_period(rung); });
                   }}) {}

PublisherSide::~PublisherSide() {
  stop_listening();
  for (auto& [id, session] : sessions_) participant_.loop()->cancel_timer(session.timer);
}

base::Status PublisherSide::listen(shm::Registry& registry) {
  const int fd = registry.listening_fd();
  if (base::Status done =
          participant_.loop()->add_fd(fd, EPOLLIN, [this, fd](std::uint32_t) { accept(fd); });
      !done) {
    return done;
  }
  listening_fds_.push_back(fd);
  fill_spare();
  return {};
}

void PublisherSide::stop_listening() {
  for (const int fd : listening_fds_) participant_.loop()->remove_fd(fd);
  listening_fds_.clear();
}

bool PublisherSide::accept(int listening_fd) {
  auto fd = base::accept_from(listening_fd);
  if (!fd) {
    if (lacks_descriptors(fd.error())) {
      accept_and_turn_away(listening_fd, fd.error().text + more_descriptors);
    }
    return false;
  }
  auto credentials = base::peer_credentials(fd->get());
  if (!credentials) return true;
  if (sessions_.size() >= max_sessions) {
    turn_away(*fd, fmt::format("{} processes subscribe here already, which is the most that "
                               "there can be; use fewer",
                               max_sessions));
    return true;
  }
  const auto sessions_of_peer = std::count_if(
      sessions_.begin(), sessions_.end(),
      [&](const auto& entry) { return is_same_peer(entry.second.credentials, *credentials); });
  if (static_cast<std::size_t>(sessions_of_peer) >= max_sessions / shares) {
    participant_.emit(EventKind::resources,
                      fmt::format("process with pid {} (uid {}) cannot subscribe here: it has {} "
                                  "connections already, the most that one peer can have; use fewer "
                                  "contexts",
                                  credentials->pid, credentials->uid, max_sessions / shares));
    return true;
  }
  const std::uint64_t id = next_session_++;
  auto link =
      PacketLink::open(*participant_.loop(), std::move(*fd),
                       {[this, id](PacketLink::Received received) {
                          return on_message(sessions_.at(id), std::move(received));
                        },
                        [this, id](const std::string& why) { on_end(sessions_.at(id), why); },
                        [this, id] { answer(sessions_.at(id)); }});
  if (!link) return true;
  Session& session = sessions_[id];
  session.link = std::move(*link);
  session.credentials = *credentials;
  session.timer = participant_.loop()->add_timer(intro_timeout_ns, 0, [this, id] { forget(id); });
  return true;
}

bool PublisherSide::serve_own() {
  if (const auto link = own_link_.lock()) return link->serve();
  bool served = false;
  for (const int fd : listening_fds_) {
    for (int i = 0; i < most_at_once && accept(fd); ++i) served = true;
  }
  // It is among those that have not introduced themselves yet.
  std::vector<std::shared_ptr<PacketLink>> links;
  for (const auto& [id, session] : sessions_) {
    if (!session.peer && session.credentials.pid == getpid()) links.push_back(session.link);
  }
  for (const auto& link : links) served = link->serve() || served;
  return served;
}

void PublisherSide::fill_spare() {
  if (!spare_) spare_.reset(eventfd(0, EFD_CLOEXEC));
}

void PublisherSide::accept_and_turn_away(int listening_fd, const std::string& why) {
  spare_.reset();
  if (const auto fd = base::accept_from(listening_fd)) {
    turn_away(*fd, why);
  } else {  // another thread of this process was faster
    tell_of_waiting(why);
    pause_accepting(listening_fd);
  }
  fill_spare();
}

void PublisherSide::turn_away(const base::UniqueFd& socket, const std::string& why) {
  tell_of_waiting(why);
  const shm::wire::Reject reject{0, 0, match::Refusal::no_resources, why};
  (void)base::send_packet(socket.get(), shm::wire::encode(reject));
}

bool PublisherSide::turn_away(Session& session, const std::string& why) {
  tell_of_waiting(why);
  session.link->send(shm::wire::Reject{0, 0, match::Refusal::no_resources, why});
  participant_.loop()->post([this, id = id_of(session)] { forget(id); });  // it has no match yet
  return false;
}

/// Once, until a connection is accepted.
void PublisherSide::tell_of_waiting(const std::string& why) {
  if (std::exchange(waiting_told_, true)) return;
  participant_.emit(EventKind::resources,
                    fmt::format("a subscription waits, because it cannot be accepted: {}", why));
}

/// A connection that waits in the queue keeps the socket readable: looking again at once would
/// never end.
void PublisherSide::pause_accepting(int listening_fd) {
  (void)participant_.loop()->modify_fd(listening_fd, 0);
  participant_.loop()->add_timer(accept_pause_ns, 0, [this, listening_fd] {
    const auto& fds = listening_fds_;
    if (std::find(fds.begin(), fds.end(), listening_fd) == fds.end()) return;
    (void)participant_.loop()->modify_fd(listening_fd, EPOLLIN);
  });
}

std::uint64_t PublisherSide::id_of(const Session& session) const {
  const auto at = std::find_if(sessions_.begin(), sessions_.end(),
                               [&](const auto& entry) { return &entry.second == &session; });
  return at->first;
}

bool PublisherSide::on_message(Session& session, PacketLink::Received received) {
  using namespace shm::wire;
  Message& message = received.message;
  if (const auto* intro = std::get_if<Intro>(&message)) return on_intro(session, *intro, received);
  if (!session.peer) return refuse(session, "it did not introduce itself");
  if (const auto* offer = std::get_if<BellOffer>(&message)) {
    return on_bell(session, *offer, received.fds);
  }
  if (const auto* hello = std::get_if<Hello>(&message)) return on_hello(session, *hello);
  if (const auto* bye = std::get_if<Bye>(&message)) {
    on_bye(session, *bye);
    return true;
  }
  if (auto* question = std::get_if<Describe>(&message)) {
    return on_describe(session, std::move(*question));
  }
  if (auto* part = std::get_if<Description>(&message)) {
    return on_description(session, std::move(*part));
  }
  return refuse(session, "it sent a message that only publishers send");
}

bool PublisherSide::refuse(Session& session, const std::string& why) {
  participant_.emit(EventKind::peer_refused,
                    fmt::format("subscribing process {} (uid {}) refused: {}",
                                session.peer ? session.peer->title()
                                             : fmt::format("with pid {}", session.credentials.pid),
                                session.credentials.uid, why));
  // Later: the session's link is in the middle of a callback.
  participant_.loop()->post([this, id = id_of(session)] { orphan(id); });
  return false;
}

bool PublisherSide::on_intro(Session& session, const shm::wire::Intro& intro,
                             PacketLink::Received& received) {
  if (session.peer) return refuse(session, "it introduced itself twice");
  if (intro.version != shm::layout_version) {
    session.link->send(shm::wire::Reject{
        0, 0, match::Refusal::other_version,
        fmt::format("it speaks memory layout {}, this process {}; build both with the same Baton",
                    intro.version, shm::layout_version)});
    return refuse(session, fmt::format("it speaks memory layout {}, this process {}; build both "
                                       "with the same Baton",
                                       intro.version, shm::layout_version));
  }
  if (received.fds_lost) {
    return turn_away(session,
                     std::string("no descriptor is left for its segment") + more_descriptors);
  }
  if (received.fds.size() != 1) return refuse(session, "its introduction came without a segment");

  auto peer = std::make_shared<Peer>();
  peer->bells = std::make_shared<shm::Bells>();
  peer->credentials = session.credentials;
  peer->same_user = session.credentials.uid == geteuid();
  // The registry must know the participant that it says it is, and with the same user.
  base::Result<shm::RegistryEntry> entry = base::Error{ENOENT, "it is in no registry"};
  for (const shm::Registry& registry : participant_.registries()) {
    entry = shm::RegistryEntry::open(registry.directory_fd(), intro.participant);
    if (entry) break;
  }
  if (!entry && lacks_descriptors(entry.error())) {
    return turn_away(session, entry.error().text + more_descriptors);
  }
  if (!entry) return refuse(session, entry.error().text);
  if (entry->uid() != session.credentials.uid) {
    return refuse(session, fmt::format("it claims to be participant {} of uid {}",
                                       intro.participant, entry->uid()));
  }
  if (!entry->alive()) return refuse(session, "its registry entry is not locked");
  peer->entry = std::move(*entry);
  if (auto info = peer->entry.read_process()) {
    peer->info = std::move(*info);
  } else {
    peer->info.pid = session.credentials.pid;  // its file is being written: only names are missing
  }
  peer->info.id = intro.participant;

  // A page more at most: memory comes in whole pages.
  auto memory = base::PeerMemory::adopt(std::move(received.fds[0]), sizeof(shm::Rec),
                                        sizeof(shm::Rec) + base::page_bytes());
  if (!memory && memory.error().code == ENOMEM) return turn_away(session, memory.error().text);
  if (!memory) return refuse(session, memory.error().text);
  peer->rec_memory = std::move(*memory);
  const shm::RecHeader header = peer->rec().header;
  if (header.magic != shm::rec_magic || header.version != shm::layout_version ||
      header.executors != shm::max_executors || header.records != shm::max_records) {
    return refuse(session, "its record segment has another format");
  }
  waiting_told_ = false;
  participant_.loop()->cancel_timer(session.timer);
  session.peer = std::move(peer);
  if (intro.participant == participant_.id()) own_link_ = session.link;
  return true;
}

bool PublisherSide::on_bell(Session& session, const shm::wire::BellOffer& offer,
                            std::vector<base::UniqueFd>& fds) {
  Peer& peer = *session.peer;
  bool installed = false;
  if (peer.same_user && fds.size() == 1) {
    auto bell = base::PeerBell::adopt(std::move(fds[0]));
    if (!bell) return refuse(session, bell.error().text);
    if (!bell_watch_.add(id_of(session), *bell)) {
      return refuse(session, "it has filled the eventfd of another executor");
    }
    installed = peer.bells->install(offer.executor, WatchedRing{bell_watch_, *bell});
  } else {
    // Another user's eventfd is not touched: what it can fill or make blocking could stop us. And
    // where there is no descriptor left, a message wakes as well.
    installed = peer.bells->install(
        offer.executor, [socket = session.link->socket(),
                         packet = shm::wire::encode(shm::wire::Wake{offer.executor})] {
          return static_cast<bool>(base::send_packet(socket->get(), packet));
        });
    if (peer.same_user) session.link->send(shm::wire::Wake{offer.executor});  // says that it is so
  }
  if (!installed) {
    return refuse(session, fmt::format("it offered a second bell for executor {}, or one that "
                                       "cannot be",
                                       offer.executor));
  }
  return true;
}

bool PublisherSide::on_hello(Session& session, const shm::wire::Hello& hello) {
  const std::string description = std::exchange(session.description, {});
  const MatchKey key{hello.publisher, hello.subscription.id};
  if (hello.record >= shm::max_records || session.records.contains(hello.record) ||
      session.matches.contains(key)) {
    return refuse(session, fmt::format("it asked for a match with record {}, which is in use or "
                                       "does not exist",
                                       hello.record));
  }
  if (has_let_go(session, {0, hello.record, hello.generation, false})) return true;  // meanwhile
  const auto at = participant_.publishers().find(hello.publisher);
  if (at == participant_.publishers().end()) {
    session.link->send(shm::wire::Reject{hello.publisher, hello.subscription.id,
                                         match::Refusal::unknown_publisher,
                                         "the publisher has gone"});
    return true;
  }
  ShmPublisher& publisher = *at->second;
  if (match::Verdict verdict = match::compare(publisher.endpoint(), hello.subscription);
      verdict.refusal != match::Refusal::none) {
    if (verdict.refusal == match::Refusal::incompatible_type && publisher.type() != nullptr) {
      const std::string difference =
          difference_of_types(*publisher.type(), description, hello.subscription.type_hash_text);
      if (!difference.empty()) verdict.text += fmt::format(" ({})", difference);
    }
    reject(session, hello, publisher, std::move(verdict));
    return true;
  }
  if (const std::string why = why_no_more(session, publisher); !why.empty()) {
    reject(session, hello, publisher, {match::Refusal::no_resources, why});
    return true;
  }
  if (base::Status open = publisher.open_segment(); !open) {
    reject(session, hello, publisher, {match::Refusal::no_resources, open.error().text});
    return true;
  }
  base::kill_point("hello.before_add");

  Peer& peer = *session.peer;
  if (peer.info.name.empty()) {  // its file was being written when it introduced itself
    if (auto again = peer.entry.read_process()) peer.info.name = std::move(again->name);
  }
  MatchInfo info;
  info.participant = peer.info.id;
  info.process_name = peer.info.name;
  info.pid = peer.info.pid;
  info.transport = "shared_memory";
  info.zero_copy = peer.same_user;
  info.reason = peer.same_user ? "same machine, same user"
                               : "same machine, another user: it copies, because it may not pin";
  shm::MatchedReader reader = make_reader(session, hello, publisher);
  const bool cdr = publisher.endpoint().layout_hash != hello.subscription.layout_hash;
  const Match match{reader.id, hello.record, hello.generation, cdr};
  base::Result<std::uint64_t> start = std::uint64_t{0};
  if (cdr) {
    info.zero_copy = false;
    info.reason = other_layout_reason;
    start = publisher.add_cdr_reader(std::move(reader), std::move(info));
  } else {
    start = publisher.add_reader(std::move(reader), std::move(info));
  }
  if (!start) {
    reject(session, hello, publisher, {match::Refusal::no_resources, start.error().text});
    return true;
  }
  base::kill_point("hello.before_welcome");
  if (!session.link->send(shm::wire::Welcome{hello.publisher, hello.subscription.id, *start, cdr},
                          {cdr ? publisher.cdr_segment_fd() : publisher.segment_fd()})) {
    publisher.remove_reader(match.reader_id);
    reject(session, hello, publisher,
           {match::Refusal::no_resources,
            std::string("no descriptor is left to send its segment") + more_descriptors});
    return true;
  }
  session.matches[key] = match;
  session.records.insert(hello.record);
  session.refused_for_now.erase(key);
  if (!cdr) {
    session.link->send(
        shm::wire::Grew{hello.publisher, hello.subscription.id, publisher.committed_end_bytes()});
  }
  base::kill_point("hello.after_welcome");
  participant_.tell(hello.publisher, {EndpointEvent::Kind::matched});
  return true;
}

/// Why the peer cannot have one more match with the publisher; empty if it can.
std::string PublisherSide::why_no_more(const Session& asking, const ShmPublisher& publisher) const {
  if (publisher.match_count() >= max_matches) {
    return fmt::format(
        "the publisher has {} subscriptions already, which is the most that there can "
        "be",
        max_matches);
  }
  const std::uint64_t id = publisher.endpoint().id;
  std::size_t count = 0;
  for (const auto& [number, session] : sessions_) {
    if (!is_same_peer(session.credentials, asking.credentials)) continue;
    auto match = session.matches.lower_bound({id, 0});
    for (; match != session.matches.end() && match->first.first == id; ++match) ++count;
  }
  if (count < max_matches / shares) return {};
  return fmt::format(
      "it has {} subscriptions of this publisher already, which is the most that one "
      "peer can have; use fewer",
      count);
}

std::uint64_t PublisherSide::published() const {
  std::uint64_t sum = 0;
  for (const auto& [id, publisher] : participant_.publishers()) sum += publisher->published();
  return sum;
}

std::size_t PublisherSide::wake_those_behind() {
  std::size_t woken = 0;
  for (const auto& [id, publisher] : participant_.publishers())
    woken += publisher->wake_those_behind();
  bell_watch_.disregard(woken);
  return woken;
}

void PublisherSide::reject(Session& session, const shm::wire::Hello& hello, ShmPublisher& publisher,
                           match::Verdict verdict) {
  const bool for_now = verdict.refusal == match::Refusal::no_resources;
  const bool is_new =
      !for_now || session.refused_for_now.insert({hello.publisher, hello.subscription.id}).second;
  if (is_new) publisher.count_rejected();
  const std::string text =
      fmt::format("subscription of {}: {}", session.peer->title(), verdict.text);
  // Both ends in one participant: its user is told once, by the subscription's half.
  const bool own = session.peer->info.id == participant_.id();
  if (for_now) {
    if (is_new) participant_.emit(EventKind::resources, text);
  } else if (verdict.refusal == match::Refusal::incompatible_qos) {
    participant_.tell(hello.publisher,
                      {EndpointEvent::Kind::incompatible_qos, verdict.policy, text});
    if (!own) participant_.emit(EventKind::incompatible_qos, text);
  } else {
    participant_.tell(hello.publisher, {EndpointEvent::Kind::incompatible_type, {}, text});
    if (!own) participant_.emit(EventKind::incompatible_type, text);
  }
  session.link->send(shm::wire::Reject{hello.publisher, hello.subscription.id, verdict.refusal,
                                       std::move(verdict.text), std::move(verdict.policy)});
}

shm::MatchedReader PublisherSide::make_reader(const Session& session, const shm::wire::Hello& hello,
                                              const ShmPublisher& publisher) {
  Peer& peer = *session.peer;
  const match::Policies& policy = hello.subscription.policies;
  shm::MatchedReader reader;
  reader.id = next_reader_++;
  reader.peer = peer.bells;
  reader.rec = &peer.rec();
  reader.record = &peer.rec().record[hello.record];
  reader.generation = hello.generation;
  reader.bells = peer.bells.get();
  reader.depth = std::clamp<std::uint64_t>(policy.depth, 1, shm::max_depth);
  reader.wants_history = policy.transient_local;
  reader.may_pin = peer.same_user;
  // Another user's process may not hold a publisher back.
  reader.blocks = peer.same_user && publisher.keeps_all() && policy.keep_all && policy.reliable;
  reader.alive = [shared = session.peer] { return shared->entry.alive(); };
  reader.name = peer.title();
  return reader;
}

bool PublisherSide::on_describe(Session& session, shm::wire::Describe question) {
  if (!session.answers.add(std::move(question))) {
    return refuse(session, "it asks for more descriptions of types than it reads");
  }
  answer(session);
  return true;
}

void PublisherSide::answer(Session& session) {
  session.answers.send(*session.link, [this](const std::string& name, const std::string& hash) {
    return participant_.own_description(name, hash);
  });
}

bool PublisherSide::on_description(Session& session, shm::wire::Description part) {
  switch (session.parts.add(std::move(part))) {
    case shm::DescriptionParts::Progress::nonsense:
      return refuse(session, "its description of a type has no end or no order");
    case shm::DescriptionParts::Progress::whole:
      session.description = session.parts.take();
      break;
    case shm::DescriptionParts::Progress::more:
    case shm::DescriptionParts::Progress::unknown:
      break;
  }
  return true;
}

void PublisherSide::on_bye(Session& session, const shm::wire::Bye& bye) {
  session.refused_for_now.erase({bye.publisher, bye.subscription});
  const auto match = session.matches.find({bye.publisher, bye.subscription});
  if (match == session.matches.end()) return;  // we said it first
  end(session, Slice{match});
}

/// Of those that `concerns`, as many as may end at once: a publication waits for a slice, not for
/// all.
template <class Concerns>
PublisherSide::Slice PublisherSide::slice_of(Session& session, Concerns concerns) {
  Slice slice;
  for (auto at = session.matches.begin();
       at != session.matches.end() && slice.size() < slice_matches; ++at) {
    if (concerns(at->second)) slice.push_back(at);
  }
  return slice;
}

/// Once for each publisher that is there, with its readers in the slice.
template <class Act>
void PublisherSide::for_each_publisher(const Slice& slice, Act act) {
  for (auto first = slice.begin(); first != slice.end();) {
    const std::uint64_t id = (*first)->first.first;
    std::vector<std::uint64_t> readers;
    for (; first != slice.end() && (*first)->first.first == id; ++first) {
      readers.push_back((*first)->second.reader_id);
    }
    std::sort(readers.begin(), readers.end());
    const auto publisher = participant_.publishers().find(id);
    if (publisher != participant_.publishers().end()) act(*publisher->second, readers);
  }
}

void PublisherSide::end(Session& session, const Slice& slice) {
  for_each_publisher(slice, [](ShmPublisher& publisher, const auto& readers) {
    publisher.remove_readers(readers);
  });
  for (const auto& match : slice) {
    if (!match->second.orphaned) {
      participant_.tell(match->first.first, {EndpointEvent::Kind::unmatched});
    }
    session.records.erase(match->second.record);
    session.matches.erase(match);
  }
}

/// False when all of them are.
bool PublisherSide::orphan_some(Session& session) {
  const Slice slice = slice_of(session, [](const Match& match) { return !match.orphaned; });
  for_each_publisher(slice, [](ShmPublisher& publisher, const auto& readers) {
    publisher.orphan_readers(readers);
  });
  for (const auto& match : slice) {
    match->second.orphaned = true;
    participant_.tell(match->first.first, {EndpointEvent::Kind::unmatched});
  }
  return slice.size() == slice_matches;
}

void PublisherSide::on_publisher_removed(ShmPublisher& publisher) {
  const std::uint64_t publisher_id = publisher.endpoint().id;
  for (auto& [id, session] : sessions_) {
    const auto first = session.matches.lower_bound({publisher_id, 0});
    auto match = first;
    for (; match != session.matches.end() && match->first.first == publisher_id; ++match) {
      publisher.remove_reader(match->second.reader_id);
      session.records.erase(match->second.record);
      session.link->send(shm::wire::Bye{match->first.first, match->first.second});
    }
    session.matches.erase(first, match);
    std::erase_if(session.refused_for_now,
                  [&](const MatchKey& key) { return key.first == publisher_id; });
  }
}

void PublisherSide::on_growth(std::uint64_t publisher_id, std::size_t end_bytes) {
  for (auto& [id, session] : sessions_) {
    auto match = session.matches.lower_bound({publisher_id, 0});
    for (; match != session.matches.end() && match->first.first == publisher_id; ++match) {
      // A hint: a peer that does not read now may do without.
      if (match->second.cdr || !session.link->has_room()) continue;
      session.link->send(shm::wire::Grew{publisher_id, match->first.second, end_bytes});
    }
  }
}

void PublisherSide::on_end(Session& session, const std::string& why) {
  const std::uint64_t id = id_of(session);
  if (!why.empty()) {
    participant_.emit(
        EventKind::peer_dropped,
        fmt::format("subscribing process with pid {} dropped: {}", session.credentials.pid, why));
  }
  participant_.loop()->post([this, id] { orphan(id); });
}

/// The connection has ended. Its process may live, and read what it has pinned.
void PublisherSide::orphan(std::uint64_t session_id) {
  const auto at = sessions_.find(session_id);
  if (at == sessions_.end()) return;
  Session& session = at->second;
  participant_.loop()->cancel_timer(session.timer);
  session.link->close();
  if (!session.peer || !session.peer->entry.alive()) return forget(session_id);
  if (orphan_some(session)) return go_on_later(session, [this, session_id] { orphan(session_id); });
  session.peer->bells.reset();
  look_at_orphans(session_id);
}

void PublisherSide::look_at_orphans(std::uint64_t session_id) {
  const auto at = sessions_.find(session_id);
  if (at == sessions_.end()) return;
  Session& session = at->second;
  const Slice slice =
      slice_of(session, [&](const Match& match) { return has_let_go(session, match); });
  end(session, slice);
  if (slice.size() == slice_matches) {
    return go_on_later(session, [this, session_id] { look_at_orphans(session_id); });
  }
  if (session.matches.empty() || !session.peer->entry.alive()) return forget(session_id);
  const std::int64_t pause_ns =
      std::min(first_look_ns << std::min(session.looks++, 10), longest_look_ns);
  session.timer = participant_.loop()->add_timer(
      pause_ns, 0, [this, session_id] { look_at_orphans(session_id); });
}

bool PublisherSide::has_let_go(const Session& session, const Match& match) const {
  const shm::Record& record = session.peer->rec().record[match.record];
  // [record/closed] publisher
  return record.generation.load(std::memory_order_acquire) != match.generation;
}

void PublisherSide::forget(std::uint64_t session_id) {
  const auto at = sessions_.find(session_id);
  if (at == sessions_.end()) return;
  Session& session = at->second;
  participant_.loop()->cancel_timer(session.timer);
  bell_watch_.forget(session_id);
  session.link->close();
  end(session, slice_of(session, [](const Match&) { return true; }));
  if (!session.matches.empty()) {
    return go_on_later(session, [this, session_id] { forget(session_id); });
  }
  const std::shared_ptr<Peer> peer = session.peer;
  sessions_.erase(at);
  if (!peer) return;
  for (const shm::Registry& registry : participant_.registries()) {
    registry.remove_if_dead(peer->info.id);
  }
}

/// Publications that waited for the last slice go ahead before the next.
void PublisherSide::go_on_later(Session& session, std::function<void()> go_on) {
  session.timer = participant_.loop()->add_timer(slice_pause_ns, 0, std::move(go_on));
}

}  // namespace baton::transport
