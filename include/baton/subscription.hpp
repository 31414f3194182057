// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <baton/ros_c/rcl_event.h>
#include <baton/any_subscription_callback.hpp>
#include <baton/counters.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/event_handler.hpp>
#include <baton/executable.hpp>
#include <baton/match_info.hpp>
#include <baton/memory_strategy.hpp>
#include <baton/message_copies.hpp>
#include <baton/namespaces.hpp>
#include <baton/network_flow_endpoint.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/subscription_options.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class ArrivalCallback;
class ContentFilter;
class EndpointEvents;
}  // namespace baton::client

namespace baton::transport {
class SubscriptionPort;
}  // namespace baton::transport

namespace rclcpp {

class SerializedMessage;

/// What subscriptions of all types have in common. Thread safety: all members.
class BATON_PUBLIC SubscriptionBase : public Executable,
                                      public std::enable_shared_from_this<SubscriptionBase> {
 public:
  using SharedPtr = std::shared_ptr<SubscriptionBase>;
  using ConstSharedPtr = std::shared_ptr<const SubscriptionBase>;
  using WeakPtr = std::weak_ptr<SubscriptionBase>;

  ~SubscriptionBase() override;

  /// The name on the wire: expanded and remapped.
  const char* get_topic_name() const { return topic_.c_str(); }
  QoS get_actual_qos() const { return qos_; }
  /// How many publishers are matched.
  std::size_t get_publisher_count() const;
  /// The matched publishers, which transport is used for each, and whether it is zero copy.
  std::vector<MatchInfo> get_matches() const;
  SubscriptionCounters get_counters() const;
  /// True: messages are read where they were handed over. False if ROS_DISABLE_LOANED_MESSAGES is
  /// 1: then messages of shared memory are copied when they are taken.
  bool can_loan_messages() const { return can_loan_; }
  bool is_serialized() const { return false; }
  bool use_take_shared_method() const { return true; }

  /// From now on `callback` is called with the number of new events of this kind, in the thread
  /// that tells of them. Does nothing but warn for a kind without a callback in the options, which
  /// is not watched. Throws std::invalid_argument for an empty one.
  void set_on_new_qos_event_callback(std::function<void(std::size_t)> callback,
                                     rcl_subscription_event_type_t event_type);
  void clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type);
  /// The kinds of events that have a callback in the options.
  const std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>>&
  get_event_handlers() const {
    return handlers_;
  }
  /// Empty, after a warning: which addresses DDS uses for an endpoint is not known here, and shared
  /// memory has none.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;

  /// From now on `callback` is called with the number of new messages that did not come by pointer,
  /// by a thread of its own that they wake; at once for those that wait. An executor may have the
  /// subscription, too: then the thread looks for them once a millisecond. Throws
  /// std::invalid_argument for an empty one.
  void set_on_new_message_callback(std::function<void(std::size_t)> callback);
  /// Returns when the callback does not run any more.
  void clear_on_new_message_callback();
  /// The same of messages that come by pointer, from this process.
  void set_on_new_intra_process_message_callback(std::function<void(std::size_t)> callback);
  void clear_on_new_intra_process_message_callback();

  // For executors of users' own: take a message, then handle it. Each step copies the message, so
  // execute() is cheaper.
  virtual std::shared_ptr<void> create_message() = 0;
  virtual void return_message(std::shared_ptr<void>& message) { message.reset(); }
  /// Copies the next message into one of the subscription's type; false when there is none.
  virtual bool take_type_erased(void* message, MessageInfo& info) = 0;
  /// Calls the callback with a message of the subscription's type.
  virtual void handle_message(std::shared_ptr<void>& message, const MessageInfo& info) = 0;
  /// The same of a message that stays the caller's, and has to live until the callback, and what it
  /// keeps of the message, is through.
  void handle_loaned_message(void* loaned_message, const MessageInfo& info) {
    std::shared_ptr<void> borrowed(loaned_message, [](void*) {});
    handle_message(borrowed, info);
  }
  std::shared_ptr<SerializedMessage> create_serialized_message();
  void return_serialized_message(std::shared_ptr<SerializedMessage>& message) { message.reset(); }

  /// The next message as CDR; false when there is none. Throws exceptions::Error for a plain C++
  /// type.
  bool take_serialized(SerializedMessage& message, MessageInfo& info);

  bool is_cft_enabled() const;
  /// Replaces the filter; an empty expression removes it. Throws exceptions::RCLInvalidArgument
  /// that shows what is wrong with the expression.
  void set_content_filter(const std::string& filter_expression,
                          const std::vector<std::string>& expression_parameters = {});
  ContentFilterOptions get_content_filter() const;

  /// Takes one message and calls the callback with it; false when there was none. For programs
  /// without an executor.
  bool execute() { return execute_next(nullptr, nullptr); }

