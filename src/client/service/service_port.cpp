// SPDX-License-Identifier: Apache-2.0
#include "client/service/service_port.hpp"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <baton/exceptions.hpp>

#include "base/longest_wait.hpp"
#include "client/context/context_state.hpp"
#include "client/names/expand_name.hpp"
#include "client/node/node_state.hpp"
#include "client/qos/resolve.hpp"
#include "client/service/service_topics.hpp"
#include "client/topic/refusal_log.hpp"
#include "transport/port/audience.hpp"

namespace baton::client {
namespace {

/// Also responses to other clients take room until they are skipped: they must not push out the
/// client's own.
constexpr std::size_t least_reply_depth = 1000;

QoS qos_to_hear(const QoS& asked, ServicePort::Side side) {
  QoS qos = resolve_for_service(asked);
  const bool of_client = side == ServicePort::Side::client;
  if (of_client && qos.history() == HistoryPolicy::KeepLast && qos.depth() < least_reply_depth) {
    qos.keep_last(least_reply_depth);
  }
  return qos;
}

/// Wakes a waiting thread at shutdown, as long as this object lives.
class ShutdownCallback {
 public:
  ShutdownCallback(ContextState& context, std::shared_ptr<PeerWatch> watch)
      : context_(context),
        id_(context.add_callback([watch = std::move(watch)] { watch->on_change(); }, false)) {}
  ~ShutdownCallback() { context_.remove_callback(id_); }
  ShutdownCallback(const ShutdownCallback&) = delete;
  ShutdownCallback& operator=(const ShutdownCallback&) = delete;

