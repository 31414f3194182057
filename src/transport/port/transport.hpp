// SPDX-License-Identifier: Apache-2.0
// The interface of every transport; tests/conformance runs against each of them.
//
// A port is one endpoint. Thread safety: every member from any thread. Nothing here throws except
// for lack of heap memory; what can be expected to fail returns an Error with the cure.
// Only loan() and publish() of a publisher that keeps all block.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <baton/context_event.hpp>
#include <baton/counters.hpp>
#include <baton/endpoint_event.hpp>
#include <baton/endpoint_info.hpp>
#include <baton/match_info.hpp>
#include <baton/message_info.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/object_type.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/service_envelope.hpp>

#include "base/error.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::transport {

using baton::AdaptedType;
using baton::ObjectType;
using baton::smallest_private_bytes;
using Gid = decltype(MessageInfo::publisher_gid);

/// The two endpoints of one side of a service share one of these. A transport that sends no
/// envelopes keeps here what the two know of each other.
struct ServicePair {
  std::mutex mutex;  // covers what follows
  std::shared_ptr<void> known;
};

struct EndpointSpec {
  std::string topic;
  std::string type_name;
  std::uint64_t type_hash = 0;    // what the type means
  std::uint64_t layout_hash = 0;  // where its bytes lie
  /// The generated type, which outlives the endpoint. Null: messages are plain bytes.
  const msg::TypeSupport* type = nullptr;
  /// For an endpoint of a service: how the message lies in `type`, and its other endpoint.
  EnvelopeType envelope{};
  std::shared_ptr<ServicePair> pair{};
  QoS qos = 10;
  EndpointKind kind = EndpointKind::topic;
  std::string node;  // fully qualified; empty: made without a node
  /// True: meets endpoints of the same transport object that say so, too, by pointer and in no
  /// other way.
  bool in_process = false;
  /// Called for each event of this endpoint's matches and promises, by the transport's thread or
  /// within take(), with no lock held, until the port is destroyed. May not block, nor use the
  /// port.
  EndpointCallback on_event;
  /// False: on_event does not need events of liveliness, so no thread wakes up to watch it.
  bool watches_liveliness = true;
};

/// A message that was made by `new` and changes hands whole.
struct OwnedObject {
  void* message = nullptr;
  const ObjectType* type = nullptr;  // never destroyed
};

/// A message on the heap that ends with this, unless it was released.
class OwnedMessage {
 public:
  OwnedMessage() = default;
  explicit OwnedMessage(const OwnedObject& object) : object_(object) {}
  OwnedMessage(OwnedMessage&& other) noexcept : object_(other.release()) {}
  OwnedMessage& operator=(OwnedMessage&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~OwnedMessage() {
    if (object_.message != nullptr) object_.type->destroy(object_.message);
  }
  explicit operator bool() const { return object_.message != nullptr; }
  const OwnedObject& get() const { return object_; }
  OwnedObject release() { return std::exchange(object_, {}); }

 private:
  OwnedObject object_;
};

/// An object of a user's type that was made by `new` and stands for a message. It changes hands
/// whole.
struct AdaptedObject {
  void* object = nullptr;
  const AdaptedType* type = nullptr;  // never destroyed

  OwnedObject owned() const { return {object, type}; }
  OwnedObject make_message() const { return {type->make_message(object), type->message}; }
  void end() const { type->destroy(object); }
};

struct PublisherSpec : EndpointSpec {
  /// The pool may grow to max(floor, 32 x the first message), but not above the ceiling.
  std::size_t pool_floor_bytes = std::size_t{64} << 20;
  std::size_t pool_ceiling_bytes = std::size_t{1} << 30;
  std::uint64_t first_sequence = 1;  // for tests of wrap-around
};

struct SubscriptionSpec : EndpointSpec {
  /// Objects of this type are taken as they are, besides messages: samples of adapted_size_bytes.
  const AdaptedType* adapted = nullptr;
  /// Messages held at once before further ones are copied; 0 = depth + 8.
  std::size_t pin_quota = 0;
  bool ignore_own = false;     // matches no publisher of its own transport
  bool reads_in_place = true;  // false: messages in a publisher's memory are copied when taken
  bool validates = true;       // false: messages of the same user's processes are believed
  bool makes_private = false;  // messages of smallest_private_bytes may come to make_private()
};

/// A chunk being filled. Ends in publish() or discard().
struct Loan {
  std::byte* data = nullptr;
  std::size_t capacity_bytes = 0;
  std::uint64_t token = 0;
};

/// Takes a loan back. Outlives the publisher while one of its loans is open.
class LoanOwner {
 public:
  /// Destroys a message with strings and sequences that was made in the loan. The owner may be gone
  /// when this returns.
  virtual void discard(std::uint64_t token) noexcept = 0;

