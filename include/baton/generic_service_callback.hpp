// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include <baton/ros_c/rmw_message_info.h>
#include <baton/namespaces.hpp>

namespace rclcpp {

class GenericService;

namespace detail {

/// All forms of callbacks of generic services become this one. True: the response is to be sent.
using GenericServiceCallback = std::function<bool(
    const std::shared_ptr<GenericService>& service, const rmw_request_id_t& id,
    std::shared_ptr<void> request, const std::function<std::shared_ptr<void>()>& response)>;

/// A callback takes (request, response), (id, request, response), (id, request) or (service, id,
/// request). Those without a response answer later, with GenericService::send_response().
template <class F>
GenericServiceCallback adapt_generic_service_callback(F&& callback) {
  using Function = std::decay_t<F>;
  using Any = std::shared_ptr<void>;
  using Id = std::shared_ptr<rmw_request_id_t>;
  using Service = std::shared_ptr<GenericService>;
  using Make = std::function<Any()>;
  constexpr bool with_id = std::is_invocable_v<Function&, Id, Any, Any>;
  constexpr bool deferred_by_handle = std::is_invocable_v<Function&, Service, Id, Any>;
  constexpr bool deferred = std::is_invocable_v<Function&, Id, Any>;
  constexpr bool plain = std::is_invocable_v<Function&, Any, Any>;
  static_assert(with_id || deferred_by_handle || deferred || plain,
                "a generic service's callback takes (request, response), (id, request, response), "
                "(id, request) or (service, id, request), where requests and responses are "
                "std::shared_ptr<void>, an id is a std::shared_ptr<rmw_request_id_t>, and the "
                "service is a std::shared_ptr<GenericService>");
  auto held = std::make_shared<Function>(std::forward<F>(callback));
  return [held](const Service& service, const rmw_request_id_t& id, Any request,
                const Make& response) {
    Function& call = *held;
    // Only void pointers convert from any pointer: a callback that takes an id is tried first.
    if constexpr (deferred_by_handle && !with_id) {
      call(service, std::make_shared<rmw_request_id_t>(id), std::move(request));
      return false;
    } else if constexpr (with_id) {
      call(std::make_shared<rmw_request_id_t>(id), std::move(request), response());
      return true;
    } else if constexpr (plain) {
      call(std::move(request), response());
      return true;
    } else {
      call(std::make_shared<rmw_request_id_t>(id), std::move(request));
      return false;
    }
  };
}

}  // namespace detail
}  // namespace rclcpp
