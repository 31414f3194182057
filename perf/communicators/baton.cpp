// SPDX-License-Identifier: Apache-2.0
#include "communicators/baton.hpp"

#include <algorithm>
#include <atomic>
#include <baton/baton.hpp>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "clock.hpp"
#include "messages.hpp"
#include "variable_messages.hpp"

namespace perf {
namespace {

using std::chrono::nanoseconds;

std::vector<MatchedPeer> peers_of(const std::vector<baton::MatchInfo>& matches) {
  std::vector<MatchedPeer> peers;
  for (const baton::MatchInfo& match : matches) {
    peers.push_back({match.process_name + " (pid " + std::to_string(match.pid) + ")",
                     match.transport, match.zero_copy, match.reason});
  }
  return peers;
}

baton::QoS qos_of(const Options& options) {
  baton::QoS qos(options.history_depth);
  if (options.keep_all) qos.keep_all();
  options.reliable ? qos.reliable() : qos.best_effort();
  options.transient_local ? qos.transient_local() : qos.durability_volatile();
  return qos;
}

// A message of fixed size is one block of bytes; another one makes room first, and is asked where
// its parts are.
template <class M>
Frame prepared_frame(const MessageType& type, M& message) {
  if constexpr (baton::GeneratedMessage<M>) {
    messages::prepare(message, type.content_size_bytes());
    return messages::frame_of(message);
  } else {
    return type.frame_in(reinterpret_cast<std::byte*>(&message));
  }
}

template <class M>
ReceivedFrame received_frame(const MessageType& type, const M& message) {
  if constexpr (baton::GeneratedMessage<M>) {
    return messages::frame_of(message);
  } else {
    return type.frame_in(reinterpret_cast<const std::byte*>(&message));
  }
}

template <class M>
class BatonPublication : public Publication {
 public:
  BatonPublication(baton::Context& context, const std::string& topic, const Options& options)
      : publisher_(baton::create_publisher<M>(context, topic, qos_of(options))),
        type_(options.message_type()) {}

  std::vector<MatchedPeer> matches() const override {
    return peers_of(publisher_->get_matches());
  }
  EndpointCounters counters() const override {
    return {0, publisher_->get_counters().committed_bytes, refusal_};
  }

 protected:
  // What baton refuses (its pool is full, a subscription that keeps all is slow) the run counts.
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

  const std::shared_ptr<baton::Publisher<M>> publisher_;

 private:
  const MessageType type_;
  std::string refusal_;
};

template <class M>
class LoaningPublication final : public BatonPublication<M> {
 public:
  using BatonPublication<M>::BatonPublication;

  std::optional<Frame> acquire() override {
    // A loan that could not be published is still there.
    if (!loan_ || !loan_->is_valid()) {
      loan_.reset();
      if (auto loan = this->publisher_->loan()) loan_.emplace(*std::move(loan));
    }
    if (!loan_) return std::nullopt;
    return this->prepared(loan_->get());
  }

  bool publish() override {
    return this->try_publish([this] { this->publisher_->publish(*std::move(loan_)); });
  }

 private:
  std::optional<baton::LoanedMessage<M>> loan_;
};

template <class M>
class CopyingPublication final : public BatonPublication<M> {
 public:
  using BatonPublication<M>::BatonPublication;

  std::optional<Frame> acquire() override { return this->prepared(*message_); }

  bool publish() override {
    return this->try_publish([this] { this->publisher_->publish(*message_); });
  }

 private:
  const std::unique_ptr<M> message_ = std::make_unique<M>();
};

template <class M>
class BatonReception : public Reception {
 public:
  BatonReception(baton::Context& context, const std::string& topic, const Options& options,
                 MessageHandler& handler)
      : type_(options.message_type()),
        handler_(handler),
        subscription_(subscribe(context, topic, options)) {}

  void run() override {
    while (!interrupted()) receive(std::numeric_limits<int64_t>::max());
  }

  void interrupt() override { interrupted_.store(true, std::memory_order_relaxed); }

  std::vector<MatchedPeer> matches() const override {
    return peers_of(subscription_->get_matches());
  }
  EndpointCounters counters() const override {
    return {subscription_->get_counters().copied, 0, ""};
  }

 protected:
  bool interrupted() const { return interrupted_.load(std::memory_order_relaxed); }

  static nanoseconds time_until(int64_t deadline_ns) {
    if (deadline_ns == std::numeric_limits<int64_t>::max()) return nanoseconds(-1);
    return nanoseconds(std::max<int64_t>(0, deadline_ns - now_ns()));
  }

  bool take_one() {
    const auto sample = subscription_->take();
    if (sample) hand_over(sample->get());
    return sample.has_value();
  }

  const std::shared_ptr<baton::Subscription<M>>& subscription() const { return subscription_; }

