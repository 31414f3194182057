// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/subscriber_side.hpp"

#include <utility>

#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {
namespace {

/// Most rounds of a handshake of this participant with itself, with up to 64 messages each. There
/// is a limit because another process may have taken the place of the socket.
constexpr int max_own_rounds = 1000;

}  // namespace

void SubscriberSide::on_subscription_added(ShmSubscription& subscription) {
  for (auto& [id, peer] : directory_.peers()) peer.ask_for_matches(subscription);
  const auto& candidates = local_.publishers_on(subscription.endpoint().topic);
  PublishingPeer* own = candidates.empty() ? nullptr : directory_.own();
  if (own == nullptr || !may_ask(own->state())) return;
  for (const ShmPublisher* publisher : candidates) {
    if (!own->meet_own(*publisher, subscription)) break;
  }
  meet_itself();
}

void SubscriberSide::on_publisher_added(ShmPublisher& publisher) {
  const auto& candidates = local_.subscriptions_on(publisher.endpoint().topic);
  PublishingPeer* own = candidates.empty() ? nullptr : directory_.own();
  if (own == nullptr || !may_ask(own->state())) return;
  for (ShmSubscription* sub : candidates) {
    if (!own->meet_own(publisher, *sub)) break;
  }
  meet_itself();
}

/// The handshake of a participant with itself waits for no other process, so it is complete before
/// the thread that makes an endpoint can use it. Endpoints for which there was no room are asked
/// for meanwhile. What cannot be done now, for want of a descriptor for example, is done later as
/// with any peer.
void SubscriberSide::meet_itself() {
  for (int round = 0; round < max_own_rounds; ++round) {
    PublishingPeer* own = directory_.find(local_.id());
    const auto link = own == nullptr ? nullptr : own->packets();
    if (!link) return;
    const bool served = local_.serve_own();
    if (!link->serve() && !served) return;
  }
}

void SubscriberSide::on_subscription_removed(ShmSubscription& subscription) {
  for (auto& [id, peer] : directory_.peers()) {
    peer.requests().on_subscription_removed(subscription.endpoint().id);
  }
}

void SubscriberSide::on_publisher_removed(const ShmPublisher& publisher) {
  PublishingPeer* own = directory_.find(local_.id());
  if (own == nullptr) return;
  const std::uint64_t gone = publisher.endpoint().id;
  own->requests().refused().forget_publisher(gone);
  own->requests().matches().end_cut_if(
      [gone](const MatchKey& key) { return key.publisher == gone; });
}

void SubscriberSide::on_executor_opened(std::uint32_t executor) {
  for (auto& [id, peer] : directory_.peers()) peer.on_executor_opened(executor);
}

std::uint64_t SubscriberSide::ask_for_type(const std::string& id, const std::string& type_name,
                                           const std::string& type_hash,
                                           TypeQuestions::OnAnswer on_answer) {
  PublishingPeer* peer = directory_.find(id);
  if (peer == nullptr || is_given_up(peer->state())) {
    on_answer(base::Error{0, "it has gone"});
    return 0;
  }
  const std::uint64_t request = peer->questions().add(type_name, type_hash, std::move(on_answer));
  peer->send_questions();
  return request;
}

void SubscriberSide::forget_question(const std::string& id, std::uint64_t request) {
  if (PublishingPeer* peer = directory_.find(id)) peer->questions().forget(request);
}

void SubscriberSide::stop_asking(const std::string& why) {
  for (auto& [id, peer] : directory_.peers()) peer.questions().fail_all(why);
}

}  // namespace baton::transport
