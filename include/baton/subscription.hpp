// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/context.hpp>
#include <baton/counters.hpp>
#include <baton/match_info.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton {

namespace transport {
class SubscriptionPort;
class WaitSet;
}  // namespace transport

struct SubscriptionOptions {
  /// Messages held at once before further ones are copied, so that a hoarder costs only itself;
  /// 0 = depth + 8.
  std::size_t pin_quota = 0;
};

/// What subscriptions of all types have in common. Thread safety: all members.
class BATON_PUBLIC SubscriptionBase {
 public:
  using SharedPtr = std::shared_ptr<SubscriptionBase>;

  virtual ~SubscriptionBase();
  SubscriptionBase(const SubscriptionBase&) = delete;
  SubscriptionBase& operator=(const SubscriptionBase&) = delete;

  const char* get_topic_name() const { return topic_.c_str(); }
  const QoS& get_actual_qos() const { return qos_; }
  /// Matched publishers.
  std::size_t get_publisher_count() const;
  /// Who they are, which transport is used for each, and whether it is zero copy.
  std::vector<MatchInfo> get_matches() const;
  SubscriptionCounters get_counters() const;

  /// Takes one message and calls the callback with it; false when there was none. For executors.
  bool execute();
  /// Says which executor or wait set is woken; one at a time. For executors.
  void attach(std::shared_ptr<transport::WaitSet> wait_set);

 protected:
  SubscriptionBase(Context& context, const std::string& topic, const QoS& qos,
                   const TypeIdentity& type, const SubscriptionOptions& options);
  std::optional<SampleHandle> take_handle();

 private:
  virtual void deliver(SampleHandle sample) = 0;
  transport::SubscriptionPort& port() const;

  const std::string topic_;
  const QoS qos_;
  const std::size_t message_size_bytes_;
  const bool has_fixed_size_;
  const std::shared_ptr<client::ContextState> context_;
  std::shared_ptr<transport::SubscriptionPort> port_;
};

/// Receives messages of type M from a topic. Made by create_subscription().
template <MessageType M>
class Subscription : public SubscriptionBase {
 public:
  using SharedPtr = std::shared_ptr<Subscription>;
  using Callback = std::function<void(Sample<M>)>;

  Subscription(Context& context, const std::string& topic, const QoS& qos, Callback callback,
               const SubscriptionOptions& options = {})
      : SubscriptionBase(context, topic, qos, type_identity<M>(), options),
        callback_(std::move(callback)) {}

  /// The next message where its publisher wrote it, or nothing. Does not block.
  std::optional<Sample<M>> take() {
    if (auto handle = take_handle()) return Sample<M>(*std::move(handle));
    return std::nullopt;
  }

  /// Copies the next message; false when there is none. As in rclcpp.
  bool take(M& message, MessageInfo& info) {
    const auto handle = take_handle();
    if (!handle) return false;
    if constexpr (std::is_trivially_copyable_v<M>) {
      std::memcpy(&message, handle->data(), sizeof(M));
    } else {
      message = *reinterpret_cast<const M*>(handle->data());
    }
    info = handle->info();
    return true;
  }

 private:
  void deliver(SampleHandle sample) override { callback_(Sample<M>(std::move(sample))); }

  const Callback callback_;
};

namespace detail {

/// Every callback form as one: what the callable accepts decides.
template <class M, class F>
typename Subscription<M>::Callback adapt_callback(F&& callback) {
  using Function = std::decay_t<F>;
  if constexpr (std::is_invocable_v<Function&, const M&, const MessageInfo&>) {
    return [call = std::forward<F>(callback)](Sample<M> sample) mutable {
      call(sample.get(), sample.info());
    };
  } else if constexpr (std::is_invocable_v<Function&, const M&>) {
    return [call = std::forward<F>(callback)](Sample<M> sample) mutable { call(sample.get()); };
  } else if constexpr (std::is_invocable_v<Function&, Sample<M>>) {
    return [call = std::forward<F>(callback)](Sample<M> sample) mutable {
      call(std::move(sample));
    };
  } else {
    static_assert(std::is_invocable_v<Function&, std::shared_ptr<const M>>,
                  "a callback takes const M&, (const M&, const MessageInfo&), Sample<M> or "
                  "std::shared_ptr<const M>");
    return [call = std::forward<F>(callback)](Sample<M> sample) mutable {
      const auto held = std::make_shared<Sample<M>>(std::move(sample));
      call(std::shared_ptr<const M>(held, &held->get()));
    };
  }
}

}  // namespace detail

/// As rclcpp::create_subscription. The callback takes `const M&`, `(const M&, const MessageInfo&)`,
/// `Sample<M>` or `std::shared_ptr<const M>`; the last two may be kept. It is called by the executor
/// that the subscription is added to. Throws exceptions::Error.
template <MessageType M, class F>
typename Subscription<M>::SharedPtr create_subscription(Context& context, const std::string& topic,
                                                        const QoS& qos, F&& callback,
                                                        const SubscriptionOptions& options = {}) {
  return std::make_shared<Subscription<M>>(
      context, topic, qos, detail::adapt_callback<M>(std::forward<F>(callback)), options);
}

/// Without a callback: messages are taken with take().
template <MessageType M>
typename Subscription<M>::SharedPtr create_subscription(Context& context, const std::string& topic,
                                                        const QoS& qos,
                                                        const SubscriptionOptions& options = {}) {
  return std::make_shared<Subscription<M>>(context, topic, qos, [](const Sample<M>&) {}, options);
}

}  // namespace baton
