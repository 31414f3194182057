// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/endpoint_home.hpp>
#include <baton/executable.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/service_envelope.hpp>
#include <baton/service_introspection.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class ArrivalCallback;
class ServicePort;
}  // namespace baton::client

namespace rclcpp {

class WaitSet;

namespace detail {

/// A future response and the number of its request, which remove_pending_request() takes. Can be
/// used like the future.
template <class F>
struct FutureAndRequestId {
  F future;
  std::int64_t request_id;

  FutureAndRequestId(F made, std::int64_t id) : future(std::move(made)), request_id(id) {}
  FutureAndRequestId(FutureAndRequestId&&) noexcept = default;
  FutureAndRequestId& operator=(FutureAndRequestId&&) noexcept = default;
  FutureAndRequestId(const FutureAndRequestId&) = delete;
  FutureAndRequestId& operator=(const FutureAndRequestId&) = delete;

  operator F&() { return future; }  // NOLINT(google-explicit-constructor)
  auto get() { return future.get(); }
  bool valid() const noexcept { return future.valid(); }
  void wait() const { future.wait(); }
  template <class Rep, class Period>
  std::future_status wait_for(const std::chrono::duration<Rep, Period>& timeout) const {
    return future.wait_for(timeout);
  }
  template <class Clock, class Duration>
  std::future_status wait_until(const std::chrono::time_point<Clock, Duration>& time) const {
    return future.wait_until(time);
  }
};

/// Waits for the response to one request: completes a future, or calls a callback.
class PendingResponse {
 public:
  virtual ~PendingResponse() = default;
  virtual void complete(std::shared_ptr<void> response) = 0;
};

}  // namespace detail

/// What clients of all types have in common. Thread safety: all members.
class BATON_PUBLIC ClientBase : public Executable, public std::enable_shared_from_this<ClientBase> {
 public:
  using SharedPtr = std::shared_ptr<ClientBase>;
  using ConstSharedPtr = std::shared_ptr<const ClientBase>;
  using WeakPtr = std::weak_ptr<ClientBase>;

  ~ClientBase() override;

  /// The service's name, expanded and remapped.
  const char* get_service_name() const;
  QoS get_request_publisher_actual_qos() const;
  /// At least 1000 deep: responses to other clients count until this client has skipped them.
  QoS get_response_subscription_actual_qos() const;

  /// True if a server receives this client's requests, and this client its responses.
  bool service_is_ready() const;
  /// Blocks until a server is ready, the time is over (negative: never) or the context is shut
  /// down. The last two return false. Needs no executor.
  template <class Rep = std::int64_t, class Period = std::milli>
  bool wait_for_service(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_for_service_nanoseconds(
        std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }

  /// Gives a request up: its future throws std::future_error. True if the request was pending.
  bool remove_pending_request(std::int64_t request_id);
  /// Gives all pending requests up. Returns how many there were.
  std::size_t prune_pending_requests();

  // For programs without an executor: take a response, then handle it.
  virtual std::shared_ptr<void> create_response() = 0;
  std::shared_ptr<rmw_request_id_t> create_request_header() {
    return std::make_shared<rmw_request_id_t>();
  }
  /// Copies the next response to this client into one of the service's type; false when there is
  /// none.
  virtual bool take_type_erased_response(void* response, rmw_request_id_t& request_header) = 0;
  /// Completes the request that a response was taken for.
  void handle_response(std::shared_ptr<rmw_request_id_t> request_header,
                       std::shared_ptr<void> response);
  /// From now on `callback` is called with the number of new responses, by a thread of its own, as
  /// SubscriptionBase::set_on_new_message_callback() says; at once for those that wait. Throws
  /// std::invalid_argument for an empty one. Responses to other clients of the service count as
  /// well.
  void set_on_new_response_callback(std::function<void(std::size_t)> callback);
  /// Returns when the callback does not run any more.
  void clear_on_new_response_callback();
  /// Takes one response and completes its request; false when there was none. Not in rclcpp.
  bool execute() { return execute_next(nullptr, nullptr); }

 protected:
  ClientBase(const EndpointHome& home, const std::string& name, const QoS& qos,
             const EnvelopeType& request, const EnvelopeType& response);
  /// Copies the request, once. Throws exceptions::Error; then nothing is pending.
  RequestIdentity send(const void* request, std::unique_ptr<detail::PendingResponse> pending);
  std::optional<SampleHandle> take_own_handle();
  std::size_t prune_older_than(std::chrono::system_clock::time_point time,
                               const std::function<void(std::int64_t)>& see);

  bool execute_next(Taken taken, void* context) override;
  bool has_work() const noexcept override;
  void attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override;

 private:
  friend class WaitSet;
  struct Pending {
    std::chrono::system_clock::time_point since;
    std::unique_ptr<detail::PendingResponse> response;
  };

  virtual std::shared_ptr<void> to_response(SampleHandle handle) = 0;
  bool wait_for_service_nanoseconds(std::chrono::nanoseconds timeout);
  std::unique_ptr<detail::PendingResponse> take_pending(std::int64_t sequence);

  const std::shared_ptr<client::ServicePort> port_;
  std::shared_ptr<client::ArrivalCallback> on_new_;  // null until it is needed; see made()
  const std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> gid_;
  std::atomic<std::int64_t> sequence_{0};  // a counter; orders nothing

  std::mutex mutex_;  // covers what follows
  std::map<std::int64_t, Pending> pending_;
};

/// Asks a service. Made by create_client(). Futures become ready, and callbacks are called, by an
/// executor that spins the client's node. A request stays pending until its response comes or it is
/// removed: a request that reaches no server has to be removed.
template <class S>
class Client : public ClientBase {
  static_assert(rosidl_generator_traits::is_service<S>::value,
                "a service type is what the generator made of a .srv file");

