// SPDX-License-Identifier: Apache-2.0
#include "dds/networked_transport.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "dds/networked_publisher.hpp"
#include "transport/combined/combined_subscription.hpp"
#include "transport/port/forwarding_transport.hpp"

namespace baton::dds {
namespace {

using transport::PublisherPort;
using transport::SubscriptionPort;

auto without_gid(const EndpointInfo& info) {
  return std::tie(info.participant, info.topic, info.endpoint_type, info.kind, info.type_name,
                  info.node);
}

/// Gives endpoints of this machine the GUIDs that the network knows them by. Endpoints that differ
/// in nothing else are numbered in the order of their making, on both sides.
void name_as_dds(std::vector<EndpointInfo>& here, std::vector<EndpointInfo> there) {
  using Info = EndpointInfo;
  const auto in_order = [](const Info& a, const Info& b) {
    return std::tuple_cat(without_gid(a), std::tie(a.gid)) <
           std::tuple_cat(without_gid(b), std::tie(b.gid));
  };
  const auto by_the_rest = [](const Info& a, const Info& b) {
    return without_gid(a) < without_gid(b);
  };
  std::vector<Info*> sorted;
  for (Info& each : here) sorted.push_back(&each);
  std::sort(sorted.begin(), sorted.end(),
            [&](const Info* a, const Info* b) { return in_order(*a, *b); });
  std::sort(there.begin(), there.end(), in_order);
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first, sorted.end(),
                                   [&](const Info* each) { return by_the_rest(**first, *each); });
    const auto [begin, end] = std::equal_range(there.begin(), there.end(), **first, by_the_rest);
    // Skip them while one of them is just coming or going.
    if (end - begin == last - first) {
      std::transform(first, last, begin, first, [](Info* each, const Info& named) {
        each->gid = named.gid;
        return each;
      });
    }
    first = last;
  }
}

class NetworkedTransport final : public transport::ForwardingTransport {
 public:
  NetworkedTransport(std::unique_ptr<Transport> local, std::unique_ptr<DdsParticipant> remote,
                     EventCallback on_event)
      : ForwardingTransport(std::move(local)),
        remote_(std::move(remote)),
        on_event_(std::move(on_event)) {}
  ~NetworkedTransport() override { remote_.reset(); }

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(
      const transport::PublisherSpec& spec) override {
    auto here = inner().open_publisher(spec);
    if (!here) return here;
    auto there = remote_->open_dds_publisher(transport::without_liveliness_lost(spec));
    if (!there) return only_here(std::move(*here), there.error());
    return std::shared_ptr<PublisherPort>(
        std::make_shared<NetworkedPublisher>(std::move(*here), std::move(*there)));
  }

  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const transport::SubscriptionSpec& spec) override {
    auto here = inner().open_subscription(spec);
    if (!here) return here;
    auto there = remote_->open_subscription(spec);
    if (!there) return only_here(std::move(*here), there.error());
    return std::shared_ptr<SubscriptionPort>(
        std::make_shared<transport::CombinedSubscription<SubscriptionPort>>(std::move(*here),
                                                                            std::move(*there)));
  }

  base::Result<std::vector<EndpointInfo>> endpoints() override;
  base::Status add_node(const std::string& name) override {
    if (base::Status done = inner().add_node(name); !done) return done;
    return remote_->add_node(name);
  }
  void remove_node(const std::string& name) override {
    remote_->remove_node(name);
    inner().remove_node(name);
  }
  base::Result<std::vector<std::string>> nodes() override;
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    using Both = std::pair<std::shared_ptr<void>, std::shared_ptr<void>>;
    auto here = inner().on_graph_change(callback);
    return std::make_shared<Both>(std::move(here), remote_->on_graph_change(std::move(callback)));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override;
  void close() override {
    remote_->close();
    inner().close();
  }

 private:
  /// If DDS cannot serve one more endpoint, that endpoint still works without the network.
  template <class Port>
  std::shared_ptr<Port> only_here(std::shared_ptr<Port> port, const base::Error& error) {
    on_event_(
        {EventKind::resources, fmt::format("not reachable over the network: {}", error.text)});
    return port;
  }

  // Destroyed first: it uses the loop of the inner transport.
  std::unique_ptr<DdsParticipant> remote_;
  const EventCallback on_event_;
};

base::Result<std::vector<EndpointInfo>> NetworkedTransport::endpoints() {
  auto all = inner().endpoints();
  if (!all) return all;
  name_as_dds(*all, remote_->covered_endpoints());
  auto there = remote_->endpoints();
  if (!there) return there;
  all->insert(all->end(), there->begin(), there->end());
  std::stable_sort(all->begin(), all->end(),
                   [](const EndpointInfo& a, const EndpointInfo& b) { return a.topic < b.topic; });
  return all;
}

base::Result<std::vector<std::string>> NetworkedTransport::nodes() {
  auto all = inner().nodes();
  if (!all) return all;
  auto there = remote_->nodes();
  if (!there) return there;
  all->insert(all->end(), there->begin(), there->end());
  std::sort(all->begin(), all->end());
  return all;
}

base::Result<std::string> NetworkedTransport::type_description(const std::string& topic_or_type,
                                                               std::chrono::nanoseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  auto here = inner().type_description(topic_or_type, timeout);
  if (here) return here;
  const auto left = deadline - std::chrono::steady_clock::now();
  auto there = remote_->type_description(topic_or_type, std::max(left, left.zero()));
  return there ? std::move(there) : std::move(here);
}

}  // namespace

base::Result<std::unique_ptr<transport::Transport>> open_networked_transport(
    std::unique_ptr<transport::Transport> local, DdsOptions options) {
  options.beside = local->identity();
  options.loop = local->loop();
  const EventCallback on_event = options.on_event;
  auto remote = open_dds_transport(options);
  if (!remote) return std::move(remote).error();
  return std::unique_ptr<transport::Transport>(
      std::make_unique<NetworkedTransport>(std::move(local), std::move(*remote), on_event));
}

}  // namespace baton::dds
