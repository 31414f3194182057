// SPDX-License-Identifier: Apache-2.0
//
// The four ways of handing a message to a publisher: --publish-type.
#pragma once

#include <baton/baton.hpp>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "communicator.hpp"
#include "communicators/baton_message.hpp"
#include "options.hpp"

namespace perf {

/// The peers that a publisher or a subscription of Baton reports.
std::vector<MatchedPeer> peers_of(const std::vector<baton::MatchInfo>& matches);

/// Keeps the publisher's node, which keeps the participant.
template <class M>
class BatonPublication : public Publication {
 public:
  BatonPublication(baton::Node::SharedPtr node, const std::string& topic, const baton::QoS& qos,
                   const MessageType& type)
      : node_(std::move(node)), publisher_(node_->create_publisher<M>(topic, qos)), type_(type) {}

  std::vector<MatchedPeer> matches() const override { return peers_of(publisher_->get_matches()); }
  EndpointCounters counters() const override {
    return {0, publisher_->get_counters().committed_bytes, refusal_};
  }

 protected:
  // The run counts publications that baton refuses (the pool is full, or a keep-all subscription is
  // slow).
  template <class Publish>
  bool try_publish(Publish publish) {
    try {
      publish();
      return true;
    } catch (const baton::exceptions::Error& error) {
      refusal_ = error.what();
      return false;
    }
  }

  Frame prepared(M& message) const { return prepared_frame(type_, message); }
  baton::Publisher<M>& publisher() const { return *publisher_; }

 private:
  const baton::Node::SharedPtr node_;
  const std::shared_ptr<baton::Publisher<M>> publisher_;
  const MessageType type_;
  std::string refusal_;
};

/// publish(LoanedMessage<M>&&)
template <class M>
class LoaningPublication final : public BatonPublication<M> {
 public:
  using BatonPublication<M>::BatonPublication;

  std::optional<Frame> acquire() override {
    // The loan of a publication that failed is used again.
    if (!loan_ || !loan_->is_valid()) {
      const InPlace borrow{[this] { return this->publisher().borrow_loaned_message(); }};
      if (!this->try_publish([&] { loan_.emplace(borrow); })) return std::nullopt;
    }
    return this->prepared(loan_->get());
  }

  bool publish() override {
    return this->try_publish([this] { this->publisher().publish(*std::move(loan_)); });
  }

 private:
  // Converts to what `make` returns, so that the result is made in its place without a move.
  template <class Make>
  struct InPlace {
    const Make make;
    operator std::invoke_result_t<Make>() const { return make(); }
  };

  std::optional<baton::LoanedMessage<M>> loan_;
};

/// publish(std::unique_ptr<M>): a new message on the heap each time.
template <class M>
class OwningPublication final : public BatonPublication<M> {
 public:
  using BatonPublication<M>::BatonPublication;

  std::optional<Frame> acquire() override {
    if (!message_) message_ = bare_message<M>();
    return this->prepared(*message_);
  }

  bool publish() override {
    return this->try_publish([this] { this->publisher().publish(std::move(message_)); });
  }

 private:
  std::unique_ptr<M> message_;
};

/// publish(const M&), with the same message each time.
template <class M>
class CopyingPublication final : public BatonPublication<M> {
 public:
  using BatonPublication<M>::BatonPublication;

  std::optional<Frame> acquire() override { return this->prepared(*message_); }

  bool publish() override {
    return this->try_publish([this] { this->publisher().publish(*message_); });
  }

 private:
  const std::unique_ptr<M> message_ = bare_message<M>();
};

/// Like a program that passes messages by value: the message is copied for the call, and the copy
/// is published. The copy is not on the stack, which is too small for large messages.
template <class M>
class ValuePublication final : public BatonPublication<M> {
 public:
  using BatonPublication<M>::BatonPublication;

  std::optional<Frame> acquire() override { return this->prepared(*message_); }

  bool publish() override {
    *argument_ = *message_;
    return this->try_publish([this] { this->publisher().publish(*argument_); });
  }

 private:
  const std::unique_ptr<M> message_ = bare_message<M>();
  const std::unique_ptr<M> argument_ = bare_message<M>();
};

template <class M, class... Arguments>
std::unique_ptr<Publication> make_publication(PublishType type, Arguments&&... arguments) {
  switch (type) {
    case PublishType::value:
      return std::make_unique<ValuePublication<M>>(std::forward<Arguments>(arguments)...);
    case PublishType::const_ref:
      return std::make_unique<CopyingPublication<M>>(std::forward<Arguments>(arguments)...);
    case PublishType::unique_ptr:
      return std::make_unique<OwningPublication<M>>(std::forward<Arguments>(arguments)...);
    case PublishType::loan:
      return std::make_unique<LoaningPublication<M>>(std::forward<Arguments>(arguments)...);
  }
  return nullptr;
}

}  // namespace perf
