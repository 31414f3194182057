// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/publishing_peer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "match/compare.hpp"
#include "transport/shared_memory/control/shown_name.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {
namespace {

/// How long a cut match is read on. The lock of a dead peer falls within that time; a living peer
/// has answered by then, or is stopped.
constexpr std::int64_t cut_ns = 500'000'000;

}  // namespace

PublishingPeer::PublishingPeer(LocalParticipant& local, Owner& owner, std::string id, PeerFile file)
    : local_(local),
      owner_(owner),
      id_(std::move(id)),
      // This participant knows the contents of its own file without reading it.
      state_(peer_transitions, is_own() ? PeerState::idle : PeerState::found),
      file_(std::move(file)),
      link_(local),
      requests_(local, link_, *this) {}

PublishingPeer::~PublishingPeer() {
  cancel(look_timer_);
  cancel(cut_timer_);
}

// ---- what it is

std::string PublishingPeer::process_name() const {
  if (is_own()) return local_.name();
  const shm::ParticipantInfo* info = file_.info();
  return info == nullptr || info->name.empty() ? fmt::format("participant {}", id_) : info->name;
}

std::int64_t PublishingPeer::pid() const {
  if (is_own()) return getpid();
  const shm::ParticipantInfo* info = file_.info();
  return info == nullptr || info->name.empty() ? 0 : info->pid;
}

std::string PublishingPeer::title() const {
  const std::string shown = shown_name(process_name());
  return pid() == 0 ? shown : fmt::format("{} (pid {})", shown, pid());
}

/// Whether the file of this peer rests while nothing is asked of it. There may be hundreds of
/// strangers with a file that is of no use now.
bool PublishingPeer::costs_no_descriptor() const {
  const bool is_trusted =
      !is_given_up(state()) && file_.info() != nullptr && file_.uid() == geteuid();
  return !is_trusted && !link_ && requests_.matches().empty();
}

const shm::ParticipantInfo* PublishingPeer::reachable() {
  if (is_own() || file_.info() == nullptr || is_given_up(state())) return nullptr;
  const bool is_there = file_.lives() && !file_.withdrawn();
  if (costs_no_descriptor()) file_.rest();
  return is_there ? file_.info() : nullptr;
}

// ---- its file

bool PublishingPeer::look() {
  if (base::Status open = file_.awaken(); !open) {
    if (lacks_descriptors(open.error())) owner_.overlook(open.error().text);
    return open.error().code != ENOENT;
  }
  const bool is_there = look_into();
  if (is_there && costs_no_descriptor()) file_.rest();
  return is_there;
}

bool PublishingPeer::look_into() {
  // The lock does not say whether a participant has left: it keeps the lock for as long as it
  // reads. So ask whether the file is withdrawn.
  const bool withdrawn = file_.withdrawn();
  if (!link_ && (withdrawn || !file_.alive())) return false;
  if (is_given_up(state())) return true;
  if (!is_own()) {
    if (withdrawn) local_.on_graph_changed();
    if (!read_file()) return true;
  }
  ask_for_matches();
  send_questions();
  return true;
}

/// Reads the file if it has changed. False when there is nothing to ask the peer for.
bool PublishingPeer::read_file() {
  std::string why;
  const PeerFile::News news = file_.read(why);
  if (news == PeerFile::News::none) return true;
  // The peer is looked at again when it has finished writing, because that changes the file.
  if (news == PeerFile::News::being_written) return false;
  if (news == PeerFile::News::refused) {
    state_.on(PeerEvent::file_refused);
    cancel(look_timer_);
    local_.emit(EventKind::peer_refused, why);
    return false;
  }
  std::vector<std::uint64_t> there = file_.publisher_ids();
  requests_.matches().end_cut_if([&](const MatchKey& key) {
    return !std::binary_search(there.begin(), there.end(), key.publisher);
  });
  if (!requests_.refused().empty()) requests_.refused().keep_publishers(std::move(there));
  local_.on_graph_changed();
  if (news == PeerFile::News::other_version) {
    on_other_version();
    return false;
  }
  state_.on(PeerEvent::file_read);
  return true;
}

void PublishingPeer::on_other_version() {
  const bool told = state_.is(PeerState::other_version);
  state_.on(PeerEvent::other_version_read);
  cancel(look_timer_);
  if (told) return;
  local_.emit(EventKind::incompatible_version,
              fmt::format("{} speaks memory layout {}, this process {}: they cannot match; build "
                          "both with the same Baton",
                          title(), file_.info()->version, shm::layout_version));
}

