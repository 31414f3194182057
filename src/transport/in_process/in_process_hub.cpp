// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process/in_process_hub.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "match/compare.hpp"
#include "transport/in_process/in_process_publisher.hpp"
#include "transport/in_process/in_process_subscription.hpp"
#include "transport/port/begin_of_match.hpp"
#include "transport/port/end_of_match.hpp"
#include "transport/port/endpoint_errors.hpp"
#include "transport/port/type_difference.hpp"

namespace baton::transport {
namespace {

using Kind = EndpointEvent::Kind;

MatchInfo info_of(const InProcessHost& host) {
  MatchInfo info;
  info.participant = host.id;
  info.process_name = host.name;
  info.pid = getpid();
  info.transport = "in_process";
  info.zero_copy = true;
  info.reason = "same process: messages are handed over by pointer";
  return info;
}

match::Verdict judge(const InProcessPublisher& publisher,
                     const InProcessSubscription& subscription) {
  const match::EndpointFacts& other = subscription.endpoint();
  match::Verdict verdict = match::compare(publisher.endpoint(), other, match::Encoding::impossible);
  if (verdict.refusal == match::Refusal::incompatible_type && publisher.type() != nullptr &&
      subscription.type() != nullptr) {
    const std::string difference = difference_of_types(
        *publisher.type(), subscription.type()->description, other.type_hash_text);
    if (!difference.empty()) verdict.text += fmt::format(" ({})", difference);
  }
  return verdict;
}

/// The id of the host, then that of the endpoint, most significant byte first.
Gid gid_of(const InProcessHost& host, std::uint64_t endpoint) {
  std::uint64_t participant = 0;
  (void)std::from_chars(host.id.data(), host.id.data() + host.id.size(), participant, 16);
  Gid gid{};
  for (std::size_t i = 0; i < 8; ++i) {
    gid[i] = static_cast<std::uint8_t>(participant >> (56 - 8 * i));
    gid[8 + i] = static_cast<std::uint8_t>(endpoint >> (56 - 8 * i));
  }
  return gid;
}

template <class Port>
EndpointInfo describe(EndpointType type, const Port& port) {
  const match::EndpointFacts& endpoint = port.endpoint();
  EndpointInfo info;
  info.endpoint_type = type;
  info.kind = endpoint.kind;
  info.topic = endpoint.topic;
  info.type_name = endpoint.type_name;
  info.type_hash = endpoint.type_hash_text;
  info.node = endpoint.node;
  info.qos = port.qos();
  info.participant = port.host().id;
  info.process_name = port.host().name;
  info.pid = getpid();
  const Gid gid = gid_of(port.host(), endpoint.id);
  std::copy_n(gid.begin(), info.gid.size(), info.gid.begin());
  return info;
}

}  // namespace

bool InProcessHub::is_closed(const InProcessHost& host) const {
  return std::find(closed_.begin(), closed_.end(), host.id) != closed_.end();
}

base::Status InProcessHub::add(InProcessPublisher& publisher) {
  const std::lock_guard lock(mutex_);
  if (is_closed(publisher.host())) return context_shut_down();
  publisher.set_id(next_id_++);
  // Half of a combined publisher has the GID that the combined one gets.
  if (others_ == Others::none) {
    publisher.set_gid(gid_of(publisher.host(), publisher.endpoint().id));
  }
  Topic& topic = topics_[publisher.endpoint().topic];
  topic.publishers.push_back(&publisher);
  for (InProcessSubscription* each : topic.subscriptions) meet(publisher, *each);
  changed();
  return {};
}

base::Status InProcessHub::add(InProcessSubscription& subscription) {
  const std::lock_guard lock(mutex_);
  if (is_closed(subscription.host())) return context_shut_down();
  subscription.set_id(next_id_++);
  Topic& topic = topics_[subscription.endpoint().topic];
  topic.subscriptions.push_back(&subscription);
  for (InProcessPublisher* each : topic.publishers) meet(*each, subscription);
  changed();
  return {};
}

void InProcessHub::meet(InProcessPublisher& publisher, InProcessSubscription& subscription) {
  if (subscription.ignores_own() && publisher.host().id == subscription.host().id) return;
  const bool by_pointer =
      match::meets_by_pointer(true, publisher.endpoint(), subscription.endpoint());
  if (!by_pointer && others_ == Others::another_transport) return;
  const match::Verdict verdict = judge(publisher, subscription);
  if (verdict.refusal == match::Refusal::none) return match(publisher, subscription);
  refuse(publisher, subscription, verdict);
}

void InProcessHub::match(InProcessPublisher& publisher, InProcessSubscription& subscription) {
  const match::Policies& requested = subscription.endpoint().policies;
  auto made = std::make_shared<InboxMatch>(
      subscription.inbox(), publisher.backpressure(),
      publisher.keeps_all() && requested.keep_all && requested.reliable);
  made->reliable = requested.reliable;
  made->adapted = subscription.adapted();
  made->publisher = info_of(publisher.host());
  made->subscription = info_of(subscription.host());
  made->subscriber_name = fmt::format("{} (pid {})", subscription.host().name, getpid());
  subscription.inbox()->add(made);
  publisher.add_reader(std::move(made), requested.depth, requested.transient_local);
  publisher.events->post(*publisher.host().loop, EndpointEvent{Kind::matched});
  tell_begin_of_match(publisher.told_alive,
                      [&](const EndpointEvent& event) { tell(subscription, event); });
}

void InProcessHub::tell(const InProcessSubscription& subscription, const EndpointEvent& event) {
  subscription.inbox()->events->post(*subscription.host().loop, event);
}

void InProcessHub::tell_liveliness(InProcessPublisher& publisher) {
  const std::lock_guard lock(mutex_);
  // As it is now: the thread that asserts and the one that misses an assertion may come here in
  // either order. The last one finds what is true.
  const bool alive = publisher.alive();
  const auto topic = topics_.find(publisher.endpoint().topic);
  if (topic == topics_.end() || std::exchange(publisher.told_alive, alive) == alive) return;
  const EndpointEvent event{alive ? Kind::liveliness_gained : Kind::liveliness_lost};
  for (const InProcessSubscription* each : topic->second.subscriptions) {
    if (publisher.has_reader(*each->inbox())) tell(*each, event);
  }
}

void InProcessHub::refuse(InProcessPublisher& publisher, InProcessSubscription& subscription,
                          const match::Verdict& verdict) {
  publisher.count_rejected();
  subscription.inbox()->count_rejected();
  const bool qos = verdict.refusal == match::Refusal::incompatible_qos;
  EndpointEvent event{qos ? Kind::incompatible_qos : Kind::incompatible_type};
  event.policy = verdict.policy;
  const InProcessHost& one = publisher.host();
  const InProcessHost& other = subscription.host();
  const auto tell = [&](const InProcessHost& host, SerialCallback<EndpointEvent>& events,
                        std::string text) {
    event.text = std::move(text);
    events.post(*host.loop, event);
  };
  const std::string of_subscription =
      fmt::format("subscription of {} (in this process): {}", other.name, verdict.text);
  const std::string of_publisher =
      fmt::format("publisher of {} (in this process): {}", one.name, verdict.text);
  tell(one, *publisher.events, of_subscription);
  tell(other, *subscription.inbox()->events, of_publisher);
  // Both endpoints may be in one participant. Its user needs to hear of the refusal only once.
  const EventKind kind = qos ? EventKind::incompatible_qos : EventKind::incompatible_type;
  one.emit(kind, of_subscription);
  if (other.id != one.id) other.emit(kind, of_publisher);
}

// ---- ends ----

void InProcessHub::end_matches(InProcessPublisher& publisher, const Topic& topic) {
  for (InProcessSubscription* each : topic.subscriptions) {
    const auto ended = publisher.remove_reader(*each->inbox());
    if (!ended) continue;
    each->inbox()->finish(*ended);
    tell_end_of_match(publisher.told_alive,
                      [&](const EndpointEvent& event) { tell(*each, event); });
    publisher.events->post(*publisher.host().loop, EndpointEvent{Kind::unmatched});
  }
}

void InProcessHub::end_matches(InProcessSubscription& subscription, const Topic& topic) {
  for (InProcessPublisher* each : topic.publishers) {
    if (!each->remove_reader(*subscription.inbox())) continue;
    each->events->post(*each->host().loop, EndpointEvent{Kind::unmatched});
    tell_end_of_match(each->told_alive,
                      [&](const EndpointEvent& event) { tell(subscription, event); });
  }
}

void InProcessHub::remove(InProcessPublisher& publisher) {
  const std::lock_guard lock(mutex_);
  const auto topic = topics_.find(publisher.endpoint().topic);
  if (topic == topics_.end() || std::erase(topic->second.publishers, &publisher) == 0) return;
  end_matches(publisher, topic->second);
  if (topic->second.publishers.empty() && topic->second.subscriptions.empty()) topics_.erase(topic);
  changed();
}

void InProcessHub::remove(InProcessSubscription& subscription) {
  {
    const std::lock_guard lock(mutex_);
    const auto topic = topics_.find(subscription.endpoint().topic);
    if (topic == topics_.end() || std::erase(topic->second.subscriptions, &subscription) == 0)
      return;
    end_matches(subscription, topic->second);
    if (topic->second.publishers.empty() && topic->second.subscriptions.empty()) {
      topics_.erase(topic);
    }
    changed();
  }
  subscription.inbox()->clear();
}

void InProcessHub::close(const InProcessHost& host) {
  std::vector<std::shared_ptr<Inbox>> inboxes;  // emptied without the lock
  {
    const std::lock_guard lock(mutex_);
    if (is_closed(host)) return;
    closed_.push_back(host.id);
    for (auto& named : topics_) {
      auto& topic = named.second;
      std::erase_if(topic.publishers, [&](InProcessPublisher* each) {
        if (each->host().id != host.id) return false;
        each->close();
        end_matches(*each, topic);
        return true;
      });
      std::erase_if(topic.subscriptions, [&](InProcessSubscription* each) {
        if (each->host().id != host.id) return false;
        end_matches(*each, topic);
        inboxes.push_back(each->inbox());
        return true;
      });
    }
    std::erase_if(nodes_, [&](const auto& node) { return node.first == host.id; });
    changed();
  }
  for (const auto& inbox : inboxes) inbox->clear();
}

// ---- the graph ----

base::Status InProcessHub::add_node(const InProcessHost& host, const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (is_closed(host)) return context_shut_down();
  nodes_.emplace_back(host.id, name);
  changed();
  return {};
}

void InProcessHub::remove_node(const InProcessHost& host, const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto at = std::find(nodes_.begin(), nodes_.end(), std::pair(host.id, name));
  if (at == nodes_.end()) return;
  nodes_.erase(at);
  changed();
}

std::vector<std::string> InProcessHub::nodes() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [host, name] : nodes_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<EndpointInfo> InProcessHub::endpoints() const {
  const std::lock_guard lock(mutex_);
  std::vector<EndpointInfo> infos;  // sorted by topic, as the map is
  for (const auto& [name, topic] : topics_) {
    for (const auto* each : topic.publishers) {
      infos.push_back(describe(EndpointType::Publisher, *each));
    }
    for (const auto* each : topic.subscriptions) {
      infos.push_back(describe(EndpointType::Subscription, *each));
    }
  }
  return infos;
}

base::Result<std::string> InProcessHub::type_description(const std::string& topic_or_type) const {
  const std::lock_guard lock(mutex_);
  std::string plain_type;
  std::string found;
  const auto look_at = [&](const auto& port) {
    const match::EndpointFacts& endpoint = port.endpoint();
    if (endpoint.topic != topic_or_type && endpoint.type_name != topic_or_type) return;
    if (port.type() == nullptr) plain_type = endpoint.type_name;
    if (port.type() != nullptr && found.empty()) found = port.type()->description;
  };
  for (const auto& [name, topic] : topics_) {
    for (const auto* each : topic.publishers) look_at(*each);
    for (const auto* each : topic.subscriptions) look_at(*each);
  }
  if (!found.empty()) return found;
  if (!plain_type.empty()) {
    return base::Error{0, fmt::format("'{}' is a plain C++ type, which has no description; use a "
                                      "generated message type",
                                      plain_type)};
  }
  return base::Error{0, fmt::format("no endpoint uses '{}': give a topic that exists, or the name "
                                    "of a type that is in use",
                                    topic_or_type)};
}

void InProcessHub::changed() {
  std::erase_if(watchers_, [](const Watcher& each) { return each.callback.expired(); });
  for (const Watcher& each : watchers_) {
    if (const auto events = each.callback.lock()) events->post(*each.loop);
  }
}

std::shared_ptr<void> InProcessHub::on_change(const InProcessHost& host,
                                              std::function<void()> callback) {
  auto events = std::make_shared<SerialCallback<>>(std::move(callback));
  {
    const std::lock_guard lock(mutex_);
    watchers_.push_back({host.loop, events});
  }
  return std::shared_ptr<void>(nullptr, [events](void*) { events->stop(); });
}

}  // namespace baton::transport
