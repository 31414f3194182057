// SPDX-License-Identifier: Apache-2.0
#include "transport/combined/combined_transport.hpp"

#include <utility>

#include "transport/combined/combined_publisher.hpp"
#include "transport/combined/combined_subscription.hpp"
#include "transport/in_process/in_process_hub.hpp"
#include "transport/in_process/in_process_subscription.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::transport {
namespace {

class CombinedTransport final : public Transport {
 public:
  CombinedTransport(std::unique_ptr<Transport> outside, InProcessHost host)
      : outside_(std::move(outside)), host_(std::move(host)) {}
  ~CombinedTransport() override { close(); }

  const char* name() const override { return outside_->name(); }

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec& spec) override {
    auto opened = outside_->open_publisher(spec);
    if (!opened || !spec.in_process) return opened;
    auto outside = std::dynamic_pointer_cast<OutsidePublisher>(*opened);
    BATON_ASSERT(outside != nullptr);
    PublisherSpec here = spec;
    // That it did not assert in time is told by the other half.
    if (spec.on_event) {
      here.on_event = [tell = spec.on_event](const EndpointEvent& event) {
        if (event.kind != EndpointEvent::Kind::liveliness_lost) tell(event);
      };
    }
    auto inside = std::make_shared<InProcessPublisher>(here, host_, hub_);
    inside->set_gid(outside->gid());
    if (base::Status done = hub_->add(*inside); !done) return std::move(done).error();
    return std::shared_ptr<PublisherPort>(
        std::make_shared<CombinedPublisher>(std::move(inside), std::move(outside)));
  }

  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec& spec) override {
    auto opened = outside_->open_subscription(spec);
    if (!opened || !spec.in_process) return opened;
    auto inside = std::make_shared<InProcessSubscription>(spec, host_, hub_);
    if (base::Status done = hub_->add(*inside); !done) return std::move(done).error();
    return std::shared_ptr<SubscriptionPort>(
        std::make_shared<CombinedSubscription<InProcessSubscription>>(std::move(inside),
                                                                      std::move(*opened)));
  }

  base::Result<std::shared_ptr<WaitSet>> open_wait_set() override {
    return outside_->open_wait_set();
  }
  // All endpoints are those of the other transport as well, which announces them.
  base::Result<std::vector<EndpointInfo>> endpoints() override { return outside_->endpoints(); }
  base::Status add_node(const std::string& name) override { return outside_->add_node(name); }
  void remove_node(const std::string& name) override { outside_->remove_node(name); }
  base::Result<std::vector<std::string>> nodes() override { return outside_->nodes(); }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return outside_->on_graph_change(std::move(callback));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override {
    return outside_->type_description(topic_or_type, timeout);
  }
  ParticipantIdentity identity() const override { return outside_->identity(); }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return outside_->loop(); }
  void close() override {
    hub_->close(host_);
    outside_->close();
  }

 private:
  const std::unique_ptr<Transport> outside_;
  const InProcessHost host_;
  const std::shared_ptr<InProcessHub> hub_ =
      std::make_shared<InProcessHub>(InProcessHub::Others::another_transport);
};

}  // namespace

base::Result<std::unique_ptr<Transport>> open_combined_transport(
    const ParticipantOptions& options) {
  auto participant = Participant::open(options);
  if (!participant) return std::move(participant).error();
  InProcessHost host;
  host.id = (*participant)->id();
  host.name = (*participant)->name();
  host.loop = (*participant)->loop();
  host.emit = [weak = std::weak_ptr<Participant>(*participant)](EventKind kind, std::string text) {
    if (const auto self = weak.lock()) self->emit(kind, std::move(text));
  };
  return std::unique_ptr<Transport>(std::make_unique<CombinedTransport>(
      make_shm_transport(std::move(*participant)), std::move(host)));
}

}  // namespace baton::transport
