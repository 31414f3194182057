// SPDX-License-Identifier: Apache-2.0
#include "dds/dds_transport.hpp"

#include <unistd.h>

#include <mutex>
#include <utility>

#include "base/fork_guard.hpp"
#include "base/process.hpp"
#include "dds/dds_host.hpp"
#include "dds/dds_publisher.hpp"
#include "dds/dds_subscription.hpp"
#include "dds/exit_guard.hpp"
#include "dds/interface_watch.hpp"
#include "dds/node_announcer.hpp"
#include "dds/type_library.hpp"
#include "dds/wire_library.hpp"

namespace baton::dds {
namespace {

using transport::PublisherPort;
using transport::SubscriptionPort;

constexpr const char* late_network =
    "the network came after this context had joined: what it publishes is heard there, but its "
    "subscriptions, clients and services of before are not reached, since Fast DDS 2.9 never tells "
    "where they are now; start the process again, or only when the network is there";

base::Error shut_down() { return {0, "the context was shut down"}; }

std::function<void()> follow_networks(Wire& wire, bool began_alone, Directory::Emit emit) {
  return [&wire, is_alone = began_alone, emit = std::move(emit)]() mutable {
    wire.look_for_interfaces();
    if (!is_alone || !has_network()) return;
    is_alone = false;
    emit(EventKind::resources, late_network);
  };
}

class DdsTransport final : public transport::Transport {
 public:
  DdsTransport(DdsHost host, bool owns_loop)
      : owns_loop_(owns_loop),
        host_(std::move(host)),
        announcer_(host_.loop, host_.directory),
        types_(std::make_shared<TypeLibrary>(host_.loop, host_.directory, host_.wire)) {}
  ~DdsTransport() override {
    if (fork_mark_.crossed()) {
      forget();
      return;
    }
    exit_guard_.reset();
    close();
    if (owns_loop_ && !host_.loop->in_loop_thread()) host_.loop->stop();
  }

  /// `on_networks` is called in the loop's thread when networks of this machine came or went.
  base::Status open(std::function<void()> on_networks) {
    host_.directory->set_look_up(
        [weak = std::weak_ptr(types_)](const std::string& hash,
                                       std::function<void(std::string)> callback) {
          if (const auto types = weak.lock()) types->look_up(hash, std::move(callback));
        });
    if (base::Status done = announcer_.open(*host_.wire); !done) return done;
    exit_guard_ = std::make_unique<ExitGuard>([this] { close(); });
    if (on_networks) {
      interfaces_ = std::make_unique<InterfaceWatch>(host_.loop, std::move(on_networks));
    }
    return {};
  }

  const char* name() const override { return transport_name; }

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(
      const transport::PublisherSpec& spec) override {
    return open_port<DdsPublisher, PublisherPort>(spec, false);
  }
  base::Result<std::shared_ptr<SubscriptionPort>> open_subscription(
      const transport::SubscriptionSpec& spec) override {
    return open_port<DdsSubscription, SubscriptionPort>(spec, spec.ignore_own);
  }
  base::Result<std::shared_ptr<transport::WaitSet>> open_wait_set() override {
    auto place = transport::private_sleep_place();
    if (!place) return std::move(place).error();
    return std::make_shared<transport::WaitSet>(std::move(*place), host_.loop);
  }

  base::Result<std::vector<EndpointInfo>> endpoints() override {
    if (is_closed()) return shut_down();
    return host_.directory->endpoints();
  }
  base::Status add_node(const std::string& name) override {
    if (!host_.directory->add_node(name)) return shut_down();
    return {};
  }
  void remove_node(const std::string& name) override { host_.directory->remove_node(name); }
  base::Result<std::vector<std::string>> nodes() override {
    if (is_closed()) return shut_down();
    return host_.directory->nodes();
  }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return host_.directory->on_change(std::move(callback));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override {
    if (host_.loop->in_loop_thread()) {
      return base::Error{0, "a type's description cannot be asked for in an event callback; ask in "
                            "another thread"};
    }
    if (is_closed()) return shut_down();
    return types_->describe(topic_or_type, timeout);
  }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return host_.loop; }
  void close() override;

