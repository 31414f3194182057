// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <baton/ros_c/rcl_event.h>
#include <baton/ros_c/rmw_message_info.h>
#include <baton/counters.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/event_handler.hpp>
#include <baton/loaned_message.hpp>
#include <baton/match_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/network_flow_endpoint.hpp>
#include <baton/object_type.hpp>
#include <baton/publisher_options.hpp>
#include <baton/qos.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class EndpointEvents;
}  // namespace baton::client

namespace baton::transport {
class PublisherPort;
}  // namespace baton::transport

namespace rclcpp {

class SerializedMessage;

/// What publishers of all types have in common. Thread safety: all members.
class BATON_PUBLIC PublisherBase : public std::enable_shared_from_this<PublisherBase> {
 public:
  using SharedPtr = std::shared_ptr<PublisherBase>;
  using ConstSharedPtr = std::shared_ptr<const PublisherBase>;
  using WeakPtr = std::weak_ptr<PublisherBase>;

  virtual ~PublisherBase();
  PublisherBase(const PublisherBase&) = delete;
  PublisherBase& operator=(const PublisherBase&) = delete;

  /// The name on the wire: expanded and remapped.
  const char* get_topic_name() const { return topic_.c_str(); }
  QoS get_actual_qos() const { return qos_; }
  std::size_t get_queue_size() const { return qos_.depth(); }
  bool is_durability_transient_local() const {
    return qos_.durability() == DurabilityPolicy::TransientLocal;
  }
  /// The publisher's id in the whole domain.
  rmw_gid_t get_gid() const;
  /// Whether that id is this publisher's, as MessageInfo has it.
  bool operator==(const rmw_gid_t& gid) const;
  /// How many subscriptions are matched.
  std::size_t get_subscription_count() const;
  /// How many of the matched subscriptions get messages by pointer.
  std::size_t get_intra_process_subscription_count() const;
  /// How many messages may be published before the next one costs the slowest of these an older
  /// one; 0 without any.
  std::size_t lowest_available_ipm_capacity() const;
  /// The matched subscriptions, which transport reaches each, and whether it is zero copy.
  std::vector<MatchInfo> get_matches() const;
  PublisherCounters get_counters() const;
  /// False if ROS_DISABLE_LOANED_MESSAGES is 1: then a loan is memory of the heap, and copied.
  bool can_loan_messages() const { return can_loan_; }
  /// From now on `callback` is called with the number of new events of this kind, in the thread
  /// that tells of them. Does nothing but warn for a kind without a callback in the options, which
  /// is not watched. Throws std::invalid_argument for an empty one.
  void set_on_new_qos_event_callback(std::function<void(std::size_t)> callback,
                                     rcl_publisher_event_type_t event_type);
  void clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type);
  /// The kinds of events that have a callback in the options.
  const std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>>&
  get_event_handlers() const {
    return handlers_;
  }
  /// Empty, after a warning: which addresses DDS uses for an endpoint is not known here, and shared
  /// memory has none.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;
  /// True if the publisher is alive; under LivelinessPolicy::ManualByTopic it says so to
  /// subscriptions.
  [[nodiscard]] bool assert_liveliness() const;
  /// Waits until every reliable subscription has taken what was published, at most `timeout`
  /// (negative: for ever).
  template <class Rep = std::int64_t, class Period = std::milli>
  bool wait_for_all_acked(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) const {
    return wait_until_taken(std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }

 protected:
  /// `object` has the functions for a message that publish() is given by pointer.
  PublisherBase(const EndpointHome& home, const std::string& topic, const QoS& qos,
                const TypeIdentity& type, const ObjectType& object,
                const PublisherOptionsBase& options);
  /// The result is empty if the context was shut down.
  LoanHandle borrow(std::size_t size_bytes);
  /// The result is empty if there is no memory.
  LoanHandle try_borrow(std::size_t size_bytes);
  void hand_over(LoanHandle& loan, std::size_t size_bytes);
  /// `message` has the type that this publisher was made with.
  void publish_copy(const void* message);
  /// Takes the message, which was made by `new`. If this throws, the caller keeps it.
  void publish_object(void* message);
  void publish_serialized(const SerializedMessage& message);
  /// Whether a subscription of this process takes objects of the adapted type by pointer.
  bool has_reader_of_objects() const;
  /// Converts an object of the adapted type into a loan, once.
  void publish_converted(const void* object);
  /// Takes an object of the adapted type, which was made by `new`. If this throws, the caller keeps
  /// it.
  void publish_adapted(void* object);

 private:
  friend class PublisherFactoryAccess;
  transport::PublisherPort& port() const;
  bool has_no_reader() const;
  void count_unheard();
  bool has_left() const;
  void throw_unless_left(const std::string& failure) const;
  [[noreturn]] void refuse(const LoanHandle& loan) const;
  bool wait_until_taken(std::chrono::nanoseconds timeout) const;

  const std::string topic_;
  const QoS qos_;
  const msg::TypeSupport* const type_;
  const ObjectType& object_;
  const AdaptedType* const adapted_;  // null unless a type adapter is used
  const bool can_loan_;
  const std::shared_ptr<client::ContextState> context_;
  std::shared_ptr<client::EndpointEvents> events_;  // null unless a callback or a log line needs it
  std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>> handlers_;
  std::shared_ptr<transport::PublisherPort> port_;
  transport::LoanOwner* loan_owner_ = nullptr;  // the owner of loans of port_
  // Published without a subscription; a counter that orders nothing.
  std::atomic<std::uint64_t> unheard_{0};
};

/// Publishes messages of type M on a topic. Made by create_publisher().
///
/// ```cpp
/// const auto publisher = node->create_publisher<sensor_msgs::msg::Image>("image", 10);
/// auto image = publisher->borrow_loaned_message();  // of the memory that readers see
/// image->data.resize_uninitialized(camera.size_bytes());
/// camera.read_into(image->data.data());
/// publisher->publish(std::move(image));  // no copy
/// ```
///
/// Keep the pointer: the node does not, and a publisher ends with its last owner. What was
/// published before stays valid for subscriptions that hold it.
template <class M, class Allocator = std::allocator<void>, class Enable = void>
class Publisher : public PublisherBase {
  static_assert(is_message_type<M>,
                "a message is a type that the generator made of a .msg file, or a "
                "trivially copyable struct without pointers");

