// SPDX-License-Identifier: Apache-2.0
#include "transport/combined/combined_transport.hpp"

#include <utility>

#include "transport/combined/combined_publisher.hpp"
#include "transport/combined/combined_subscription.hpp"
#include "transport/in_process/in_process_hub.hpp"
#include "transport/in_process/in_process_subscription.hpp"
#include "transport/port/forwarding_transport.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::transport {
namespace {

class CombinedTransport final : public ForwardingTransport {
 public:
  /// `outside` is what `owned` points to.
  CombinedTransport(OutsideTransport& outside, std::unique_ptr<Transport> owned, InProcessHost host)
      : ForwardingTransport(std::move(owned)), outside_(outside), host_(std::move(host)) {}
  ~CombinedTransport() override { close(); }

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec& spec) override {
    if (!spec.in_process) return inner().open_publisher(spec);
    auto outside = outside_.open_outside_publisher(spec);
    if (!outside) return std::move(outside).error();
    auto inside = std::make_shared<InProcessPublisher>(without_liveliness_lost(spec), host_, hub_);
    inside->set_gid((*outside)->gid());
    inside->set_figures((*outside)->figures());
    if (base::Status done = hub_->add(*inside); !done) return std::move(done).error();
    return std::shared_ptr<PublisherPort>(
        std::make_shared<CombinedPublisher>(std::move(inside), std::move(*outside)));
  }

  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec& spec) override {
    auto opened = inner().open_subscription(spec);
    if (!opened || !spec.in_process) return opened;
    auto inside = std::make_shared<InProcessSubscription>(spec, host_, hub_);
    if (base::Status done = hub_->add(*inside); !done) return std::move(done).error();
    return std::shared_ptr<SubscriptionPort>(
        std::make_shared<CombinedSubscription<InProcessSubscription>>(std::move(inside),
                                                                      std::move(*opened)));
  }

  // The other transport has graph and nodes: it announces all endpoints to other processes.

  void close() override {
    hub_->close(host_);
    ForwardingTransport::close();
  }

 private:
  OutsideTransport& outside_;
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
  std::unique_ptr<OutsideTransport> owned = make_shm_transport(std::move(*participant));
  OutsideTransport& outside = *owned;
  return std::unique_ptr<Transport>(
      std::make_unique<CombinedTransport>(outside, std::move(owned), std::move(host)));
}

}  // namespace baton::transport
