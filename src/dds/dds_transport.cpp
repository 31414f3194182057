// SPDX-License-Identifier: Apache-2.0
#include "dds/dds_transport.hpp"

#include <unistd.h>

#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "base/fork_guard.hpp"
#include "base/process.hpp"
#include "dds/announcement.hpp"
#include "dds/dds_host.hpp"
#include "dds/dds_publisher.hpp"
#include "dds/dds_subscription.hpp"
#include "dds/exit_guard.hpp"
#include "dds/greeter.hpp"
#include "dds/interface_watch.hpp"
#include "dds/node_announcer.hpp"
#include "dds/socket_room.hpp"
#include "dds/type_library.hpp"
#include "dds/wire_library.hpp"
#include "transport/port/endpoint_errors.hpp"

namespace baton::dds {
namespace {

using transport::PublisherPort;
using transport::SubscriptionPort;

/// Tells when a Wire has been destroyed, whichever thread released the last reference.
class WireEnd : public std::enable_shared_from_this<WireEnd> {
 public:
  std::shared_ptr<Wire> watch(std::shared_ptr<Wire> wire) {
    Wire* const watched = wire.get();
    return {watched, [wire = std::move(wire), self = shared_from_this()](Wire*) mutable {
              wire.reset();
              self->gone_.set_value();
            }};
  }
  void wait() { gone_.get_future().wait(); }

 private:
  std::promise<void> gone_;
};

class DdsTransport final : public DdsParticipant {
 public:
  DdsTransport(DdsHost host, bool owns_loop, Directory::Emit emit, WireOptions options,
               ParticipantFacts facts)
      : owns_loop_(owns_loop),
        emit_(std::move(emit)),
        options_(std::move(options)),
        facts_(std::move(facts)),
        host_(std::move(host)),
        announcer_(host_.loop, host_.directory),
        types_(std::make_shared<TypeLibrary>(host_.loop, host_.directory)),
        greeter_(std::make_shared<Greeter>(host_.loop)) {}
  ~DdsTransport() override {
    if (fork_mark_.crossed()) {
      forget();
      return;
    }
    close();
    exit_guard_.reset();
    if (owns_loop_ && !host_.loop->in_loop_thread()) host_.loop->stop();
  }

  base::Status open() {
    const ExitLock exit_waits = hold_exit();
    if (!exit_waits)
      return base::Error{0, "the network cannot be opened: the process is about to end"};
    *host_.is_alone = options_.range == WireRange::subnet && !has_network().value_or(false);
    host_.directory->set_look_up(
        [weak = std::weak_ptr(types_)](const std::string& hash,
                                       std::function<void(std::string)> callback) {
          if (const auto types = weak.lock()) types->look_up(hash, std::move(callback));
        });
    host_.directory->set_greet([weak = std::weak_ptr(greeter_)](const Guid& participant) {
      if (const auto greeter = weak.lock()) greeter->greet(participant);
    });
    if (base::Status room = room_for_sockets(); !room) return room;
    if (base::Status done = join(); !done) return done;
    announcer_.open();
    exit_guard_ = std::make_unique<ExitGuard>([this] { close(); });
    if (options_.range == WireRange::subnet) {
      interfaces_ = std::make_unique<InterfaceWatch>(host_.loop, [this] { return on_networks(); });
    }
    return {};
  }

