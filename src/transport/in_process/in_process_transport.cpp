// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process/in_process_transport.hpp"

#include <utility>

#include "base/process.hpp"
#include "shm/layout.hpp"
#include "transport/in_process/in_process_publisher.hpp"
#include "transport/in_process/in_process_subscription.hpp"
#include "transport/port/endpoint_errors.hpp"

namespace baton::transport {
namespace {

class InProcessTransport final : public Transport {
 public:
  InProcessTransport(InProcessHost host, std::shared_ptr<InProcessHub> hub)
      : host_(std::move(host)), hub_(std::move(hub)) {}
  ~InProcessTransport() override {
    close();
    if (!host_.loop->in_loop_thread()) host_.loop->stop();
  }

  const char* name() const override { return "in_process"; }

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec& spec) override {
    auto port = std::make_shared<InProcessPublisher>(spec, host_, hub_);
    if (base::Status done = hub_->add(*port); !done) return std::move(done).error();
    return std::shared_ptr<PublisherPort>(std::move(port));
  }

  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const SubscriptionSpec& spec) override {
    auto port = std::make_shared<InProcessSubscription>(spec, host_, hub_);
    if (base::Status done = hub_->add(*port); !done) return std::move(done).error();
    return std::shared_ptr<SubscriptionPort>(std::move(port));
  }

  base::Result<std::shared_ptr<WaitSet>> open_wait_set() override {
    auto place = private_sleep_place();
    if (!place) return std::move(place).error();
    return std::make_shared<WaitSet>(std::move(*place), host_.loop);
  }

  base::Result<std::vector<EndpointInfo>> endpoints() override {
    if (closed_.load(std::memory_order_relaxed)) return context_shut_down();
    return hub_->endpoints();
  }
  base::Status add_node(const std::string& name) override { return hub_->add_node(host_, name); }
  void remove_node(const std::string& name) override { hub_->remove_node(host_, name); }
  base::Result<std::vector<std::string>> nodes() override {
    if (closed_.load(std::memory_order_relaxed)) return context_shut_down();
    return hub_->nodes();
  }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return hub_->on_change(host_, std::move(callback));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds) override {
    // This transport would not hang here, but others would: a program has to work with every
    // transport.
    if (host_.loop->in_loop_thread()) {
      return base::Error{0,
                         "a type's description cannot be asked for in an event callback; ask in "
                         "another thread"};
    }
    return hub_->type_description(topic_or_type);
  }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return host_.loop; }
  void close() override {
    closed_.store(true, std::memory_order_relaxed);  // relaxed: the hub decides under its mutex
    hub_->close(host_);
  }

 private:
  const InProcessHost host_;
  const std::shared_ptr<InProcessHub> hub_;
  std::atomic<bool> closed_{false};
};

}  // namespace

base::Result<std::unique_ptr<Transport>> open_in_process_transport(
    const InProcessOptions& options) {
  InProcessHost host;
  host.id = base::random_id();
  host.name = options.name;
  host.loop = std::make_shared<base::EventLoop>();
  if (base::Status done = host.loop->start("baton"); !done) return std::move(done).error();
  auto events = std::make_shared<SerialCallback<ContextEvent>>(options.on_event);
  host.emit = [events, weak = std::weak_ptr<base::EventLoop>(host.loop)](EventKind kind,
                                                                         std::string text) {
    if (const auto loop = weak.lock()) events->post(*loop, ContextEvent{kind, std::move(text)});
  };
  return std::unique_ptr<Transport>(
      std::make_unique<InProcessTransport>(std::move(host), options.hub));
}

}  // namespace baton::transport