 private:
  bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return !host_.wire;
  }
  DdsHost host() const {
    const std::lock_guard lock(mutex_);
    return host_;
  }
  template <class Port, class Interface, class Spec>
  base::Result<std::shared_ptr<Interface>> open_port(const Spec& spec, bool ignores_own) {
    DdsHost mine = host();
    if (!mine.wire) return shut_down();
    auto port = std::make_shared<Port>(spec, std::move(mine));
    if (base::Status done = port->open(wire_endpoint(spec, ignores_own)); !done) {
      return std::move(done).error();
    }
    if (!host_.directory->add(port)) return shut_down();
    if (spec.type != nullptr) types_->publish(*spec.type);
    return std::shared_ptr<Interface>(std::move(port));
  }
  /// The threads of the wire are in the parent: nothing of it can be ended here.
  void forget() noexcept {
    announcer_.forget();
    types_->forget();
    (void)exit_guard_.release();
    (void)new DdsHost(host_);
  }

  const base::ForkMark fork_mark_;
  const bool owns_loop_;
  mutable std::mutex mutex_;  // covers host_.wire
  DdsHost host_;
  NodeAnnouncer announcer_;
  const std::shared_ptr<TypeLibrary> types_;
  std::unique_ptr<ExitGuard> exit_guard_;
  std::unique_ptr<InterfaceWatch> interfaces_;
};

void DdsTransport::close() {
  std::shared_ptr<Wire> wire;  // ends without the mutex
  {
    const std::lock_guard lock(mutex_);
    wire = std::exchange(host_.wire, nullptr);
  }
  if (!wire) return;
  interfaces_.reset();
  for (const auto& endpoint : host_.directory->close()) endpoint->leave();
  announcer_.close();
  types_->close();
}

}  // namespace

base::Result<std::unique_ptr<transport::Transport>> open_dds_transport(const DdsOptions& options) {
  DdsHost host;
  host.loop = options.loop;
  if (!host.loop) {
    host.loop = std::make_shared<base::EventLoop>();
    if (base::Status done = host.loop->start("baton"); !done) return std::move(done).error();
  }
  auto voice = std::make_shared<transport::Voice<ContextEvent>>(options.on_event);
  const Directory::Emit emit = [voice, weak = std::weak_ptr<base::EventLoop>(host.loop)](
                                   EventKind kind, std::string text) {
    if (const auto loop = weak.lock()) voice->say_later(*loop, ContextEvent{kind, std::move(text)});
  };
  host.directory = std::make_shared<Directory>(host.loop, emit);
  const ParticipantAnnouncement say{
      options.beside.id.empty() ? base::random_id() : options.beside.id, getpid(),
      options.beside.places};
  WireOptions wire_options;
  wire_options.domain_id = options.domain_id;
  wire_options.name = options.name;
  wire_options.user_data = to_user_data(say, options.enclave);
  wire_options.range = options.range;
  wire_options.static_peers = options.static_peers;
  wire_options.security = options.security;
  wire_options.heartbeat_period_ns = options.heartbeat_period_ns;
  const bool began_alone = !has_network();
  auto wire = open_wire(wire_options, *host.directory);
  if (!wire) return std::move(wire).error();
  host.wire = std::move(*wire);
  host.directory->set_own(host.wire->guid(), {say.id, options.name, say.pid, true, say.places});
  std::function<void()> on_networks;
  if (options.range == WireRange::subnet) on_networks = follow_networks(*host.wire, began_alone, emit);
  auto transport = std::make_unique<DdsTransport>(std::move(host), options.loop == nullptr);
  if (base::Status done = transport->open(std::move(on_networks)); !done) {
    return std::move(done).error();
  }
  return std::unique_ptr<transport::Transport>(std::move(transport));
}

}  // namespace baton::dds