 private:
  ContextState& context_;
  const std::uint64_t id_;
};

void fill(transport::EndpointSpec& spec, const EndpointHome& home, const std::string& topic,
          EndpointKind kind, const EnvelopeType& type, const QoS& qos,
          const std::shared_ptr<transport::ServicePair>& pair) {
  spec.topic = topic;
  spec.type_name = type.envelope->type_name;
  for (std::size_t i = 0; i < sizeof spec.type_hash; ++i) {
    spec.type_hash = spec.type_hash << 8 | type.envelope->hash[i];
  }
  spec.layout_hash = type.envelope->layout_hash;
  spec.type = type.envelope;
  spec.envelope = type;
  spec.pair = pair;
  spec.qos = qos;
  spec.kind = kind;
  spec.node = home.node_name();
  spec.in_process = home.resolve(IntraProcessSetting::NodeDefault);
}

}  // namespace

ServicePort::ServicePort(const EndpointHome& home, const std::string& service, Side side,
                         const QoS& qos, const EnvelopeType& request, const EnvelopeType& response)
    : service_(service),
      side_(side),
      heard_(side == Side::server ? request : response),
      spoken_(side == Side::server ? response : request),
      node_(home.node_name()),
      context_(home.context()),
      watch_(std::make_shared<PeerWatch>()),
      hearing_qos_(qos_to_hear(qos, side)),
      speaking_qos_(resolve_for_service(qos)) {
  const bool serves = side == Side::server;
  const EndpointCallback on_event =
      log_refusals(home, {}, [watch = watch_](const EndpointEvent&) { watch->on_change(); });
  const auto pair = std::make_shared<transport::ServicePair>();
  transport::PublisherSpec speaking;
  fill(speaking, home, serves ? reply_topic(service) : request_topic(service),
       serves ? EndpointKind::service_reply : EndpointKind::service_request, spoken_, speaking_qos_,
       pair);
  speaking.on_event = on_event;
  transport::SubscriptionSpec hearing;
  fill(hearing, home, serves ? request_topic(service) : reply_topic(service),
       serves ? EndpointKind::service_request : EndpointKind::service_reply, heard_, hearing_qos_,
       pair);
  hearing.on_event = on_event;
  // Open in this order: a client can hear before it can ask, and a server can answer before it
  // hears.
  auto open_hearing = [&] {
    auto port = context_->open_subscription(hearing);
    if (!port) throw exceptions::Error("service '" + service + "': " + port.error().text);
    hears_ = std::move(*port);
  };
  if (!serves) open_hearing();
  auto port = context_->open_publisher(speaking);
  if (!port) throw exceptions::Error("service '" + service + "': " + port.error().text);
  speaks_ = std::move(*port);
  if (serves) open_hearing();
}

std::optional<SampleHandle> ServicePort::take() {
  SampleHandle handle;
  while (hears_->take(handle.emptied())) {
    // The type matched, so only a broken peer sends another size.
    const msg::TypeSupport& type = *heard_.envelope;
    if (!type.plain || handle.size_bytes() == type.size_bytes) return handle;
  }
  context_->require_own_process();  // a forked child has nothing to take
  return std::nullopt;
}

/// True if a message need not be made, as no peer will read it. Never true for a server: over a
/// network, a client that has asked may be matched a moment later.
bool ServicePort::has_no_reader() const {
  if (side_ == Side::server) return false;
  if (speaking_qos_.durability() == DurabilityPolicy::TransientLocal) return false;
  return !transport::has_audience(*speaks_);
}

/// Throws, but not while the context is shut down, when callbacks still run and no peer listens.
void ServicePort::give_up(const base::Error& failure) const {
  if (!context_->is_valid()) return;
  if (side_ == Side::client || failure.code != ETIMEDOUT) throw exceptions::Error(failure.text);
  context_->tell({EventKind::resources,
                  "service '" + service_ + "': a response was not sent: " + failure.text +
                      ". Spin the node of that client, or end it",
                  node_});
}

base::Result<LoanHandle> ServicePort::borrow_for(std::size_t size_bytes) {
  auto loan = speaks_->loan(size_bytes);
  if (!loan) return std::move(loan).error();
  return LoanHandle(speaks_->loan_owner(), loan->data, loan->token);
}

void ServicePort::publish(LoanHandle& loan) {
  if (has_no_reader()) return loan.discard();
  const auto published = speaks_->publish(loan.token(), spoken_.envelope->size_bytes);
  if (published) return loan.forget();
  give_up(published.error());
  loan.discard();
}

void ServicePort::publish_copy(const RequestIdentity& identity, const void* message) {
  context_->require_own_process();
  if (has_no_reader()) return;
  auto loan = borrow_for(spoken_.envelope->size_bytes - spoken_.message->size_bytes +
                         msg::loan_bytes(*spoken_.message, message));
  if (!loan) {
    return give_up({loan.error().code, "service '" + service_ + "': " + loan.error().text});
  }
  ::new (loan->data()) RequestIdentity(identity);
  msg::copy(*spoken_.message, loan->data() + spoken_.message_offset_bytes, message);
  publish(*loan);
}

bool ServicePort::peer_is_ready() const {
  context_->require_own_process();
  if (speaks_->match_count() == 0 || hears_->match_count() == 0) return false;
  const std::vector<MatchInfo> heard = hears_->matches();
  const std::vector<MatchInfo> spoken_to = speaks_->matches();
  return std::any_of(heard.begin(), heard.end(), [&](const MatchInfo& one) {
    return std::any_of(spoken_to.begin(), spoken_to.end(), [&](const MatchInfo& other) {
      return one.participant == other.participant;
    });
  });
}

bool ServicePort::wait_for_peer(std::chrono::nanoseconds timeout) const {
  if (peer_is_ready()) return true;
  if (timeout.count() == 0) return false;
  constexpr std::chrono::nanoseconds longest(base::longest_wait_ns);
  const auto deadline =
      std::chrono::steady_clock::now() +
      (timeout.count() < 0 ? longest : std::min<std::chrono::nanoseconds>(timeout, longest));
  const ShutdownCallback at_shutdown(*context_, watch_);
  for (;;) {
    const std::uint64_t seen = watch_->changes();
    if (!context_->is_valid()) return false;
    if (peer_is_ready()) return true;
    if (!watch_->wait_for_change(seen, deadline) && timeout.count() >= 0) return peer_is_ready();
  }
}

std::string resolve_service(const EndpointHome& home, const std::string& name) {
  if (home.node()) return home.node()->resolve(name, NameKind::service);
  const std::string absolute = name.starts_with('/') ? name : '/' + name;
  check_full_name(absolute, NameKind::service);
  return absolute;
}

}  // namespace baton::client