  const char* name() const override { return transport_name; }

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(
      const transport::PublisherSpec& spec) override {
    return open_port<DdsPublisher, PublisherPort>(spec, false);
  }
  base::Result<std::shared_ptr<DdsPublisher>> open_dds_publisher(
      const transport::PublisherSpec& spec) override {
    return open_port<DdsPublisher, DdsPublisher>(spec, false);
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
    if (is_closed()) return transport::context_shut_down();
    return host_.directory->endpoints();
  }
  std::vector<EndpointInfo> covered_endpoints() const override {
    return host_.directory->covered_endpoints();
  }
  base::Status add_node(const std::string& name) override {
    if (!host_.directory->add_node(name)) return transport::context_shut_down();
    return {};
  }
  void remove_node(const std::string& name) override { host_.directory->remove_node(name); }
  base::Result<std::vector<std::string>> nodes() override {
    if (is_closed()) return transport::context_shut_down();
    return host_.directory->nodes();
  }
  std::shared_ptr<void> on_graph_change(std::function<void()> callback) override {
    return host_.directory->on_change(std::move(callback));
  }
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout) override {
    if (host_.loop->in_loop_thread()) {
      return base::Error{0,
                         "a type's description cannot be asked for in an event callback; ask in "
                         "another thread"};
    }
    if (is_closed()) return transport::context_shut_down();
    return types_->describe(topic_or_type, timeout);
  }
  std::shared_ptr<base::EventLoop> loop() noexcept override { return host_.loop; }
  void close() override;

 private:
  bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  DdsHost host() const {
    const std::lock_guard lock(mutex_);
    return host_;
  }
  template <class Port, class Interface, class Spec>
  base::Result<std::shared_ptr<Interface>> open_port(const Spec& spec, bool ignores_own) {
    const std::shared_lock while_networks_stay(networks_mutex_);
    DdsHost mine = host();
    if (!mine.wire) return transport::context_shut_down();
    auto port = std::make_shared<Port>(spec, std::move(mine));
    if (base::Status done = port->open(wire_endpoint(spec, ignores_own)); !done) {
      return std::move(done).error();
    }
    if (!host_.directory->add(port)) return transport::context_shut_down();
    if (spec.type != nullptr) types_->publish(*spec.type);
    return std::shared_ptr<Interface>(std::move(port));
  }
  void leave();
  /// Waits until other threads have released the wire: a thread that makes or destroys an endpoint
  /// releases it soon.
  void end(std::shared_ptr<Wire> wire) {
    wire.reset();
    if (const auto watched = std::exchange(wire_end_, nullptr)) watched->wait();
  }
  /// Hands the wire out, so that it ends without the mutex held.
  std::shared_ptr<Wire> take_wire() {
    const std::lock_guard lock(mutex_);
    return std::exchange(host_.wire, nullptr);
  }
  base::Status join();
  bool on_networks();
  bool rejoin();
  void part();
  void tell_of_late_network(const std::string& text) const;
  void tell_of_another_try(const base::Status& failed) const;
  /// In a forked child the wire's threads are missing, so nothing of it can be ended here.
  void forget() noexcept {
    announcer_.forget();
    types_->forget();
    (void)exit_guard_.release();
    (void)new DdsHost(host_);
  }

