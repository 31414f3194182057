// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include <baton/any_service_callback.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rmw/types.h>
#include <tracetools/tracetools.h>
#include <rclcpp/function_traits.hpp>
#include <rclcpp/visibility_control.hpp>

namespace rclcpp {

template <class S>
class Service;

/// A callback of a service in any of its forms, for code that dispatches requests itself. A service
/// of Baton does without it. A value type; not thread-safe.
template <class S>
class AnyServiceCallback {
 public:
  using Request = typename S::Request;
  using Response = typename S::Response;
  /// A lambda is a bool only by the pointer that it converts to, which is never null.
  template <class F>
  static constexpr bool can_be_empty = std::is_pointer_v<F> ||
                                       (std::is_constructible_v<bool, const F&> &&
                                        !std::is_convertible_v<const F&, bool>);

  /// Replaces the callback. Throws std::invalid_argument for an empty std::function.
  template <class F>
  void set(F&& callback) {
    using Function = std::decay_t<F>;
    if constexpr (can_be_empty<Function>) {
      if (!static_cast<bool>(callback)) {
        throw std::invalid_argument("AnyServiceCallback::set(): callback cannot be nullptr");
      }
    }
    using Shape = detail::ServiceCallbackShape;
    constexpr Shape shape = detail::service_callback_shape<S, Function, std::shared_ptr<Request>>();
    static_assert(shape != Shape::unknown,
                  "a service's callback takes (request, response), (id, request, response), "
                  "(id, request) or (service, id, request), each by std::shared_ptr");
    auto held = std::make_shared<Function>(std::forward<F>(callback));
    call_ = [held](Handle service, const rmw_request_id_t& id,
                   std::shared_ptr<Request> request) -> std::shared_ptr<Response> {
      if constexpr (shape == Shape::response) {
        auto response = std::make_shared<Response>();
        (*held)(std::move(request), response);
        return response;
      } else if constexpr (shape == Shape::response_with_id) {
        auto response = std::make_shared<Response>();
        detail::call_with_id(*held, id, std::tuple<>(), std::move(request), response);
        return response;
      } else if constexpr (shape == Shape::deferred) {
        detail::call_with_id(*held, id, std::tuple<>(), std::move(request));
        return nullptr;
      } else {
        detail::call_with_id(*held, id, std::make_tuple(std::move(service)), std::move(request));
        return nullptr;
      }
    };
  }

  /// Calls the callback. Returns the response; null from a callback that sends it later. Throws
  /// std::runtime_error when there is no callback, and what the callback throws.
  std::shared_ptr<Response> dispatch(const std::shared_ptr<Service<S>>& service_handle,
                                     const std::shared_ptr<rmw_request_id_t>& request_header,
                                     std::shared_ptr<Request> request) {
    if (!call_) throw std::runtime_error("unexpected request without any callback set");
    return call_(service_handle, *request_header, std::move(request));
  }

  void register_callback_for_tracing() {}

 private:
  using Handle = std::shared_ptr<Service<S>>;

  std::function<std::shared_ptr<Response>(Handle, const rmw_request_id_t&,
                                          std::shared_ptr<Request>)>
      call_;
};

}  // namespace rclcpp