 public:
  using Request = typename S::Request;
  using Response = typename S::Response;
  using SharedRequest = std::shared_ptr<Request>;
  using SharedResponse = std::shared_ptr<Response>;
  using RequestAndResponse = std::pair<SharedRequest, SharedResponse>;
  using Promise = std::promise<SharedResponse>;
  using PromiseWithRequest = std::promise<RequestAndResponse>;
  using SharedPromise = std::shared_ptr<Promise>;
  using SharedPromiseWithRequest = std::shared_ptr<PromiseWithRequest>;
  using Future = std::future<SharedResponse>;
  using SharedFuture = std::shared_future<SharedResponse>;
  using SharedFutureWithRequest = std::shared_future<RequestAndResponse>;
  using CallbackType = std::function<void(SharedFuture)>;
  using CallbackWithRequestType = std::function<void(SharedFutureWithRequest)>;
  using SharedPtr = std::shared_ptr<Client>;
  using ConstSharedPtr = std::shared_ptr<const Client>;
  using WeakPtr = std::weak_ptr<Client>;
  using UniquePtr = std::unique_ptr<Client>;

  struct FutureAndRequestId : detail::FutureAndRequestId<Future> {
    using detail::FutureAndRequestId<Future>::FutureAndRequestId;
    operator SharedFuture() { return share(); }  // NOLINT(google-explicit-constructor)
    SharedFuture share() noexcept { return this->future.share(); }
  };
  struct SharedFutureAndRequestId : detail::FutureAndRequestId<SharedFuture> {
    using detail::FutureAndRequestId<SharedFuture>::FutureAndRequestId;
  };
  struct SharedFutureWithRequestAndRequestId : detail::FutureAndRequestId<SharedFutureWithRequest> {
    using detail::FutureAndRequestId<SharedFutureWithRequest>::FutureAndRequestId;
  };

  /// Throws exceptions::Error and exceptions::InvalidServiceNameError.
  Client(const EndpointHome& home, const std::string& name, const QoS& qos)
      : ClientBase(home, name, qos, envelope_type<Request>(), envelope_type<Response>()),
        introspection_(std::make_shared<ServiceIntrospection<S>>(home, get_service_name())) {}

  /// Blocks only for servers that keep all. The request may be changed and sent again
  /// afterwards. Throws exceptions::Error when there is no memory for it.
  FutureAndRequestId async_send_request(SharedRequest request) {
    auto pending = std::make_unique<WithFuture>();
    Future future = pending->promise.get_future();
    const std::int64_t id = send_request(request, std::move(pending));
    return {std::move(future), id};
  }

  /// The callback is called with the future when it is ready.
  template <class F, std::enable_if_t<std::is_invocable_v<std::decay_t<F>&, SharedFuture>, int> = 0>
  SharedFutureAndRequestId async_send_request(SharedRequest request, F&& callback) {
    auto pending = std::make_unique<WithCallback<std::decay_t<F>>>(std::forward<F>(callback));
    SharedFuture future = pending->future;
    const std::int64_t id = send_request(request, std::move(pending));
    return {std::move(future), id};
  }