 public:
  using MessageT = M;
  using SharedPtr = std::shared_ptr<Publisher>;
  using ConstSharedPtr = std::shared_ptr<const Publisher>;
  using WeakPtr = std::weak_ptr<Publisher>;
  using UniquePtr = std::unique_ptr<Publisher>;
  using PublishedType = M;
  using ROSMessageType = M;

  Publisher(const EndpointHome& home, const std::string& topic, const QoS& qos,
            const PublisherOptionsBase& options = {})
      : PublisherBase(home, topic, qos, type_identity<M>(), object_type<M>(), options) {}

  /// Memory for one message. Blocks only for subscriptions that keep all.
  /// If there is no memory, throws exceptions::Error, which names the subscriptions that hold it.
  /// The memory is on the heap when loans are disabled or the context was shut down.
  LoanedMessage<M> borrow_loaned_message() {
    if (can_loan_messages()) {
      if (LoanHandle handle = borrow(sizeof(M)); handle.data() != nullptr) {
        return LoanedMessage<M>(std::move(handle));
      }
    }
    return LoanedMessage<M>(std::make_unique<M>());
  }

  /// As in rclcpp, where it is deprecated. Messages are made in the publisher's memory, whatever
  /// the allocator.
  Allocator get_allocator() const { return Allocator(); }

  /// Like borrow_loaned_message(), but empty instead of throwing.
  std::optional<LoanedMessage<M>> loan() {
    if (!can_loan_messages()) return borrow_loaned_message();
    LoanHandle handle = try_borrow(sizeof(M));
    if (handle.data() == nullptr) return std::nullopt;
    return std::optional<LoanedMessage<M>>(std::in_place, std::move(handle));
  }

  /// Hands the message over without a copy. Blocks only for a reliable subscription that keeps all,
  /// at most max_blocking_time; then throws exceptions::Error that names it, and the loan stays
  /// valid. Like everything that publishes, this does nothing once the context was shut down.
  void publish(LoanedMessage<M>&& message) {
    if (std::unique_ptr<M> own = message.take_own()) return publish(std::move(own));
    hand_over(message.handle(), sizeof(M));
  }

  /// Hands the message over to subscriptions of this process that take it by pointer; for others it
  /// is copied once. As with loans, nothing is lost when it throws.
  void publish(std::unique_ptr<M> message) {
    if (!message) throw std::invalid_argument("publish: the message is a null pointer");
    publish_object(message.get());
    (void)message.release();
  }

  /// A message that belongs to an allocator of the user's is copied once, and given back to it.
  template <class Deleter,
            std::enable_if_t<!std::is_same_v<Deleter, std::default_delete<M>>, int> = 0>
  void publish(std::unique_ptr<M, Deleter> message) {
    if (!message) throw std::invalid_argument("publish: the message is a null pointer");
    publish_copy(message.get());
  }

  /// Copies the message into a loan, once, and hands that over. Without a subscription nothing is
  /// copied. Blocks and throws as borrow_loaned_message() and publish() of a loan do.
  void publish(const M& message) { publish_copy(&message); }

  /// Publishes a message in CDR, which is decoded into a loan. Throws
  /// exceptions::RCLInvalidArgument if the bytes are no M.
  template <class Generated = M, std::enable_if_t<is_generated_message<Generated>, int> = 0>
  void publish(const SerializedMessage& message) {
    publish_serialized(message);
  }
};

}  // namespace rclcpp