  const base::ForkMark fork_mark_;
  const bool owns_loop_;
  const Directory::Emit emit_;
  const WireOptions options_;
  const ParticipantFacts facts_;
  // Shared: an endpoint is made; exclusive: all endpoints rejoin.
  std::shared_mutex networks_mutex_;
  std::vector<std::weak_ptr<LocalEndpoint>> left_behind_;  // covered by it: those on no network
  mutable std::mutex mutex_;                               // covers closed_ and host_.wire
  bool closed_ = false;
  std::once_flag left_;
  std::shared_ptr<WireEnd> wire_end_;  // of the newest wire
  DdsHost host_;
  NodeAnnouncer announcer_;
  const std::shared_ptr<TypeLibrary> types_;
  const std::shared_ptr<Greeter> greeter_;
  std::unique_ptr<ExitGuard> exit_guard_;
  std::unique_ptr<InterfaceWatch> interfaces_;
};

/// Joins the domain: opens a wire.
base::Status DdsTransport::join() {
  auto wire = open_wire(options_, *host_.directory);
  if (!wire) return std::move(wire).error();
  wire_end_ = std::make_shared<WireEnd>();
  const std::shared_ptr<Wire> joined = wire_end_->watch(std::move(*wire));
  host_.directory->set_own(joined->guid(), facts_);
  {
    const std::lock_guard lock(mutex_);
    host_.wire = joined;
  }
  greeter_->join(joined);
  types_->join(joined);
  return announcer_.join(joined);
}

/// Called in the loop's thread when networks of this machine came or went. False: to be tried
/// again.
bool DdsTransport::on_networks() {
  const bool is_alone = host_.is_alone->load(std::memory_order_relaxed);
  const std::optional<bool> has_one = is_alone ? has_network() : false;
  if (has_one.value_or(true)) {
    const base::Status room = room_for_sockets();
    if (!room) tell_of_another_try(room);
    return room && has_one && rejoin();
  }
  if (const auto wire = host().wire) wire->look_for_interfaces();
  return true;
}

void DdsTransport::tell_of_late_network(const std::string& text) const {
  emit_(EventKind::resources, "after a network has come: " + text);
}

void DdsTransport::tell_of_another_try(const base::Status& failed) const {
  tell_of_late_network(failed.error().text + "; it is tried again each second");
}

/// Leaves the domain; endpoints have left it.
void DdsTransport::part() {
  announcer_.leave();
  types_->leave();
  greeter_->leave();
  end(take_wire());
}

/// Fast DDS 2.9 tells its peers once where a participant and its endpoints can be reached; peers
/// ignore later news. So a participant that began without a network begins again when one comes.
/// False when it could not: it is alone still, and its endpoints are on no network.
bool DdsTransport::rejoin() {
  const std::unique_lock lock(networks_mutex_);
  auto endpoints = host_.directory->locals();
  for (const auto& each : std::exchange(left_behind_, {})) {
    if (auto alive = each.lock()) endpoints.push_back(std::move(alive));
  }
  for (const auto& each : endpoints) each->pause();
  part();
  host_.directory->forget();
  const base::Status joined = join();
  if (!joined) {
    part();
    tell_of_another_try(joined);
  }
  // Relaxed: threads that read the flag pass a gate first, which is closed now.
  host_.is_alone->store(!joined, std::memory_order_relaxed);
  const std::shared_ptr<Wire> wire = host().wire;
  for (const auto& each : endpoints) {
    const base::Status back = each->rejoin(wire);
    if (!joined) {
      left_behind_.push_back(each);  // the directory has only what is on a wire
      continue;
    }
    if (!back) tell_of_late_network(back.error().text);
    if (each->type != nullptr) types_->publish(*each->type);
  }
  return static_cast<bool>(joined);
}

/// A caller that comes while another thread closes waits for it: the caller may be about to end the
/// process.
void DdsTransport::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  std::call_once(left_, [this] { leave(); });
}

void DdsTransport::leave() {
  interfaces_.reset();
  host_.is_alone->store(false, std::memory_order_relaxed);  // no network will come any more
  greeter_->leave();
  std::shared_ptr<Wire> wire = take_wire();
  for (const auto& endpoint : host_.directory->close()) endpoint->leave();
  announcer_.close();
  types_->close();
  end(std::move(wire));
}

}  // namespace

base::Result<std::unique_ptr<DdsParticipant>> open_dds_transport(const DdsOptions& options) {
  DdsHost host;
  host.loop = options.loop;
  if (!host.loop) {
    host.loop = std::make_shared<base::EventLoop>();
    if (base::Status done = host.loop->start("baton"); !done) return std::move(done).error();
  }
  auto events = std::make_shared<transport::SerialCallback<ContextEvent>>(options.on_event);
  const Directory::Emit emit = [events, weak = std::weak_ptr<base::EventLoop>(host.loop)](
                                   EventKind kind, std::string text) {
    if (const auto loop = weak.lock()) events->post(*loop, ContextEvent{kind, std::move(text)});
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
  wire_options.choosing_topic = node_list_topic;
  const ParticipantFacts facts{say.id, options.name, say.pid, true, say.places};
  auto transport = std::make_unique<DdsTransport>(std::move(host), options.loop == nullptr, emit,
                                                  std::move(wire_options), facts);
  if (base::Status done = transport->open(); !done) return std::move(done).error();
  return std::unique_ptr<DdsParticipant>(std::move(transport));
}

}  // namespace baton::dds
