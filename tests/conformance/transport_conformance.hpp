// SPDX-License-Identifier: Apache-2.0
// What every transport::Transport must do. A transport joins by one INSTANTIATE_TEST_SUITE_P with a
// factory, see shm_transport.cpp; what it cannot do by its nature it says in the factory.
#pragma once

#include <gmock/gmock.h>

#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "testing/isolation.hpp"
#include "transport/port/transport.hpp"

namespace baton::conformance {

struct TransportFactory {
  std::string name;
  /// A participant of the test's domain, in this process.
  std::function<base::Result<std::unique_ptr<transport::Transport>>(const std::string& participant,
                                                                    EventCallback on_event)>
      open;
  bool encodes = true;           // for subscriptions with another layout
  bool is_in_registry = true;    // participants are files in a directory
  bool counts_wait_sets = true;  // there is a most
  bool sleeps_when_idle = true;  // no thread of it wakes up
  bool shares_memory = true;     // publisher and subscription see the same bytes
  bool addresses_each = true;    // what one subscription of a process asks for, no other gets
};

inline void PrintTo(const TransportFactory& factory, std::ostream* out) { *out << factory.name; }

/// Events of one participant, for waiting.
class EventLog {
 public:
  EventCallback callback();
  bool has(EventKind kind, const std::string& text) const;
  std::size_t count(EventKind kind) const;
  std::vector<std::string> texts() const;

 private:
  struct Shared {
    std::mutex mutex;
    std::vector<ContextEvent> events;
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

/// A message that is held, and released when it goes.
class Held {
 public:
  explicit Held(const transport::Sample& sample) : sample_(sample) {}
  Held(Held&& other) noexcept : sample_(other.sample_) { other.sample_.owner = nullptr; }
  Held& operator=(Held&&) = delete;
  ~Held() {
    if (sample_.owner) sample_.owner->release(sample_.token);
  }
  std::uint64_t value() const {
    std::uint64_t value = 0;
    std::memcpy(&value, sample_.data, sizeof value);
    return value;
  }
  const transport::Sample& sample() const { return sample_; }

 private:
  transport::Sample sample_;
};

using Publisher = std::shared_ptr<transport::PublisherPort>;
using Subscription = std::shared_ptr<transport::SubscriptionPort>;

class TransportConformance : public testing::IsolatedTest,
                             public ::testing::WithParamInterface<TransportFactory> {
 protected:
  std::unique_ptr<transport::Transport> open(const std::string& participant = "test",
                                             EventCallback on_event = {}) {
    auto opened = GetParam().open(participant, on_event ? std::move(on_event) : log.callback());
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
    return opened ? std::move(*opened) : nullptr;
  }

  EventLog log;
};

// ---- shorthand ----

transport::PublisherSpec publisher_spec(const QoS& qos = 10, const std::string& topic = "/t");
transport::SubscriptionSpec subscription_spec(const QoS& qos = 10, const std::string& topic = "/t");
Publisher open_publisher(transport::Transport& transport,
                         const transport::PublisherSpec& spec = publisher_spec());
Subscription open_subscription(transport::Transport& transport,
                               const transport::SubscriptionSpec& spec = subscription_spec());
/// Waits until each of them has exactly so many matches.
[[nodiscard]] bool matched(const Publisher& publisher, std::size_t count = 1);
[[nodiscard]] bool matched(const Subscription& subscription, std::size_t count = 1);

/// Publishes a message of `size_bytes` that starts with `value`.
base::Result<std::uint64_t> publish(const Publisher& publisher, std::uint64_t value,
                                    std::size_t size_bytes = 64);
std::optional<Held> take(const Subscription& subscription);
/// Takes and releases; nothing if there is none.
std::optional<std::uint64_t> take_value(const Subscription& subscription);
std::vector<std::uint64_t> take_all(const Subscription& subscription);
std::vector<std::uint64_t> values(std::uint64_t first, std::uint64_t last);

}  // namespace baton::conformance
