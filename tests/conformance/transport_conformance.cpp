// SPDX-License-Identifier: Apache-2.0
#include "transport_conformance.hpp"

#include <algorithm>

#include "testing/deadline.hpp"

namespace baton::conformance {

EventCallback EventLog::callback() {
  return [shared = shared_](const ContextEvent& event) {
    const std::lock_guard lock(shared->mutex);
    shared->events.push_back(event);
  };
}

bool EventLog::has(EventKind kind, const std::string& text) const {
  const std::lock_guard lock(shared_->mutex);
  return std::any_of(shared_->events.begin(), shared_->events.end(),
                     [&](const ContextEvent& event) {
                       return event.kind == kind && event.text.find(text) != std::string::npos;
                     });
}

std::size_t EventLog::count(EventKind kind) const {
  const std::lock_guard lock(shared_->mutex);
  return static_cast<std::size_t>(
      std::count_if(shared_->events.begin(), shared_->events.end(),
                    [&](const ContextEvent& event) { return event.kind == kind; }));
}

std::vector<std::string> EventLog::texts() const {
  const std::lock_guard lock(shared_->mutex);
  std::vector<std::string> found;
  for (const ContextEvent& event : shared_->events) found.push_back(event.text);
  return found;
}

transport::PublisherSpec publisher_spec(const QoS& qos, const std::string& topic) {
  transport::PublisherSpec spec;
  spec.topic = topic;
  spec.type_name = "test/Message";
  spec.type_hash = 1;
  spec.layout_hash = 2;
  spec.qos = qos;
  spec.pool_ceiling_bytes = 128 << 20;  // ThreadSanitizer pays for address space
  return spec;
}

transport::SubscriptionSpec subscription_spec(const QoS& qos, const std::string& topic) {
  transport::SubscriptionSpec spec;
  static_cast<transport::EndpointSpec&>(spec) = publisher_spec(qos, topic);
  return spec;
}

Publisher open_publisher(transport::Transport& transport, const transport::PublisherSpec& spec) {
  auto opened = transport.open_publisher(spec);
  EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
  return opened ? *opened : nullptr;
}

Subscription open_subscription(transport::Transport& transport,
                               const transport::SubscriptionSpec& spec) {
  auto opened = transport.open_subscription(spec);
  EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
  return opened ? *opened : nullptr;
}

bool matched(const Publisher& publisher, std::size_t count) {
  return testing::wait_until([&] { return publisher->match_count() == count; });
}

bool matched(const Subscription& subscription, std::size_t count) {
  return testing::wait_until([&] { return subscription->match_count() == count; });
}

base::Result<std::uint64_t> publish(const Publisher& publisher, std::uint64_t value,
                                    std::size_t size_bytes) {
  auto loan = publisher->loan(size_bytes);
  if (!loan) return std::move(loan).error();
  std::memcpy(loan->data, &value, sizeof value);
  auto published = publisher->publish(loan->token, size_bytes);
  if (!published) publisher->discard(loan->token);
  return published;
}

std::optional<Held> take(const Subscription& subscription) {
  transport::Sample sample;
  if (!subscription->take(sample)) return std::nullopt;
  return Held(std::move(sample));
}

std::optional<std::uint64_t> take_value(const Subscription& subscription) {
  const auto held = take(subscription);
  if (!held) return std::nullopt;
  return held->value();
}

std::vector<std::uint64_t> take_all(const Subscription& subscription) {
  std::vector<std::uint64_t> found;
  while (const auto value = take_value(subscription)) found.push_back(*value);
  return found;
}

std::vector<std::uint64_t> values(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> made;
  for (std::uint64_t value = first; value <= last; ++value) made.push_back(value);
  return made;
}

}  // namespace baton::conformance