 protected:
  SubscriptionBase(const EndpointHome& home, const std::string& topic, const QoS& qos,
                   const TypeIdentity& type, const SubscriptionOptionsBase& options,
                   std::shared_ptr<detail::MessageCopies> copies = nullptr);
  std::optional<SampleHandle> take_handle();
  bool take_handle(SampleHandle& handle);
  /// A message of the caller's as one that came.
  static SampleHandle as_sample(std::shared_ptr<const void> message, std::size_t size_bytes,
                                const MessageInfo& info);

  bool execute_next(Taken taken, void* context) override;
  bool has_work() const noexcept override;
  void attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override;

 private:
  virtual void deliver(SampleHandle&& sample) = 0;
  transport::SubscriptionPort& port() const;
  bool is_wanted(const SampleHandle& sample) const;
  bool passes_filter(const SampleHandle& sample) const;
  bool is_wanted_object(const SampleHandle& sample) const;

  const std::string topic_;
  const QoS qos_;
  const msg::TypeSupport* const type_;
  const AdaptedType* const adapted_;  // null unless a type adapter is used
  const bool can_loan_;
  const std::shared_ptr<client::ContextState> context_;
  const std::shared_ptr<detail::MessageCopies> copies_;  // null: the callback changes no message
  std::shared_ptr<client::EndpointEvents> events_;  // null unless a callback or a log line needs it
  std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> handlers_;
  // Null until they are needed; see client::made().
  std::shared_ptr<client::ArrivalCallback> on_new_;
  std::shared_ptr<client::ArrivalCallback> on_new_inside_;
  std::shared_ptr<client::ContentFilter> filter_;  // replaced as a whole, atomically

  // What every message touches comes last, beside the callback.
  const bool has_fixed_size_;
  // There is a filter; it does not matter which message is the first that sees a change.
  std::atomic<bool> filtered_{false};
  const std::size_t message_size_bytes_;
  std::shared_ptr<transport::SubscriptionPort> port_;
};

/// Receives messages of type M from a topic. Made by create_subscription().
///
/// ```cpp
/// // An executor that spins the node calls the callback.
/// const auto heard = node->create_subscription<std_msgs::msg::String>(
///     "chatter", 10, [](const std_msgs::msg::String& message) { print(message.data); });
///
/// // Or by hand, when no executor has the node: the message is read where its publisher wrote it.
/// while (const auto sample = heard->take()) print((*sample)->data);
/// ```
///
/// Keep the pointer: the node does not, and a subscription ends with its last owner. Samples stay
/// valid and unchanged after it.
template <class M, class Allocator = std::allocator<void>, class Enable = void>
class Subscription : public SubscriptionBase {
  static_assert(is_message_type<M>,
                "a message is a type that the generator made of a .msg file, or a "
                "trivially copyable struct without pointers");

 public:
  using MessageT = M;
  using SubscribedType = M;
  using ROSMessageType = M;
  using MessageMemoryStrategyType = message_memory_strategy::MessageMemoryStrategy<M, Allocator>;
  using SharedPtr = std::shared_ptr<Subscription>;
  using ConstSharedPtr = std::shared_ptr<const Subscription>;
  using WeakPtr = std::weak_ptr<Subscription>;
  using UniquePtr = std::unique_ptr<Subscription>;
  using Callback = detail::AdaptedCallback<M>;

  Subscription(const EndpointHome& home, const std::string& topic, const QoS& qos,
               Callback callback, const SubscriptionOptionsBase& options = {})
      : SubscriptionBase(home, topic, qos, type_identity<M>(), options, callback.copies()),
        callback_(std::move(callback)) {}

  /// The next message where its publisher wrote it, or nothing. Does not block. Not in rclcpp.
  std::optional<Sample<M>> take() {
    // Take into the result itself: a polling loop comes here in vain most of the time.
    std::optional<Sample<M>> sample(std::in_place, SampleHandle());
    if (!take_handle(sample->handle_)) sample.reset();
    return sample;
  }

  /// Copies the next message; false when there is none.
  bool take(M& message, MessageInfo& info) {
    const auto handle = take_handle();
    if (!handle) return false;
    message = *reinterpret_cast<const M*>(handle->data());
    info = handle->info();
    return true;
  }

  std::shared_ptr<void> create_message() override { return std::make_shared<M>(); }
  bool take_type_erased(void* message, MessageInfo& info) override {
    return take(*static_cast<M*>(message), info);
  }
  void handle_message(std::shared_ptr<void>& message, const MessageInfo& info) override {
    callback_(Sample<M>(as_sample(message, sizeof(M), info)));
  }

 private:
  void deliver(SampleHandle&& sample) override { callback_(Sample<M>(std::move(sample))); }

  const Callback callback_;
};

}  // namespace rclcpp
