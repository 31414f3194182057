// SPDX-License-Identifier: Apache-2.0
//
// iceoryx 2.0: untyped publishers and subscribers, loans, and a wait set that the subscriber's
// thread sleeps in, attached by events, of which a look costs the same for any number of topics.
// iceoryx tells no endpoint how many peers it has, so each publisher and subscriber offers a
// service that carries no message, only its name, and finds those of the others.
#include <algorithm>
#include <iceoryx_hoofs/log/logmanager.hpp>
#include <iceoryx_posh/popo/untyped_publisher.hpp>
#include <iceoryx_posh/popo/untyped_subscriber.hpp>
#include <iceoryx_posh/popo/user_trigger.hpp>
#include <iceoryx_posh/popo/wait_set.hpp>
#include <iceoryx_posh/runtime/posh_runtime.hpp>
#include <iceoryx_posh/runtime/service_discovery.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "competitors/cpp_table.hpp"

namespace perf::competitor {
namespace {

using iox::capro::IdString_t;
using iox::capro::ServiceDescription;

constexpr uint64_t longest_queue = 256;
constexpr const char* publishers = "perf_test publisher";
constexpr const char* subscribers = "perf_test subscriber";

/// A comma ends a field in what RouDi is told.
IdString_t id_of(std::string text) {
  std::replace(text.begin(), text.end(), ',', '_');
  return IdString_t(iox::cxx::TruncateToCapacity, text);
}

/// The name under which RouDi knows a process may have no spaces.
std::string runtime_name_of(std::string process) {
  std::replace_if(
      process.begin(), process.end(), [](char c) { return c == ' ' || c == '(' || c == ')'; }, '_');
  return "perf_test_" + process;
}

class Communicator {
 public:
  explicit Communicator(const Plan& plan)
      : plan_(plan),
        process_(plan.process),
        domain_("/domain " + std::to_string(plan.domain_id)),
        topics_{topics_of(plan, false), topics_of(plan, true)},
        type_(plan.type) {
    check_room();
    iox::log::LogManager::GetLogManager().SetDefaultLogLevel(
        iox::log::LogLevel::kFatal, iox::log::LogLevelOutput::kHideLogLevel);
    iox::runtime::PoshRuntime::initRuntime(
        iox::RuntimeName_t(iox::cxx::TruncateToCapacity, runtime_name_of(process_)));
    discovery_ = std::make_unique<iox::runtime::ServiceDiscovery>();
  }

  const Plan& plan() const { return plan_; }
  uint64_t queue() const {
    return plan_.keep_all != 0 ? longest_queue
                               : std::min<uint64_t>(plan_.history_depth, longest_queue);
  }
  uint64_t history() const {
    return plan_.transient_local != 0 ? std::min<uint64_t>(queue(), iox::MAX_PUBLISHER_HISTORY) : 0;
  }
  bool waits_for_subscribers() const { return plan_.reliable != 0 && plan_.keep_all != 0; }

  size_t topic_count(bool back) const { return topics_[back ? 1 : 0].size(); }
  ServiceDescription topic(bool back, size_t index) const {
    return {id_of("perf_test"), id_of(topic_name(back, index)), id_of(type_)};
  }
  ServiceDescription presence(const char* role, bool back, unsigned index) const {
    return {id_of(role), id_of(topic_name(back, 0)),
            id_of(process_ + " endpoint " + std::to_string(index))};
  }

  void for_each(const char* role, bool back, const PeerSink& sink) const {
    discovery_->findService(
        id_of(role), id_of(topic_name(back, 0)), iox::cxx::nullopt,
        [&sink](const ServiceDescription& found) {
          sink.on_peer(sink.context, found.getEventIDString().c_str(), "iceoryx", 1, "");
        },
        iox::popo::MessagingPattern::PUB_SUB);
  }

 private:
  /// RouDi ends the process that asks for more.
  void check_room() const {
    const uint64_t names = uint64_t{plan_.publishers} + plan_.subscribers;
    const uint64_t offered = uint64_t{plan_.publishers} * plan_.topic_count + names;
    const uint64_t wanted = uint64_t{plan_.subscribers} * plan_.topic_count;
    const uint64_t most_offered = iox::MAX_PUBLISHERS - iox::NUMBER_OF_INTERNAL_PUBLISHERS;
    if (offered <= most_offered && wanted <= iox::MAX_SUBSCRIBERS) return;
    throw std::runtime_error("its daemon has room for " + std::to_string(most_offered - names) +
                             " publishers and " + std::to_string(iox::MAX_SUBSCRIBERS) +
                             " subscribers, counted through topics");
  }

  std::string topic_name(bool back, size_t index) const {
    return topics_[back ? 1 : 0][index] + domain_;
  }

  const Plan plan_;
  const std::string process_;
  const std::string domain_;
  const std::vector<std::string> topics_[2];
  const std::string type_;
  std::unique_ptr<iox::runtime::ServiceDiscovery> discovery_;
};

class Publication {
 public:
  Publication(Communicator& communicator, bool back, unsigned index)
      : communicator_(communicator),
        back_(back),
        publisher_(communicator.topic(back, index % communicator.topic_count(back)),
                   options_of(communicator)) {
    // With the first topic the publisher tells its name.
    if (index % communicator.topic_count(back) == 0) {
      presence_.emplace(communicator.presence(publishers, back, index));
    }
  }
  ~Publication() {
    if (loan_ != nullptr) publisher_.release(loan_);
  }