void PublishingPeer::leave() {
  link_.close();
  questions_.fail_all("it has gone");
  requests_.matches().end_all(true);
}

void PublishingPeer::ban(const std::string& why) {
  const bool known = state_.is(PeerState::banned);
  state_.on(PeerEvent::rules_broken);
  if (known) return;
  local_.emit(EventKind::peer_dropped, fmt::format("{} dropped: {}", title(), why));
  cancel(look_timer_);
  cancel(cut_timer_);
  requests_.stop_waiting();
  link_.close();
  questions_.fail_all(why);
  requests_.matches().end_all(false);
  local_.on_graph_changed();
  await_end_of_cut();
}

// ---- what is wanted of it

void PublishingPeer::ask_for_matches() {
  if (!may_ask(state())) return;
  if (is_own()) return ask_own_publishers();
  for (const match::EndpointFacts& publisher : file_.info()->publishers) {
    for (ShmSubscription* sub : local_.subscriptions_on(publisher.topic)) {
      if (!meet(publisher, *sub)) return;
    }
  }
}

void PublishingPeer::ask_for_matches(ShmSubscription& subscription) {
  if (!may_ask(state())) return;
  for (const match::EndpointFacts* publisher : file_.publishers_on(subscription.endpoint().topic)) {
    if (!meet(*publisher, subscription)) return;
  }
}

void PublishingPeer::ask_own_publishers() {
  for (const auto& [id, publisher] : local_.publishers()) {
    for (ShmSubscription* sub : local_.subscriptions_on(publisher->endpoint().topic)) {
      if (!meet_own(*publisher, *sub)) return;
    }
  }
}

bool PublishingPeer::meet_own(const ShmPublisher& publisher, ShmSubscription& subscription) {
  const bool both_in_process = publisher.in_process() && subscription.in_process();
  if (match::meets_by_pointer(both_in_process, publisher.endpoint(), subscription.endpoint()))
    return true;
  return meet(publisher.endpoint(), subscription);
}

bool PublishingPeer::meet(const match::EndpointFacts& publisher, ShmSubscription& subscription) {
  if (requests_.knows({subscription.endpoint().id, publisher.id})) return true;
  // If the peer does not read now, the subscription is asked for when the link has room again.
  if (!connect() || !link_->has_room()) return false;
  requests_.ask(publisher, subscription);
  return true;
}

void PublishingPeer::send_questions() {
  // Without a link a timer looks again.
  if (!questions_.unsent() || !may_ask(state())) return;
  if (connect()) questions_.send(*link_.packets());
}

void PublishingPeer::on_executor_opened(std::uint32_t executor) {
  if (link_) link_.offer_bell(executor);
}

// ---- its link

bool PublishingPeer::connect() {
  if (link_) return true;
  const PublisherLink::Attempt attempt = attempt_link();
  switch (attempt.outcome) {
    case PublisherLink::Outcome::made:
      state_.on(PeerEvent::connected);
      cancel(look_timer_);
      return true;
    case PublisherLink::Outcome::other_user:
      ban("its socket belongs to another user than its registry file");
      return false;
    case PublisherLink::Outcome::no_room:
      tell_why_not(attempt.why);
      break;
    case PublisherLink::Outcome::not_now:
      // Tell the user only after some attempts: a new peer may not listen yet.
      if (!pace_.is_patient()) tell_why_not(attempt.why);
      break;
  }
  plan_look();
  return false;
}

PublisherLink::Attempt PublishingPeer::attempt_link() {
  // Open the file now: when the link ends, its lock tells whether the peer lives.
  if (const base::Status open = file_.awaken(); !open) {
    if (!lacks_descriptors(open.error())) {
      return {PublisherLink::Outcome::not_now, open.error().text};
    }
    return {PublisherLink::Outcome::no_room, open.error().text + more_descriptors};
  }
  return link_.connect(
      file_.directory_fd(), id_, file_.uid(),
      {[this](PacketLink::Received received) { return on_message(std::move(received)); },
       [this](const std::string& why) { on_link_end(why); }, [this] { owner_.look_at(id_); }});
}

void PublishingPeer::plan_look() {
  state_.on(PeerEvent::look_planned);
  cancel(look_timer_);
  look_timer_ = local_.loop()->add_timer(pace_.next_pause_ns(), 0, [this] { on_time_for_look(); });
}

