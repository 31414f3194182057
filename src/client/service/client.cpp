// SPDX-License-Identifier: Apache-2.0
#include <baton/client.hpp>

#include <utility>

#include "client/executor/arrival_callback.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/service/service_port.hpp"

namespace rclcpp {

using client::ServicePort;

ClientBase::ClientBase(const EndpointHome& home, const std::string& name, const QoS& qos,
                       const EnvelopeType& request, const EnvelopeType& response)
    : port_(std::make_shared<ServicePort>(home, client::resolve_service(home, name),
                                          ServicePort::Side::client, qos, request, response)),
      gid_(port_->gid()) {}

ClientBase::~ClientBase() { client::clear(on_new_); }

void ClientBase::set_on_new_response_callback(std::function<void(std::size_t)> callback) {
  client::made(on_new_, port_->context(), port_->waitable(), client::ArrivalCallback::Of::all,
               get_service_name())
      .set(std::move(callback));
}

void ClientBase::clear_on_new_response_callback() { client::clear(on_new_); }

const char* ClientBase::get_service_name() const { return port_->service().c_str(); }

QoS ClientBase::get_request_publisher_actual_qos() const { return port_->speaking_qos(); }

QoS ClientBase::get_response_subscription_actual_qos() const { return port_->hearing_qos(); }

bool ClientBase::service_is_ready() const { return port_->peer_is_ready(); }

bool ClientBase::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout) {
  return port_->wait_for_peer(timeout);
}

RequestIdentity ClientBase::send(const void* request,
                                 std::unique_ptr<detail::PendingResponse> pending) {
  const RequestIdentity identity{gid_, sequence_.fetch_add(1, std::memory_order_relaxed) + 1};
  {
    // Add the request before it is sent: the response may come at once.
    const std::lock_guard lock(mutex_);
    pending_.emplace_hint(pending_.end(), identity.sequence,
                          Pending{std::chrono::system_clock::now(), std::move(pending)});
  }
  try {
    port_->publish_copy(identity, request);
  } catch (...) {
    (void)take_pending(identity.sequence);
    throw;
  }
  return identity;
}

std::unique_ptr<detail::PendingResponse> ClientBase::take_pending(std::int64_t sequence) {
  const std::lock_guard lock(mutex_);
  const auto at = pending_.find(sequence);
  if (at == pending_.end()) return nullptr;
  auto response = std::move(at->second.response);
  pending_.erase(at);
  return response;
}

bool ClientBase::remove_pending_request(std::int64_t request_id) {
  return take_pending(request_id) != nullptr;
}

std::size_t ClientBase::prune_pending_requests() {
  std::map<std::int64_t, Pending> pruned;  // destroyed without the lock: callbacks may own anything
  const std::lock_guard lock(mutex_);
  pruned.swap(pending_);
  return pruned.size();
}

std::size_t ClientBase::prune_older_than(std::chrono::system_clock::time_point time,
                                         const std::function<void(std::int64_t)>& see) {
  std::map<std::int64_t, Pending> pruned;
  {
    const std::lock_guard lock(mutex_);
    for (auto at = pending_.begin(); at != pending_.end();) {
      const auto next = std::next(at);
      if (at->second.since < time) pruned.insert(pending_.extract(at));
      at = next;
    }
  }
  for (const auto& [id, pending] : pruned) see(id);
  return pruned.size();
}

/// Takes the next response to this client. Skips responses to other clients of the service, without
/// copying them.
std::optional<SampleHandle> ClientBase::take_own_handle() {
  while (auto handle = port_->take()) {
    if (reinterpret_cast<const RequestIdentity*>(handle->data())->client_gid == gid_) return handle;
  }
  return std::nullopt;
}

bool ClientBase::execute_next(Taken taken, void* context) {
  while (auto handle = take_own_handle()) {
    auto pending = take_pending(reinterpret_cast<const RequestIdentity*>(handle->data())->sequence);
    if (!pending) continue;  // the request was removed, or another server answered first
    if (taken != nullptr) taken(context);
    pending->complete(to_response(*std::move(handle)));
    return true;
  }
  return false;
}

bool ClientBase::has_work() const noexcept { return port_->has_more(); }

void ClientBase::handle_response(std::shared_ptr<rmw_request_id_t> request_header,
                                 std::shared_ptr<void> response) {
  if (auto pending = take_pending(request_header->sequence_number)) {
    pending->complete(std::move(response));
  }
}

void ClientBase::attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
                        const std::weak_ptr<void>& self) {
  port_->waitable()->attach(dispatcher ? dispatcher->wait_set() : nullptr, self);
  client::move_on(on_new_);
}

}  // namespace rclcpp
