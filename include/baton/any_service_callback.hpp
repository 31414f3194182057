// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <baton/ros_c/rmw_message_info.h>
#include <baton/function_traits.hpp>
#include <baton/namespaces.hpp>
#include <baton/sample.hpp>
#include <baton/service_envelope.hpp>

namespace rclcpp {

template <class S>
class Service;

namespace detail {

/// A request before its callback: a received sample, or a message that an earlier caller has taken
/// over.
template <class Request>
class RequestInHand {
 public:
  explicit RequestInHand(SampleHandle handle)
      : sample_(std::make_shared<Sample<Enveloped<Request>>>(std::move(handle))) {}
  explicit RequestInHand(std::shared_ptr<Request> own) : own_(std::move(own)) {}

  const Request& get() const { return own_ ? *own_ : sample_->get().message; }

  /// The request where the client wrote it.
  std::shared_ptr<const Request> take_shared_const() {
    if (own_) return std::move(own_);
    const Request* const message = &sample_->get().message;
    return {std::move(sample_), message};
  }

  /// A request that the callback may change: handed over if it came by pointer, otherwise a copy.
  std::shared_ptr<Request> take_shared() {
    if (own_) return std::move(own_);
    if (std::shared_ptr<Enveloped<Request>> whole = sample_->take_unique()) {
      Request* const message = &whole->message;
      return {std::move(whole), message};
    }
    return nullptr;
  }

 private:
  std::shared_ptr<Sample<Enveloped<Request>>> sample_;
  std::shared_ptr<Request> own_;
};

/// What a callback takes besides the request.
enum class ServiceCallbackShape {
  response,            // (request, response)
  response_with_id,    // (id, request, response)
  deferred,            // (id, request)
  deferred_by_handle,  // (service, id, request)
  unknown,
};

/// `Request` is the type of pointer that the callback gets the request as.
template <class S, class F, class Request>
constexpr ServiceCallbackShape service_callback_shape() {
  using Response = std::shared_ptr<typename S::Response>;
  using Id = std::shared_ptr<rmw_request_id_t>;
  using Handle = std::shared_ptr<Service<S>>;
  if constexpr (std::is_invocable_v<F&, Request, Response>) {
    return ServiceCallbackShape::response;
  } else if constexpr (std::is_invocable_v<F&, Id, Request, Response> ||
                       std::is_invocable_v<F&, const rmw_request_id_t&, Request, Response>) {
    return ServiceCallbackShape::response_with_id;
  } else if constexpr (std::is_invocable_v<F&, Id, Request> ||
                       std::is_invocable_v<F&, const rmw_request_id_t&, Request>) {
    return ServiceCallbackShape::deferred;
  } else if constexpr (std::is_invocable_v<F&, Handle, Id, Request> ||
                       std::is_invocable_v<F&, Handle, const rmw_request_id_t&, Request>) {
    return ServiceCallbackShape::deferred_by_handle;
  } else {
    return ServiceCallbackShape::unknown;
  }
}

/// The shape of a callback that is declared to take a const request, which needs no copy. A
/// callback without declared parameters (a generic lambda) gets a request that it may change.
template <class S, class F>
constexpr ServiceCallbackShape const_service_callback_shape() {
  if constexpr (function_traits::function_traits<F>::known) {
    return service_callback_shape<S, F, std::shared_ptr<const typename S::Request>>();
  } else {
    return ServiceCallbackShape::unknown;
  }
}

/// Passes the id as a pointer, as in ROS, or by value.
template <class F, class Id, class... Before, class... After>
void call_with_id(F& call, const Id& id, std::tuple<Before...> before, After&&... after) {
  std::apply(
      [&](auto&... first) {
        if constexpr (std::is_invocable_v<F&, Before..., std::shared_ptr<Id>, After...>) {
          call(std::move(first)..., std::make_shared<Id>(id), std::forward<After>(after)...);
        } else {
          call(std::move(first)..., id, std::forward<After>(after)...);
        }
      },
      before);
}

/// All callback forms become this one.
template <class S>
using ServiceCallback =
    std::function<void(Service<S>&, const rmw_request_id_t&, RequestInHand<typename S::Request>&&)>;

template <class S, ServiceCallbackShape shape, class F, class Request>
void run_service_callback(F& call, Service<S>& service, const rmw_request_id_t& id,
                          Request&& request) {
  if constexpr (shape == ServiceCallbackShape::response) {
    auto response = service.begin_response();
    call(std::forward<Request>(request), response.get());
    service.send_response(id, std::move(response));
  } else if constexpr (shape == ServiceCallbackShape::response_with_id) {
    auto response = service.begin_response();
    call_with_id(call, id, std::tuple<>(), std::forward<Request>(request), response.get());
    service.send_response(id, std::move(response));
  } else if constexpr (shape == ServiceCallbackShape::deferred) {
    call_with_id(call, id, std::tuple<>(), std::forward<Request>(request));
  } else {
    call_with_id(call, id, std::make_tuple(service.shared_service()),
                 std::forward<Request>(request));
  }
}

template <class S, class F>
ServiceCallback<S> adapt_service_callback(F&& callback) {
  using Function = std::decay_t<F>;
  using Request = typename S::Request;
  using Shape = ServiceCallbackShape;
  constexpr Shape by_const = const_service_callback_shape<S, Function>();
  constexpr Shape by_pointer = service_callback_shape<S, Function, std::shared_ptr<Request>>();
  static_assert(by_const != Shape::unknown || by_pointer != Shape::unknown,
                "a service's callback takes (request, response), (id, request, response), "
                "(id, request) or (service, id, request), where a request is a "
                "std::shared_ptr<Request> or, without a copy, a std::shared_ptr<const Request>, a "
                "response is a std::shared_ptr<Response>, an id is a "
                "std::shared_ptr<rmw_request_id_t>, and the service is a "
                "std::shared_ptr<Service<S>>; without a response, call send_response() later");
  // A copyable holder, because std::function needs one, and callbacks may own what cannot be
  // copied.
  auto held = std::make_shared<Function>(std::forward<F>(callback));
  return [held](Service<S>& service, const rmw_request_id_t& id, RequestInHand<Request>&& request) {
    // Try const first: a callback for a const pointer accepts the other pointer, too.
    if constexpr (by_const != Shape::unknown) {
      run_service_callback<S, by_const>(*held, service, id, request.take_shared_const());
    } else {
      run_service_callback<S, by_pointer>(*held, service, id, request.take_shared());
    }
  };
}

}  // namespace detail
}  // namespace rclcpp