 protected:
  ~LoanOwner() = default;
};

class PublisherPort {
 public:
  virtual ~PublisherPort() = default;

  /// A chunk of at least `size_bytes`, uninitialised. May wait for keep-all subscriptions. For a
  /// type with strings and sequences, the chunk also has room for as much as the type's messages
  /// have needed so far, and containers grow in the chunk from now on.
  virtual base::Result<Loan> loan(std::size_t size_bytes) = 0;
  /// The owner of all loans of this port, and of no other port.
  virtual LoanOwner& loan_owner() noexcept = 0;
  void discard(std::uint64_t token) noexcept { loan_owner().discard(token); }
  /// The memory of a loan that has neither been published nor discarded.
  virtual const std::byte* memory_of(std::uint64_t token) const noexcept = 0;
  /// Hands the loan over and returns its sequence. On error (a keep-all subscription did not keep
  /// up; code ETIMEDOUT) the loan stays the caller's. For a type with strings and sequences
  /// `size_bytes` is ignored, as the port knows the size. A message that has outgrown its loan is
  /// copied once into a larger one.
  virtual base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) = 0;
  /// Hands over a message on the heap: readers in this process get the message itself, others get
  /// one copy in a chunk. Takes the message, unless there is an error: then it stays the caller's.
  virtual base::Result<std::uint64_t> publish_object(const OwnedObject& object) = 0;
  /// Publishes a message that stays the caller's, without a loan. Empty: the caller has to copy the
  /// message into a loan first.
  virtual std::optional<base::Result<std::uint64_t>> publish_from(const void* message,
                                                                  std::size_t size_bytes) {
    (void)message, (void)size_bytes;
    return std::nullopt;
  }
  /// Shows observers how many messages ended before they came here, because they had no reader.
  virtual void show_unheard(std::uint64_t count) noexcept { (void)count; }
  /// Whether a reader in this process takes objects of that type as they are.
  virtual bool has_reader_of(const AdaptedType& type) const {
    (void)type;
    return false;
  }
  /// Like publish_object(), for an object that readers of its type get as it is; the others get a
  /// message, which is made if there is one of them. Throws what the conversion throws; then, too,
  /// the object stays the caller's.
  virtual base::Result<std::uint64_t> publish_adapted(const AdaptedObject& object) {
    OwnedMessage message(object.make_message());
    auto published = publish_object(message.get());
    if (!published) return published;
    message.release();
    object.end();
    return published;
  }
  /// Asserts that this publisher is alive, as a publication would. For
  /// LivelinessPolicy::ManualByTopic.
  virtual void assert_liveliness() noexcept = 0;

  /// Whether every reliable subscription has taken what was published so far.
  virtual bool all_taken() const { return true; }
  /// How many messages the fullest queue of a reader of this process takes before it drops one; 0
  /// without such a reader.
  virtual std::size_t least_room_inside() const { return 0; }
  /// The publisher's id in the whole domain, as MessageInfo::publisher_gid has it.
  virtual Gid gid() const { return {}; }
  virtual std::size_t match_count() const = 0;
  virtual std::vector<MatchInfo> matches() const = 0;
  virtual PublisherCounters counters() const = 0;
};

/// Whether the holder of a message may change it.
struct PrivateAnswer {
  bool is_private = false;
  /// Why the holder has to copy; valid as long as the sample is held. Null: a copy costs no more.
  const char* why_not = nullptr;
};

