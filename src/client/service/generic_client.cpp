// SPDX-License-Identifier: Apache-2.0
#include <baton/generic_client.hpp>

#include <stdexcept>

#include "client/types/known_type.hpp"
#include "client/types/message_pointer.hpp"
#include "client/types/message_sequence.hpp"

namespace rclcpp {
namespace {

struct WithFuture final : detail::PendingResponse {
  void complete(std::shared_ptr<void> response) override { promise.set_value(std::move(response)); }
  GenericClient::Promise promise;
};

const EnvelopeType& envelope_of(const msg::TypeSupport& type) {
  return client::KnownType::of(type).envelope();
}

/// Where the message lies in an envelope.
const std::byte* message_in(const SampleHandle& envelope, const msg::TypeSupport& type) {
  return envelope.data() + envelope_of(type).message_offset_bytes;
}

}  // namespace

GenericClient::GenericClient(const EndpointHome& home, const std::string& service_name,
                             const std::string& service_type, const QoS& qos)
    : GenericClient(home, service_name, find_service_messages(service_type), qos) {}

GenericClient::GenericClient(const EndpointHome& home, const std::string& service_name,
                             const ServiceMessages& types, const QoS& qos)
    : ClientBase(home, service_name, qos, envelope_of(*types.request),
                 envelope_of(*types.response)),
      types_(types) {}

GenericClient::FutureAndRequestId GenericClient::async_send_request(const Request request) {
  if (request == nullptr) {
    throw std::invalid_argument("async_send_request: the request is a null pointer");
  }
  auto pending = std::make_unique<WithFuture>();
  Future future = pending->promise.get_future();
  const RequestIdentity identity = send(request, std::move(pending));
  return {std::move(future), identity.sequence};
}

bool GenericClient::take_type_erased_response(void* response, rmw_request_id_t& request_header) {
  const auto handle = take_own_handle();
  if (!handle) return false;
  request_header = to_request_id(*reinterpret_cast<const RequestIdentity*>(handle->data()));
  client::assign_message(*types_.response, response, message_in(*handle, *types_.response));
  return true;
}

std::shared_ptr<void> GenericClient::create_response() {
  return client::make_message(*types_.response);
}

GenericClient::SharedRequest GenericClient::create_request() const {
  return client::make_message(*types_.request);
}

std::shared_ptr<void> GenericClient::to_response(SampleHandle handle) {
  return client::make_copy(*types_.response, message_in(handle, *types_.response));
}

}  // namespace rclcpp
