// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <baton/endpoint_home.hpp>
#include <baton/find_type.hpp>
#include <baton/generic_service_callback.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/service.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Answers requests of a service whose type is known by its name only. Requests and responses are
/// messages of the service's types, behind pointers to void. Made by create_generic_service().
/// Thread safety: all members.
class BATON_PUBLIC GenericService : public ServiceBase {
 public:
  using Request = void*;
  using Response = void*;
  using SharedRequest = std::shared_ptr<void>;
  using SharedResponse = std::shared_ptr<void>;
  using CallbackType = std::function<void(const SharedRequest, SharedResponse)>;
  using CallbackWithHeaderType = std::function<void(const std::shared_ptr<rmw_request_id_t>,
                                                    const SharedRequest, SharedResponse)>;
  using SharedPtr = std::shared_ptr<GenericService>;
  using ConstSharedPtr = std::shared_ptr<const GenericService>;
  using WeakPtr = std::weak_ptr<GenericService>;
  using UniquePtr = std::unique_ptr<GenericService>;

  /// Looks for the type: see find_type.hpp. Throws std::runtime_error when it is not found,
  /// exceptions::Error and exceptions::InvalidServiceNameError.
  GenericService(const EndpointHome& home, const std::string& service_name,
                 const std::string& service_type, detail::GenericServiceCallback callback,
                 const QoS& qos);

  /// Copies the next request into a constructed message; false when there is none.
  bool take_request(SharedRequest request, rmw_request_id_t& request_id) {
    return take_type_erased_request(request.get(), request_id);
  }
  bool take_type_erased_request(void* request, rmw_request_id_t& request_id) override;
  std::shared_ptr<void> create_request() override;
  /// A response with its default values.
  std::shared_ptr<void> create_response();
  void handle_request(std::shared_ptr<rmw_request_id_t> request_header,
                      std::shared_ptr<void> request) override;
  /// Answers a request, at once or later, from any thread; copies the response once. Does nothing
  /// if the client is gone. Throws std::invalid_argument for a null pointer, and exceptions::Error.
  void send_response(const rmw_request_id_t& request_id, const SharedResponse& response);

  /// The types of the service's messages. Not in rclcpp.
  const msg::TypeSupport& request_type() const { return *types_.request; }
  const msg::TypeSupport& response_type() const { return *types_.response; }

 private:
  GenericService(const EndpointHome& home, const std::string& service_name,
                 const ServiceMessages& types, detail::GenericServiceCallback callback,
                 const QoS& qos);
  void handle(SampleHandle request) override;
  void answer(const rmw_request_id_t& id, SharedRequest request);

  const ServiceMessages types_;
  const detail::GenericServiceCallback callback_;
};

}  // namespace rclcpp
