// SPDX-License-Identifier: Apache-2.0
#include <baton/generic_service.hpp>

#include <stdexcept>
#include <utility>

#include "client/types/known_type.hpp"
#include "client/types/message_pointer.hpp"
#include "client/types/message_sequence.hpp"

namespace rclcpp {
namespace {

const EnvelopeType& envelope_of(const msg::TypeSupport& type) {
  return client::KnownType::of(type).envelope();
}

RequestIdentity identity_in(const SampleHandle& envelope) {
  return *reinterpret_cast<const RequestIdentity*>(envelope.data());
}

}  // namespace

GenericService::GenericService(const EndpointHome& home, const std::string& service_name,
                               const std::string& service_type,
                               detail::GenericServiceCallback callback, const QoS& qos)
    : GenericService(home, service_name, find_service_messages(service_type), std::move(callback),
                     qos) {}

GenericService::GenericService(const EndpointHome& home, const std::string& service_name,
                               const ServiceMessages& types,
                               detail::GenericServiceCallback callback, const QoS& qos)
    : ServiceBase(home, service_name, qos, envelope_of(*types.request),
                  envelope_of(*types.response)),
      types_(types),
      callback_(std::move(callback)) {}

bool GenericService::take_type_erased_request(void* request, rmw_request_id_t& request_id) {
  const auto handle = take_handle();
  if (!handle) return false;
  request_id = to_request_id(identity_in(*handle));
  client::assign_message(*types_.request, request,
                         handle->data() + envelope_of(*types_.request).message_offset_bytes);
  return true;
}

std::shared_ptr<void> GenericService::create_request() {
  return client::make_message(*types_.request);
}

std::shared_ptr<void> GenericService::create_response() {
  return client::make_message(*types_.response);
}

void GenericService::handle_request(std::shared_ptr<rmw_request_id_t> request_header,
                                    std::shared_ptr<void> request) {
  answer(*request_header, std::move(request));
}

void GenericService::send_response(const rmw_request_id_t& request_id,
                                   const SharedResponse& response) {
  if (!response) throw std::invalid_argument("send_response: the response is a null pointer");
  publish_copy(to_identity(request_id), response.get());
}

void GenericService::handle(SampleHandle handle) {
  const rmw_request_id_t id = to_request_id(identity_in(handle));
  auto request = client::make_copy(
      *types_.request, handle.data() + envelope_of(*types_.request).message_offset_bytes);
  handle.release();
  answer(id, std::move(request));
}

void GenericService::answer(const rmw_request_id_t& id, SharedRequest request) {
  SharedResponse response;
  const auto make_response = [&] { return response = create_response(); };
  const auto self = std::static_pointer_cast<GenericService>(shared_from_this());
  if (callback_(self, id, std::move(request), make_response)) send_response(id, response);
}

}  // namespace rclcpp