void PublishingPeer::on_time_for_look() {
  look_timer_ = {};
  state_.on(PeerEvent::time_came);
  if (!look()) return owner_.forget(id_);
  // No match is wanted now, but the peer's lock may fall a moment after its link. So look again for
  // a while.
  if (state_.is(PeerState::idle) && pace_.is_patient()) plan_look();
}

void PublishingPeer::on_link_end(const std::string& why) {
  if (!why.empty()) {
    local_.emit(EventKind::peer_dropped, fmt::format("{} dropped: {}", title(), why));
  }
  link_.close();
  state_.on(PeerEvent::link_ended);
  questions_.fail_all(why.empty() ? "it has hung up" : why);
  if (!file_.alive()) return owner_.forget(id_);
  if (requests_.matches().cut() || state_.is(PeerState::banned)) await_end_of_cut();
  if (state_.is(PeerState::waiting)) plan_look();
}

/// Plans a look at the peer's lock, which may fall a moment after its link. Also for a peer that is
/// not asked again: its file should not keep a descriptor open.
void PublishingPeer::await_end_of_cut() {
  cancel(cut_timer_);
  cut_timer_ = local_.loop()->add_timer(cut_ns, 0, [this] { on_time_for_cut(); });
}

void PublishingPeer::on_time_for_cut() {
  cut_timer_ = {};
  if (!link_ && !file_.lives()) return owner_.forget(id_);
  const bool any_given_up = requests_.matches().give_up_cut();
  if (is_given_up(state())) {
    if (!look()) owner_.forget(id_);
    return;
  }
  if (costs_no_descriptor()) file_.rest();
  if (!any_given_up) return;
  local_.emit(EventKind::peer_silent,
              fmt::format("the connection to {} has broken and is not made again yet; it is asked "
                          "again as long as it lives",
                          title()));
}

void PublishingPeer::tell_why_not(const std::string& why) {
  if (std::exchange(why_not_, why) == why) return;
  local_.emit(EventKind::resources, fmt::format("no match with {}: {}", title(), why));
}

void PublishingPeer::on_match() {
  pace_.on_answer();
  why_not_.clear();
}

std::function<void()> PublishingPeer::on_last_sample(const MatchKey& key, std::uint32_t record) {
  // keep_alive(): the participant has to outlive the posted work, but the loop must not own the
  // participant.
  return
      [keep = local_.keep_alive(), loop = local_.loop(), &owner = owner_, id = id_, key, record] {
        loop->post([&owner, id, key, record] { owner.on_reader_gone(id, key, record); });
      };
}

// ---- what it says

bool PublishingPeer::on_message(PacketLink::Received received) {
  using namespace shm::wire;
  Message& message = received.message;
  if (const auto* welcome = std::get_if<Welcome>(&message)) {
    const std::string nonsense = requests_.on_welcome(*welcome, received);
    return nonsense.empty() || broke_rules(nonsense);
  }
  if (const auto* offer = std::get_if<LogOffer>(&message)) {
    const std::string nonsense = link_.on_log(*offer, received);
    if (!nonsense.empty()) return broke_rules(nonsense);
  } else if (const auto* reject = std::get_if<Reject>(&message)) {
    on_reject(*reject);
  } else if (const auto* bye = std::get_if<Bye>(&message)) {
    requests_.matches().end({bye->subscription, bye->publisher});
  } else if (const auto* grew = std::get_if<Grew>(&message)) {
    requests_.on_grew(*grew);
  } else if (auto* description = std::get_if<Description>(&message)) {
    if (!questions_.on_description(std::move(*description))) {
      return broke_rules("its description of a type has no end or no order");
    }
  } else if (std::holds_alternative<Wake>(message)) {
    link_.on_wake();
  } else {
    return broke_rules("it sent what only subscriptions send");
  }
  link_.on_any_message();
  return true;
}

void PublishingPeer::on_reject(const shm::wire::Reject& reject) {
  if (requests_.on_reject(reject)) return;
  if (reject.refusal == match::Refusal::other_version) {
    local_.emit(EventKind::incompatible_version, reject.text);
  } else if (reject.refusal == match::Refusal::no_resources) {
    tell_why_not(reject.text);  // the refusal is for the whole link, which ends now
  }
}

bool PublishingPeer::broke_rules(const std::string& why) {
  local_.loop()->post([&owner = owner_, id = id_, why] { owner.ban(id, why); });
  return false;
}

}  // namespace baton::transport
