// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/shm_transport.hpp"

#include <fmt/format.h>

#include "match/policies.hpp"
#include "shm/layout.hpp"
#include "transport/shared_memory/control/subscriber_side.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {
namespace {

class ShmTransport : public OutsideTransport {
 public:
  explicit ShmTransport(std::shared_ptr<Participant> participant)
      : participant_(std::move(participant)) {}
  ~ShmTransport() override { close(); }

  const char* name() const override { return "shared_memory"; }

  base::Result<std::shared_ptr<OutsidePublisher>> open_outside_publisher(
      const PublisherSpec& spec) override {
    warn_of_depth(spec);
    auto port = ShmPublisher::make(spec);
    if (base::Status done = participant_->add(*port); !done) return std::move(done).error();
    port->on_destroy([participant = participant_, raw = port.get()] { participant->remove(*raw); });
    return std::shared_ptr<OutsidePublisher>(std::move(port));
  }

  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec& spec) override {
    warn_of_depth(spec);
    const std::weak_ptr<Participant> weak = participant_;
    auto port = std::make_shared<ShmSubscription>(spec, [weak](const MatchInfo& info) {
      const auto participant = weak.lock();
      if (!participant) return;
      participant->loop()->post([&side = participant->subscriber_side(), id = info.participant] {
        side.on_violation(id);
      });
    });
    if (base::Status done = participant_->add(*port); !done) return std::move(done).error();
    port->on_destroy([participant = participant_, raw = port.get()] { participant->remove(*raw); });
    return std::shared_ptr<SubscriptionPort>(std::move(port));
  }

  base::Result<std::shared_ptr<WaitSet>> open_wait_set() override {
    auto place = participant_->open_sleep_place();
    if (!place) return std::move(place).error();
    return std::make_shared<WaitSet>(std::move(*place), participant_->loop());
  }

  base::Result<std::vector<EndpointInfo>> endpoints() override { return participant_->endpoints(); }

  base::Status add_node(const std::string& name) override { return participant_->add_node(name); }
  void remove_node(const std::string& name) override { participant_->remove_node(name); }
  base::Result<std::vector<std::string>> nodes() override { return participant_->nodes(); }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return participant_->on_graph_change(std::move(callback));
  }

  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override {
    return participant_->type_description(topic_or_type, timeout);
  }

  ParticipantIdentity identity() const override {
    return {participant_->id(), participant_->places()};
  }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return participant_->loop(); }

  void close() override { participant_->close(); }

 private:
  static_assert(shm::max_depth == match::max_depth, "a ring serves the depth that is announced");

  void warn_of_depth(const EndpointSpec& spec) {
    if (spec.qos.depth() <= shm::max_depth) return;
    participant_->emit(
        EventKind::resources,
        fmt::format("topic '{}': a history depth of {} is served as {}, which is what "
                    "a ring holds",
                    spec.topic, spec.qos.depth(), shm::max_depth));
  }

  const std::shared_ptr<Participant> participant_;
};

}  // namespace

base::Result<std::unique_ptr<Transport>> open_shm_transport(const ParticipantOptions& options) {
  auto participant = Participant::open(options);
  if (!participant) return std::move(participant).error();
  return std::unique_ptr<Transport>(make_shm_transport(std::move(*participant)));
}

std::unique_ptr<OutsideTransport> make_shm_transport(std::shared_ptr<Participant> participant) {
  return std::make_unique<ShmTransport>(std::move(participant));
}

}  // namespace baton::transport
