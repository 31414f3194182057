// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <baton/client.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/find_type.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Asks a service whose type is known by its name only. Requests and responses are messages of the
/// service's types, behind pointers to void; a SerializationBase or introspection writes and reads
/// them. Made by create_generic_client(). Thread safety: all members.
class BATON_PUBLIC GenericClient : public ClientBase {
 public:
  using Request = void*;
  using Response = void*;
  using SharedRequest = std::shared_ptr<void>;
  using SharedResponse = std::shared_ptr<void>;
  using Promise = std::promise<SharedResponse>;
  using SharedPromise = std::shared_ptr<Promise>;
  using Future = std::future<SharedResponse>;
  using SharedFuture = std::shared_future<SharedResponse>;
  using SharedPtr = std::shared_ptr<GenericClient>;
  using ConstSharedPtr = std::shared_ptr<const GenericClient>;
  using WeakPtr = std::weak_ptr<GenericClient>;
  using UniquePtr = std::unique_ptr<GenericClient>;

  struct FutureAndRequestId : detail::FutureAndRequestId<Future> {
    using detail::FutureAndRequestId<Future>::FutureAndRequestId;
    SharedFuture share() noexcept { return this->future.share(); }
  };

  /// Looks for the type: see find_type.hpp. Throws std::runtime_error when it is not found,
  /// exceptions::Error and exceptions::InvalidServiceNameError.
  GenericClient(const EndpointHome& home, const std::string& service_name,
                const std::string& service_type, const QoS& qos);

  /// `request` is a constructed message of the request's type, which is copied. Blocks only for
  /// servers that keep all. Throws std::invalid_argument for a null pointer, and exceptions::Error.
  FutureAndRequestId async_send_request(const Request request);
  FutureAndRequestId async_send_request(const SharedRequest& request) {
    return async_send_request(request.get());
  }

  /// Gives up requests that were sent before `time`. Returns how many there were, and appends their
  /// ids to `pruned_requests` unless it is null.
  template <class Allocator = std::allocator<std::int64_t>>
  std::size_t prune_requests_older_than(
      std::chrono::time_point<std::chrono::system_clock> time,
      std::vector<std::int64_t, Allocator>* pruned_requests = nullptr) {
    return prune_older_than(time, [&](std::int64_t id) {
      if (pruned_requests != nullptr) pruned_requests->push_back(id);
    });
  }

  /// Copies the next response to this client into a constructed message; false when there is none.
  /// Its request stays pending.
  bool take_response(Response response, rmw_request_id_t& request_header) {
    return take_type_erased_response(response, request_header);
  }
  bool take_type_erased_response(void* response, rmw_request_id_t& request_header) override;
  std::shared_ptr<void> create_response() override;
  /// A request with its default values. Not in rclcpp.
  SharedRequest create_request() const;
  /// The types of the service's messages. Not in rclcpp.
  const msg::TypeSupport& request_type() const { return *types_.request; }
  const msg::TypeSupport& response_type() const { return *types_.response; }

 private:
  GenericClient(const EndpointHome& home, const std::string& service_name,
                const ServiceMessages& types, const QoS& qos);
  std::shared_ptr<void> to_response(SampleHandle handle) override;

  const ServiceMessages types_;
};

}  // namespace rclcpp