 private:
  void hand_over(const M& message) {
    const int64_t entry_ns = now_ns();
    handler_.on_message(received_frame(type_, message), entry_ns);
  }

  std::shared_ptr<baton::Subscription<M>> subscribe(baton::Context& context,
                                                    const std::string& topic,
                                                    const Options& options) {
    const baton::QoS qos = qos_of(options);
    if (options.callback_type == CallbackType::const_shared_ptr) {
      return baton::create_subscription<M>(
          context, topic, qos, [this](std::shared_ptr<const M> message) { hand_over(*message); });
    }
    return baton::create_subscription<M>(context, topic, qos,
                                         [this](const M& message) { hand_over(message); });
  }

  const MessageType type_;
  MessageHandler& handler_;
  const std::shared_ptr<baton::Subscription<M>> subscription_;
  // Written by interrupt(), read by the receiving thread; late by one look at most.
  std::atomic<bool> interrupted_{false};
};

template <class M>
class ExecutorReception final : public BatonReception<M> {
 public:
  ExecutorReception(baton::Context& context, const std::string& topic, const Options& options,
                    MessageHandler& handler)
      : BatonReception<M>(context, topic, options, handler),
        executor_(context, {.spin = nanoseconds(std::llround(options.spin_us * 1e3))}) {
    executor_.add_subscription(this->subscription());
  }
  ~ExecutorReception() override { executor_.remove_subscription(this->subscription()); }

  void run() override { executor_.spin(); }
  void receive(int64_t deadline_ns) override { executor_.spin_once(this->time_until(deadline_ns)); }
  void interrupt() override { executor_.cancel(); }

 private:
  baton::executors::SingleThreadedExecutor executor_;
};

template <class M>
class WaitSetReception final : public BatonReception<M> {
 public:
  WaitSetReception(baton::Context& context, const std::string& topic, const Options& options,
                   MessageHandler& handler)
      : BatonReception<M>(context, topic, options, handler),
        wait_set_(context),
        spin_(std::llround(options.spin_us * 1e3)) {
    wait_set_.add_subscription(this->subscription());
  }
  ~WaitSetReception() override { wait_set_.remove_subscription(this->subscription()); }

  void receive(int64_t deadline_ns) override {
    wait_set_.wait(this->time_until(deadline_ns), spin_);
    while (this->take_one()) {
    }
  }
  void interrupt() override {
    BatonReception<M>::interrupt();
    wait_set_.notify();
  }

 private:
  baton::WaitSet wait_set_;
  const nanoseconds spin_;
};

template <class M>
class PollingReception final : public BatonReception<M> {
 public:
  using BatonReception<M>::BatonReception;

  void receive(int64_t deadline_ns) override {
    constexpr unsigned looks_per_clock = 1024;
    for (unsigned looks = 1; !this->take_one(); ++looks) {
      if (this->interrupted()) return;
      if (looks % looks_per_clock == 0 && now_ns() >= deadline_ns) return;
      cpu_relax();
    }
  }
};

template <class M>
class BatonCommunicator final : public Communicator {
 public:
  BatonCommunicator(const Options& options, const std::string& name)
      : options_(options),
        context_({.domain_id = options.domain_id,
                  .registry_dir = {},
                  .name = "perf_test " + name,
                  .on_event = {}}) {}

  std::unique_ptr<Publication> publication(Direction direction, unsigned) override {
    if (options_.delivery == Delivery::zero_copy) {
      return std::make_unique<LoaningPublication<M>>(context_, topic(direction), options_);
    }
    return std::make_unique<CopyingPublication<M>>(context_, topic(direction), options_);
  }

  std::unique_ptr<Reception> reception(Direction direction, unsigned,
                                       MessageHandler& handler) override {
    if (options_.way == Way::poll) return make<PollingReception<M>>(direction, handler);
    if (options_.way == Way::wait_set) return make<WaitSetReception<M>>(direction, handler);
    return make<ExecutorReception<M>>(direction, handler);
  }

 private:
  std::string topic(Direction direction) const {
    return direction == Direction::back ? options_.topic + "_relay" : options_.topic;
  }
  template <class R>
  std::unique_ptr<Reception> make(Direction direction, MessageHandler& handler) {
    return std::make_unique<R>(context_, topic(direction), options_, handler);
  }

  const Options& options_;
  baton::Context context_;
};

}  // namespace

std::unique_ptr<Communicator> make_baton_communicator(const Options& options,
                                                      const std::string& name) {
  std::unique_ptr<Communicator> made;
  const auto make_if_meant = [&]<class M>(const char* message) {
    if (options.message == message) made = std::make_unique<BatonCommunicator<M>>(options, name);
  };
  messages::for_each_message(make_if_meant);
  messages::for_each_variable_message(make_if_meant);
  return made;
}

}  // namespace perf