/// Owns a delivered message. Outlives the endpoint as long as a sample is held.
class SampleOwner {
 public:
  /// Called once for each message that was not taken over. The owner may be gone when this returns.
  virtual void release(std::uint64_t token) noexcept = 0;
  /// Hands the message over to the caller alone, to change and to end with `delete`, instead of
  /// release(). Possible if it came by pointer and has no other reader. nullptr: copy the message,
  /// then release it.
  virtual void* take_over(std::uint64_t) noexcept { return nullptr; }
  /// Makes `sample`, of this owner, one that its holder alone reads and may change until release().
  /// Its data and owner may be others then. Call it before the message is handed on.
  virtual PrivateAnswer make_private(Sample& sample) noexcept {
    (void)sample;
    return {false, "others read the same message, or it is kept for later subscriptions"};
  }

 protected:
  virtual ~SampleOwner() = default;
};

/// How many messages came to a subscription so far, and how many of them were not taken yet.
struct Arrivals {
  std::uint64_t arrived = 0;
  std::uint64_t unread = 0;
};

class SubscriptionPort : public Waitable {
 public:
  ~SubscriptionPort() override = default;

  /// The next message, one from each publisher in turn. False when there is none; then `sample`,
  /// which must be empty, stays so; also when take() throws.
  virtual bool take(Sample& sample) = 0;
  /// Sets the wait set that is woken for new messages, and the entity that it then finds ready.
  /// Replaces the former one. nullptr: the subscription is polled.
  virtual void attach(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who = {}) = 0;

  virtual std::size_t match_count() const = 0;
  virtual std::vector<MatchInfo> matches() const = 0;
  virtual SubscriptionCounters counters() const = 0;
  virtual Arrivals arrivals() const = 0;
  /// Of these, what came by pointer from this process.
  virtual Arrivals arrivals_inside() const { return {}; }
  /// As attach(), but only if `former` is the wait set by now; nullptr: there is none. False
  /// otherwise.
  virtual bool attach_instead_of(const WaitSet* former, std::shared_ptr<WaitSet> wait_set,
                                 std::weak_ptr<void> who = {}) = 0;
};

/// The identity of this participant, and where shared memory can meet it.
struct ParticipantIdentity {
  std::string id;                   // 16 hexadecimal digits; empty: none
  std::vector<std::string> places;  // two with one in common meet there
};

class Transport {
 public:
  virtual ~Transport() = default;

  /// What MatchInfo::transport says of matches of this transport.
  virtual const char* name() const = 0;
  virtual base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec&) = 0;
  virtual base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec&) = 0;
  virtual base::Result<std::shared_ptr<WaitSet>> open_wait_set() = 0;
  /// The endpoints of all participants that can be seen, this one included; sorted by topic.
  virtual base::Result<std::vector<EndpointInfo>> endpoints() = 0;
  /// Nodes of this participant as other participants see them, and the nodes of all participants.
  /// Names are fully qualified. A name may be there twice.
  virtual base::Status add_node(const std::string& name) = 0;
  virtual void remove_node(const std::string& name) = 0;
  virtual base::Result<std::vector<std::string>> nodes() = 0;
  /// `callback` is called by the transport's thread soon after endpoints or nodes came or went,
  /// until the handle is destroyed, which waits for a running call.
  virtual std::shared_ptr<void> on_graph_change(std::function<void()> callback) = 0;
  /// The description of a generated type by its name or by a topic, asked of the participants that
  /// use it. Blocks for at most `timeout`, so an event callback may not call it.
  virtual base::Result<std::string> type_description(const std::string& topic_or_type,
                                                     std::chrono::nanoseconds timeout) = 0;
  virtual ParticipantIdentity identity() const { return {}; }
  /// The loop that does the transport's control work and can watch a descriptor; nullptr: there is
  /// none.
  virtual std::shared_ptr<base::EventLoop> loop() noexcept { return nullptr; }
  /// Leaves the domain: peers are told. Ports stay usable as objects and have no matches any more.
  virtual void close() = 0;
};

}  // namespace baton::transport