  void* acquire() {
    if (loan_ == nullptr) {
      publisher_
          .loan(static_cast<uint32_t>(communicator_.plan().message_size_bytes),
                static_cast<uint32_t>(communicator_.plan().message_alignment_bytes))
          .and_then([this](void* memory) { loan_ = memory; });
    }
    return loan_;
  }

  bool publish() {
    publisher_.publish(loan_);
    loan_ = nullptr;
    return true;
  }

  void peers(const PeerSink& sink) const {
    if (publisher_.hasSubscribers()) communicator_.for_each(subscribers, back_, sink);
  }

 private:
  static iox::popo::PublisherOptions options_of(const Communicator& communicator) {
    iox::popo::PublisherOptions options;
    options.historyCapacity = communicator.history();
    if (communicator.waits_for_subscribers()) {
      options.subscriberTooSlowPolicy = iox::popo::ConsumerTooSlowPolicy::WAIT_FOR_CONSUMER;
    }
    return options;
  }

  const Communicator& communicator_;
  const bool back_;
  iox::popo::UntypedPublisher publisher_;
  std::optional<iox::popo::UntypedPublisher> presence_;
  void* loan_ = nullptr;
};

class Reception {
 public:
  Reception(Communicator& communicator, bool back, unsigned index, const Sink& sink)
      : communicator_(communicator), back_(back), sink_(sink) {
    const size_t count = communicator.topic_count(back);
    if (count >= wait_set_.capacity()) {
      throw std::runtime_error("its wait set has room for " +
                               std::to_string(wait_set_.capacity() - 1) + " topics");
    }
    for (size_t topic = 0; topic < count; ++topic) {
      auto& subscriber = subscribers_.emplace_back(std::make_unique<iox::popo::UntypedSubscriber>(
          communicator.topic(back, topic), options_of(communicator)));
      attach(wait_set_.attachEvent(*subscriber, iox::popo::SubscriberEvent::DATA_RECEIVED, topic));
      // An event that comes before is not told again.
      subscriber->subscribe();
    }
    attach(wait_set_.attachEvent(interruption_, count));
    presence_.emplace(communicator.presence(subscribers, back, index));
  }
  ~Reception() {
    for (const auto& subscriber : subscribers_) {
      wait_set_.detachEvent(*subscriber, iox::popo::SubscriberEvent::DATA_RECEIVED);
    }
    wait_set_.detachEvent(interruption_);
  }

  void receive(uint64_t timeout_ns) {
    constexpr uint64_t for_ever_ns = uint64_t{1} << 62;
    const auto events =
        timeout_ns >= for_ever_ns
            ? wait_set_.wait()
            : wait_set_.timedWait(iox::units::Duration::fromNanoseconds(timeout_ns));
    for (const auto* event : events) {
      if (event->getNotificationId() == subscribers_.size()) continue;  // the interruption
      while (take(*subscribers_[event->getNotificationId()])) {
      }
    }
  }

  void interrupt() { interruption_.trigger(); }

  void peers(const PeerSink& sink) const {
    for (const auto& subscriber : subscribers_) {
      if (subscriber->getSubscriptionState() == iox::SubscribeState::SUBSCRIBED) {
        communicator_.for_each(publishers, back_, sink);
      }
    }
  }

 private:
  template <class Attached>
  static void attach(const Attached& attached) {
    if (attached.has_error()) throw std::runtime_error("its wait set did not take a trigger");
  }

  static iox::popo::SubscriberOptions options_of(const Communicator& communicator) {
    iox::popo::SubscriberOptions options;
    options.subscribeOnCreate = false;
    options.queueCapacity = communicator.queue();
    options.historyRequest = communicator.history();
    if (communicator.waits_for_subscribers()) {
      options.queueFullPolicy = iox::popo::QueueFullPolicy::BLOCK_PRODUCER;
    }
    return options;
  }

  bool take(iox::popo::UntypedSubscriber& subscriber) {
    auto taken = subscriber.take();
    if (taken.has_error()) return false;
    const void* const message = taken.value();
    sink_.on_message(sink_.context, message,
                     iox::mepoo::ChunkHeader::fromUserPayload(message)->userPayloadSize());
    subscriber.release(message);
    return true;
  }

  const Communicator& communicator_;
  const bool back_;
  const Sink sink_;
  std::vector<std::unique_ptr<iox::popo::UntypedSubscriber>> subscribers_;  // one for each topic
  std::optional<iox::popo::UntypedPublisher> presence_;
  iox::popo::UserTrigger interruption_;
  iox::popo::WaitSet<> wait_set_;
};

constexpr Table table = table_of<Communicator, Publication, Reception>();

}  // namespace
}  // namespace perf::competitor

extern "C" [[gnu::visibility("default")]] const perf::competitor::Table* perf_competitor(
    uint32_t abi_version);

const perf::competitor::Table* perf_competitor(uint32_t abi_version) {
  return abi_version == perf::competitor::abi_version ? &perf::competitor::table : nullptr;
}
