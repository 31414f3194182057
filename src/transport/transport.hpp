// SPDX-License-Identifier: Apache-2.0
// One interface for every way to move messages; tests/conformance runs against each.
//
// A port is one endpoint. Thread safety: every member from any thread. Nothing here throws but for
// lack of heap memory; what can be expected to fail returns an Error with the cure.
// Nothing but loan() and publish() of a publisher that keeps all ever blocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <baton/counters.hpp>
#include <baton/event.hpp>
#include <baton/match_info.hpp>
#include <baton/message_info.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/qos.hpp>
#include <baton/topic_endpoint_info.hpp>

#include "base/error.hpp"
#include "transport/wait_set.hpp"

namespace baton::transport {

struct EndpointSpec {
  std::string topic;
  std::string type_name;
  std::uint64_t type_hash = 0;    // what the type means
  std::uint64_t layout_hash = 0;  // where its bytes lie
  /// Of a generated type; outlives the endpoint. Null: messages are plain bytes.
  const msg::TypeSupport* type = nullptr;
  QoS qos = 10;
};

struct PublisherSpec : EndpointSpec {
  /// The pool may grow to max(floor, 32 x the first message), but not above the ceiling.
  std::size_t pool_floor_bytes = std::size_t{64} << 20;
  std::size_t pool_ceiling_bytes = std::size_t{1} << 30;
  std::uint64_t first_sequence = 1;  // for tests of wrap-around
};

struct SubscriptionSpec : EndpointSpec {
  /// Messages held at once before further ones are copied; 0 = depth + 8.
  std::size_t pin_quota = 0;
};

/// A chunk being filled. Ends in publish() or discard().
struct Loan {
  std::byte* data = nullptr;
  std::size_t capacity_bytes = 0;
  std::uint64_t token = 0;
};

class PublisherPort {
 public:
  virtual ~PublisherPort() = default;

  /// A chunk of at least `size_bytes`, uninitialised. May wait for keep-all subscriptions. Of a type
  /// with strings and sequences: for size_bytes of the type as much more as its messages have needed
  /// so far, and its containers grow in the chunk from now on.
  virtual base::Result<Loan> loan(std::size_t size_bytes) = 0;
  /// A message with strings and sequences that lies there is destroyed.
  virtual void discard(std::uint64_t token) noexcept = 0;
  /// Hands the loan over and returns its sequence. On error (a keep-all subscription did not keep
  /// up; code ETIMEDOUT) the loan stays the caller's. The size of a message with strings and
  /// sequences is known here, `size_bytes` is not looked at; one that has outgrown its loan is copied
  /// once into a larger one.
  virtual base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) = 0;

  virtual std::size_t match_count() const = 0;
  virtual std::vector<MatchInfo> matches() const = 0;
  virtual PublisherCounters counters() const = 0;
};

/// Who a delivered message belongs to; outlives the endpoint as long as a sample is held.
class SampleOwner {
 public:
  virtual ~SampleOwner() = default;
  virtual void release(std::uint64_t token) noexcept = 0;
};

/// A delivered message: valid and unchanging until `owner->release(token)`.
struct Sample {
  const std::byte* data = nullptr;
  std::size_t size_bytes = 0;
  MessageInfo info;
  std::shared_ptr<SampleOwner> owner;
  std::uint64_t token = 0;
};

class SubscriptionPort : public Waitable {
 public:
  ~SubscriptionPort() override = default;

  /// The next message, one from each publisher in turn. False when there is none.
  virtual bool take(Sample& sample) = 0;
  /// Which executor is woken for new messages. Replaces the former one; nullptr: none, it is polled.
  virtual void attach(std::shared_ptr<WaitSet> wait_set) = 0;

  virtual std::size_t match_count() const = 0;
  virtual std::vector<MatchInfo> matches() const = 0;
  virtual SubscriptionCounters counters() const = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;

  /// What MatchInfo::transport says of its matches.
  virtual const char* name() const = 0;
  virtual base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec&) = 0;
  virtual base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec&) = 0;
  virtual base::Result<std::shared_ptr<WaitSet>> open_wait_set() = 0;
  /// Of all participants that can be seen, this one included; sorted by topic.
  virtual base::Result<std::vector<TopicEndpointInfo>> endpoints() = 0;
  /// The description of a generated type by its name or by a topic, asked of who uses it. Blocks for
  /// at most `timeout`, so an event callback may not call it.
  virtual base::Result<std::string> type_description(const std::string& topic_or_type,
                                                     std::chrono::nanoseconds timeout) = 0;
  /// Leaves: peers are told, ports stay usable as objects and match nobody any more.
  virtual void close() = 0;
};

}  // namespace baton::transport