  /// Like async_send_request() above, for a callback that also wants the request.
  template <class F,
            std::enable_if_t<!std::is_invocable_v<std::decay_t<F>&, SharedFuture> &&
                                 std::is_invocable_v<std::decay_t<F>&, SharedFutureWithRequest>,
                             int> = 0>
  SharedFutureWithRequestAndRequestId async_send_request(SharedRequest request, F&& callback) {
    auto pending =
        std::make_unique<WithRequest<std::decay_t<F>>>(request, std::forward<F>(callback));
    SharedFutureWithRequest future = pending->future;
    const std::int64_t id = send_request(request, std::move(pending));
    return {std::move(future), id};
  }

  using ClientBase::remove_pending_request;
  bool remove_pending_request(const FutureAndRequestId& future) {
    return remove_pending_request(future.request_id);
  }
  bool remove_pending_request(const SharedFutureAndRequestId& future) {
    return remove_pending_request(future.request_id);
  }
  bool remove_pending_request(const SharedFutureWithRequestAndRequestId& future) {
    return remove_pending_request(future.request_id);
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

  /// Copies the next response to this client; false when there is none. Its request stays pending.
  bool take_response(Response& response, rmw_request_id_t& request_header) {
    const auto handle = take_own_handle();
    if (!handle) return false;
    const auto& whole = *reinterpret_cast<const Enveloped<Response>*>(handle->data());
    request_header = to_request_id(whole.identity);
    response = whole.message;
    introspection_->tell(Info::RESPONSE_RECEIVED, whole.identity, nullptr, &response);
    return true;
  }
  bool take_type_erased_response(void* response, rmw_request_id_t& request_header) override {
    return take_response(*static_cast<Response*>(response), request_header);
  }
  std::shared_ptr<void> create_response() override { return std::make_shared<Response>(); }

  /// See service_introspection.hpp.
  void configure_introspection(Clock::SharedPtr clock, const QoS& qos_service_event_pub,
                               rcl_service_introspection_state_t introspection_state) {
    introspection_->configure(std::move(clock), qos_service_event_pub, introspection_state);
  }

 private:
  using Info = service_msgs::msg::ServiceEventInfo;

  static SharedResponse typed(std::shared_ptr<void> response) {
    return std::static_pointer_cast<Response>(std::move(response));
  }

  struct WithFuture : detail::PendingResponse {
    void complete(std::shared_ptr<void> response) override {
      promise.set_value(typed(std::move(response)));
    }
    Promise promise;
  };

  template <class F>
  struct WithCallback : WithFuture {
    template <class G>
    explicit WithCallback(G&& call) : callback(std::forward<G>(call)) {}
    void complete(std::shared_ptr<void> response) override {
      this->promise.set_value(typed(std::move(response)));
      callback(future);
    }
    SharedFuture future = this->promise.get_future().share();
    F callback;
  };

  template <class F>
  struct WithRequest : detail::PendingResponse {
    template <class G>
    WithRequest(SharedRequest asked, G&& call)
        : request(std::move(asked)), callback(std::forward<G>(call)) {}
    void complete(std::shared_ptr<void> response) override {
      promise.set_value({std::move(request), typed(std::move(response))});
      callback(future);
    }
    PromiseWithRequest promise;
    SharedFutureWithRequest future = promise.get_future().share();
    SharedRequest request;
    F callback;
  };

  std::int64_t send_request(const SharedRequest& request,
                            std::unique_ptr<detail::PendingResponse> pending) {
    if (!request) throw std::invalid_argument("async_send_request: the request is a null pointer");
    // Keep what is used after sending: the response may come at once, and its callback may destroy
    // this client.
    const auto introspection = introspection_;
    const RequestIdentity identity = send(request.get(), std::move(pending));
    introspection->tell(Info::REQUEST_SENT, identity, request.get(), nullptr);
    return identity.sequence;
  }

  std::shared_ptr<void> to_response(SampleHandle handle) override {
    Sample<Enveloped<Response>> sample(std::move(handle));
    introspection_->tell(Info::RESPONSE_RECEIVED, sample->identity, nullptr, &sample->message);
    std::shared_ptr<Enveloped<Response>> whole = sample.take_unique();
    Response* const message = &whole->message;
    return SharedResponse(std::move(whole), message);
  }

  const std::shared_ptr<ServiceIntrospection<S>> introspection_;
};

}  // namespace rclcpp
