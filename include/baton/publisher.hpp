// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <baton/context.hpp>
#include <baton/counters.hpp>
#include <baton/loaned_message.hpp>
#include <baton/match_info.hpp>
#include <baton/qos.hpp>
#include <baton/type_name.hpp>
#include <baton/visibility.hpp>

namespace baton {

struct PublisherOptions {
  /// The pool may grow to max(floor, 32 of the largest message), but not above the ceiling. Nothing is committed
  /// before it is needed.
  std::size_t pool_floor_bytes = std::size_t{64} << 20;
  std::size_t pool_ceiling_bytes = std::size_t{1} << 30;
};

/// What publishers of all types have in common. Thread safety: all members.
class BATON_PUBLIC PublisherBase {
 public:
  virtual ~PublisherBase();
  PublisherBase(const PublisherBase&) = delete;
  PublisherBase& operator=(const PublisherBase&) = delete;

  const char* get_topic_name() const { return topic_.c_str(); }
  const QoS& get_actual_qos() const { return qos_; }
  /// Matched subscriptions.
  std::size_t get_subscription_count() const;
  /// Who they are, which transport reaches each, and whether it is zero copy.
  std::vector<MatchInfo> get_matches() const;
  PublisherCounters get_counters() const;
  bool can_loan_messages() const { return true; }

 protected:
  PublisherBase(Context& context, const std::string& topic, const QoS& qos,
                const TypeIdentity& type, const PublisherOptions& options);
  LoanHandle borrow(std::size_t size_bytes);
  std::optional<LoanHandle> try_borrow(std::size_t size_bytes);
  void hand_over(LoanHandle& loan, std::size_t size_bytes);
  /// Of the type that it was made with, which is a generated one.
  void publish_copy(const void* message);

 private:
  transport::PublisherPort& port() const;

  const std::string topic_;
  const QoS qos_;
  const msg::TypeSupport* const type_;
  const std::shared_ptr<client::ContextState> context_;
  std::shared_ptr<transport::PublisherPort> port_;
};

/// Publishes messages of type M on a topic. Made by create_publisher().
template <MessageType M>
class Publisher : public PublisherBase {
 public:
  using SharedPtr = std::shared_ptr<Publisher>;

  Publisher(Context& context, const std::string& topic, const QoS& qos,
            const PublisherOptions& options = {})
      : PublisherBase(context, topic, qos, type_identity<M>(), options) {}

  /// Memory for one message. Does not block, but for subscriptions that keep all.
  /// Throws exceptions::Error when there is none, saying who holds it.
  LoanedMessage<M> borrow_loaned_message() { return LoanedMessage<M>(borrow(sizeof(M))); }

  /// The same; empty instead of throwing.
  std::optional<LoanedMessage<M>> loan() {
    if (auto handle = try_borrow(sizeof(M))) return LoanedMessage<M>(*std::move(handle));
    return std::nullopt;
  }

  /// Hands the message over: no copy. Blocks only for a reliable subscription that keeps all, at most
  /// max_blocking_time; then throws exceptions::Error that names it, and the loan stays valid.
  void publish(LoanedMessage<M>&& message) { hand_over(message.handle(), sizeof(M)); }

  /// Copies the message into a loan, once, and hands that over.
  void publish(const M& message) {
    if constexpr (std::is_trivially_copyable_v<M>) {
      LoanHandle handle = borrow(sizeof(M));
      std::memcpy(handle.data(), &message, sizeof(M));
      hand_over(handle, sizeof(M));
    } else {
      publish_copy(&message);
    }
  }
};

/// As rclcpp::create_publisher. Throws exceptions::Error.
template <MessageType M>
typename Publisher<M>::SharedPtr create_publisher(Context& context, const std::string& topic,
                                                  const QoS& qos,
                                                  const PublisherOptions& options = {}) {
  return std::make_shared<Publisher<M>>(context, topic, qos, options);
}

}  // namespace baton
