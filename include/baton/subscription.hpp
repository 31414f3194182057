// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/any_subscription_callback.hpp>
#include <baton/counters.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/executable.hpp>
#include <baton/match_info.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/subscription_options.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton {

namespace client {
class ContentFilter;
class EndpointEvents;
}  // namespace client
namespace transport {
class SubscriptionPort;
}

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
                   const TypeIdentity& type, const SubscriptionOptionsBase& options);
  std::optional<SampleHandle> take_handle();
  bool take_handle(SampleHandle& handle);

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
  std::shared_ptr<client::EndpointEvents> events_;  // null unless a callback or a log line needs it
  std::shared_ptr<client::ContentFilter> filter_;   // replaced as a whole, atomically

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
template <class M, class Allocator = std::allocator<void>, class Enable = void>
class Subscription : public SubscriptionBase {
  static_assert(is_message_type<M>,
                "a message is a type that the generator made of a .msg file, or a "
                "trivially copyable struct without pointers");

 public:
  using MessageT = M;
  using SharedPtr = std::shared_ptr<Subscription>;
  using ConstSharedPtr = std::shared_ptr<const Subscription>;
  using WeakPtr = std::weak_ptr<Subscription>;
  using UniquePtr = std::unique_ptr<Subscription>;
  using Callback = std::function<void(Sample<M>&&)>;

  Subscription(const EndpointHome& home, const std::string& topic, const QoS& qos,
               Callback callback, const SubscriptionOptionsBase& options = {})
      : SubscriptionBase(home, topic, qos, type_identity<M>(), options),
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

 private:
  void deliver(SampleHandle&& sample) override { callback_(Sample<M>(std::move(sample))); }

  const Callback callback_;
};

}  // namespace baton
