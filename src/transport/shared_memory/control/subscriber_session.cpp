// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/subscriber_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/event_fd.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"

namespace baton::transport {
namespace {

constexpr std::int64_t intro_timeout_ns = 5'000'000'000;
/// A pause between two slices of ending matches, in which waiting publications go ahead.
constexpr std::int64_t slice_pause_ns = 1'000'000;
/// The pause before the first look at orphans: most belong to a process that is dying, or that
/// connects again at once. Later looks are ever less frequent.
constexpr std::int64_t first_look_ns = 10'000'000;
constexpr std::int64_t longest_look_ns = 500'000'000;

/// Rings a peer of the same user, under the watch.
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

}  // namespace

bool SubscriberSession::open(base::UniqueFd socket) {
  auto link = PacketLink::open(
      *local_.loop(), std::move(socket),
      {[this](PacketLink::Received received) { return on_message(std::move(received)); },
       [this](const std::string& why) { on_end(why); }, [this] { answer(); }});
  if (!link) return false;
  link_ = std::move(*link);
  wait(intro_timeout_ns, [this] { finish(); });
  return true;
}

// ---- what it says

bool SubscriberSession::on_message(PacketLink::Received received) {
  using namespace shm::wire;
  Message& message = received.message;
  if (const auto* intro = std::get_if<Intro>(&message)) return on_intro(*intro, received);
  if (!offers_) return refuse("it did not introduce itself");
  if (const auto* offer = std::get_if<BellOffer>(&message)) return on_bell(*offer, received.fds);
  if (const auto* hello = std::get_if<Hello>(&message)) {
    const std::string broken = offers_->on_hello(*hello, std::exchange(description_, {}));
    return broken.empty() || refuse(broken);
  }
  if (const auto* bye = std::get_if<Bye>(&message)) {
    offers_->on_bye(*bye);
    return true;
  }
  if (auto* question = std::get_if<Describe>(&message)) return on_describe(std::move(*question));
  if (auto* part = std::get_if<Description>(&message)) return on_description(std::move(*part));
  return refuse("it sent a message that only publishers send");
}

bool SubscriberSession::on_intro(const shm::wire::Intro& intro, PacketLink::Received& received) {
  if (peer_) return refuse("it introduced itself twice");
  if (intro.version != shm::layout_version) {
    const std::string why =
        fmt::format("it speaks memory layout {}, this process {}; build both with the same Baton",
                    intro.version, shm::layout_version);
    link_->send(shm::wire::Reject{0, 0, match::Refusal::other_version, why});
    return refuse(why);
  }
  Introduction checked = Introduction::check(local_.registries(), credentials_, intro, received);
  if (checked.lacks_room) return turn_away(checked.why);
  if (!checked.peer) return refuse(checked.why);
  local_.loop()->cancel_timer(std::exchange(timer_, {}));
  state_.on(SessionEvent::introduced);
  peer_ = std::move(checked.peer);
  offers_.emplace(local_, matches_, link_, peer_,
                  MatchOffers::Shared{[this](const ShmPublisher& publisher) {
                                        return owner_.why_no_more(*this, publisher);
                                      },
                                      [this] { return owner_.next_reader_id(); }});
  owner_.on_introduced(*this);
  return true;
}

bool SubscriberSession::on_bell(const shm::wire::BellOffer& offer,
                                std::vector<base::UniqueFd>& fds) {
  bool installed = false;
  if (peer_->same_user && fds.size() == 1) {
    auto bell = base::PeerBell::adopt(std::move(fds[0]));
    if (!bell) return refuse(bell.error().text);
    if (!owner_.bell_watch().add(id_, *bell)) {
      return refuse("it has filled the eventfd of another executor");
    }
    installed = peer_->bells->install(offer.executor, WatchedRing{owner_.bell_watch(), *bell});
  } else {
    // Use a message: another user could fill its eventfd or make it blocking, which would stop this
    // process. The same user's process wakes by a message as well if there was no descriptor left.
    installed = peer_->bells->install(
        offer.executor,
        [socket = link_->socket(), packet = shm::wire::encode(shm::wire::Wake{offer.executor})] {
          return static_cast<bool>(base::send_packet(socket->get(), packet));
        });
    // Tells the peer that messages stand for rings.
    if (peer_->same_user) link_->send(shm::wire::Wake{offer.executor});
  }
  if (installed) return true;
  return refuse(fmt::format("it offered a second bell for executor {}, or one that cannot be",
                            offer.executor));
}

bool SubscriberSession::on_describe(shm::wire::Describe question) {
  if (!answers_.add(std::move(question))) {
    return refuse("it asks for more descriptions of types than it reads");
  }
  answer();
  return true;
}

void SubscriberSession::answer() {
  answers_.send(*link_, [this](const std::string& name, const std::string& hash) {
    return local_.own_description(name, hash);
  });
}

bool SubscriberSession::on_description(shm::wire::Description part) {
  switch (parts_.add(std::move(part))) {
    case shm::DescriptionParts::Progress::nonsense:
      return refuse("its description of a type has no end or no order");
    case shm::DescriptionParts::Progress::whole:
      description_ = parts_.take();
      break;
    case shm::DescriptionParts::Progress::more:
    case shm::DescriptionParts::Progress::unknown:
      break;
  }
  return true;
}

// ---- what publishers do meanwhile

void SubscriberSession::on_publisher_removed(ShmPublisher& publisher) {
  if (offers_) offers_->on_publisher_removed(publisher);
}

void SubscriberSession::on_growth(std::uint64_t publisher, std::size_t end_bytes) {
  matches_.for_each_of(publisher, [&](const SessionMatches::Key& key, const auto& match) {
    // GREW is a hint: a peer that does not read now can do without.
    if (match.cdr || !link_->has_room()) return;
    link_->send(shm::wire::Grew{key.first, key.second, end_bytes});
  });
}

// ---- its end

bool SubscriberSession::refuse(const std::string& why) {
  local_.emit(EventKind::peer_refused,
              fmt::format("subscribing process {} (uid {}) refused: {}",
                          peer_ ? peer_->title() : fmt::format("with pid {}", credentials_.pid),
                          credentials_.uid, why));
  // End the session later: the link is in the middle of a callback.
  local_.loop()->post([&owner = owner_, id = id_] { owner.on_link_ended(id); });
  return false;
}

bool SubscriberSession::turn_away(const std::string& why) {
  owner_.tell_of_waiting(why);
  link_->send(shm::wire::Reject{0, 0, match::Refusal::no_resources, why});
  local_.loop()->post([&owner = owner_, id = id_] { owner.on_turned_away(id); });
  return false;
}

void SubscriberSession::on_end(const std::string& why) {
  if (!why.empty()) {
    local_.emit(EventKind::peer_dropped,
                fmt::format("subscribing process with pid {} dropped: {}", credentials_.pid, why));
  }
  local_.loop()->post([&owner = owner_, id = id_] { owner.on_link_ended(id); });
}

void SubscriberSession::on_link_ended() {
  if (!peer_ || !peer_->entry.alive()) return finish();
  const bool is_known = !state_.is(SessionState::open);
  state_.on(SessionEvent::link_ended);
  if (is_known) return;
  link_->close();
  orphan_matches();
}

void SubscriberSession::orphan_matches() {
  if (!peer_->entry.alive()) return finish();
  if (matches_.orphan_some()) return wait(slice_pause_ns, [this] { orphan_matches(); });
  state_.on(SessionEvent::all_orphaned);
  peer_->bells.reset();
  look_at_orphans();
}

void SubscriberSession::look_at_orphans() {
  const bool more = matches_.end_some([this](const SessionMatches::Match& match) {
    return peer_->has_let_go(match.record, match.generation);
  });
  if (more) return wait(slice_pause_ns, [this] { look_at_orphans(); });
  if (matches_.empty() || !peer_->entry.alive()) return finish();
  wait(std::min(first_look_ns << std::min(looks_++, 10), longest_look_ns),
       [this] { look_at_orphans(); });
}

void SubscriberSession::finish() {
  state_.on(SessionEvent::over);
  local_.loop()->cancel_timer(std::exchange(timer_, {}));
  owner_.bell_watch().forget(id_);
  link_->close();
  matches_.end_some([](const SessionMatches::Match&) { return true; });
  if (!matches_.empty()) return wait(slice_pause_ns, [this] { finish(); });
  owner_.erase(id_);
}

void SubscriberSession::wait(std::int64_t pause_ns, std::function<void()> go_on) {
  local_.loop()->cancel_timer(timer_);
  timer_ = local_.loop()->add_timer(pause_ns, 0, std::move(go_on));
}

}  // namespace baton::transport
