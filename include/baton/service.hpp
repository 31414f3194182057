// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include <baton/any_service_callback.hpp>
#include <baton/endpoint_home.hpp>
#include <baton/executable.hpp>
#include <baton/loaned_message.hpp>
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

/// What services of all types have in common. Thread safety: all members.
class BATON_PUBLIC ServiceBase : public Executable,
                                 public std::enable_shared_from_this<ServiceBase> {
 public:
  using SharedPtr = std::shared_ptr<ServiceBase>;
  using ConstSharedPtr = std::shared_ptr<const ServiceBase>;
  using WeakPtr = std::weak_ptr<ServiceBase>;

  ~ServiceBase() override;

  /// The service's name, expanded and remapped.
  const char* get_service_name() const;
  QoS get_request_subscription_actual_qos() const;
  QoS get_response_publisher_actual_qos() const;

  // For programs without an executor: take a request, then handle it.
  virtual std::shared_ptr<void> create_request() = 0;
  std::shared_ptr<rmw_request_id_t> create_request_header() {
    return std::make_shared<rmw_request_id_t>();
  }
  /// Copies the next request into one of the service's type; false when there is none.
  virtual bool take_type_erased_request(void* request, rmw_request_id_t& request_id) = 0;
  /// Calls the callback with a request that was taken.
  virtual void handle_request(std::shared_ptr<rmw_request_id_t> request_header,
                              std::shared_ptr<void> request) = 0;
  /// From now on `callback` is called with the number of new requests, by a thread of its own, as
  /// SubscriptionBase::set_on_new_message_callback() says; at once for those that wait. Throws
  /// std::invalid_argument for an empty one.
  void set_on_new_request_callback(std::function<void(std::size_t)> callback);
  /// Returns when the callback does not run any more.
  void clear_on_new_request_callback();
  /// Takes one request and calls the callback with it; false when there was none. Not in rclcpp.
  bool execute() { return execute_next(nullptr, nullptr); }

 protected:
  ServiceBase(const EndpointHome& home, const std::string& name, const QoS& qos,
              const EnvelopeType& request, const EnvelopeType& response);
  std::optional<SampleHandle> take_handle();
  /// Memory for a response; empty if there is none, or if loans are disabled.
  std::optional<LoanHandle> try_borrow();
  void publish_loan(const RequestIdentity& identity, LoanHandle& loan);
  void publish_copy(const RequestIdentity& identity, const void* response);

  bool execute_next(Taken taken, void* context) override;
  bool has_work() const noexcept override;
  void attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override;

 private:
  friend class WaitSet;
  virtual void handle(SampleHandle request) = 0;

  const std::shared_ptr<client::ServicePort> port_;
  std::shared_ptr<client::ArrivalCallback> on_new_;  // null until it is needed; see made()
};

namespace detail {

/// A loan of the service's pool, in which a response is made. The response is published from there,
/// unless the callback has kept it.
struct LentResponse {
  LoanHandle loan;
  std::atomic<bool> let_go{false};  // no pointer to the response is left
};

template <class Response>
class ResponseInHand {
 public:
  ResponseInHand() : response_(std::make_shared<Response>()) {}
  explicit ResponseInHand(LoanHandle loan) : lent_(std::make_shared<LentResponse>()) {
    auto* const whole = ::new (loan.data()) Enveloped<Response>;
    lent_->loan = std::move(loan);
    response_ = std::shared_ptr<Response>(&whole->message, [lent = lent_](Response*) {
      lent->let_go.store(true, std::memory_order_release);  // [response/let_go] the last owner
    });
  }

  const std::shared_ptr<Response>& get() const { return response_; }
  /// The loan, if the response lies in one and no other pointer holds it; then get() is empty.
  LoanHandle* take_loan() {
    if (!lent_) return nullptr;
    const std::weak_ptr<Response> others = response_;
    response_.reset();
    // [response/let_go] the thread that sends
    if (lent_->let_go.load(std::memory_order_acquire)) return &lent_->loan;
    response_ = others.lock();  // or the last holder has only just released the response
    return response_ ? nullptr : &lent_->loan;
  }

 private:
  std::shared_ptr<LentResponse> lent_;
  std::shared_ptr<Response> response_;
};

}  // namespace detail

/// Answers requests. Made by create_service(). A request that is not taken in time is replaced by
/// newer ones of the same client, as its QoS says.
template <class S>
class Service : public ServiceBase {
  static_assert(rosidl_generator_traits::is_service<S>::value,
                "a service type is what the generator made of a .srv file");

 public:
  using Request = typename S::Request;
  using Response = typename S::Response;
  using SharedPtr = std::shared_ptr<Service>;
  using ConstSharedPtr = std::shared_ptr<const Service>;
  using WeakPtr = std::weak_ptr<Service>;
  using UniquePtr = std::unique_ptr<Service>;
  using CallbackType = std::function<void(std::shared_ptr<Request>, std::shared_ptr<Response>)>;
  using CallbackWithHeaderType = std::function<void(
      std::shared_ptr<rmw_request_id_t>, std::shared_ptr<Request>, std::shared_ptr<Response>)>;

  /// Throws exceptions::Error and exceptions::InvalidServiceNameError.
  Service(const EndpointHome& home, const std::string& name, detail::ServiceCallback<S> callback,
          const QoS& qos)
      : ServiceBase(home, name, qos, envelope_type<Request>(), envelope_type<Response>()),
        callback_(std::move(callback)),
        introspection_(home, get_service_name()) {}

  /// Copies the next request; false when there is none.
  bool take_request(Request& request, rmw_request_id_t& request_id) {
    const auto handle = take_handle();
    if (!handle) return false;
    const auto& whole = *reinterpret_cast<const Enveloped<Request>*>(handle->data());
    request_id = to_request_id(whole.identity);
    request = whole.message;
    introspection_.tell(Info::REQUEST_RECEIVED, whole.identity, &request, nullptr);
    return true;
  }
  bool take_type_erased_request(void* request, rmw_request_id_t& request_id) override {
    return take_request(*static_cast<Request*>(request), request_id);
  }
  std::shared_ptr<void> create_request() override { return std::make_shared<Request>(); }
  void handle_request(std::shared_ptr<rmw_request_id_t> request_header,
                      std::shared_ptr<void> request) override {
    auto typed = std::static_pointer_cast<Request>(std::move(request));
    callback_(*this, *request_header, detail::RequestInHand<Request>(std::move(typed)));
  }

  /// Answers a request, at once or later, from any thread; copies the response once. Does nothing
  /// if the client is gone. Throws exceptions::Error when there is no memory for the response.
  void send_response(const rmw_request_id_t& request_id, const Response& response) {
    const RequestIdentity identity = to_identity(request_id);
    publish_copy(identity, &response);
    introspection_.tell(Info::RESPONSE_SENT, identity, nullptr, &response);
  }

  /// See service_introspection.hpp.
  void configure_introspection(Clock::SharedPtr clock, const QoS& qos_service_event_pub,
                               rcl_service_introspection_state_t introspection_state) {
    introspection_.configure(std::move(clock), qos_service_event_pub, introspection_state);
  }

  // Used by callbacks.
  detail::ResponseInHand<Response> begin_response() {
    if (auto loan = try_borrow()) return detail::ResponseInHand<Response>(*std::move(loan));
    return {};
  }
  void send_response(const rmw_request_id_t& request_id,
                     detail::ResponseInHand<Response>&& response) {
    LoanHandle* const loan = response.take_loan();
    if (loan == nullptr) return send_response(request_id, *response.get());
    const RequestIdentity identity = to_identity(request_id);
    introspection_.tell(Info::RESPONSE_SENT, identity, nullptr,
                        &reinterpret_cast<Enveloped<Response>*>(loan->data())->message);
    publish_loan(identity, *loan);
  }
  SharedPtr shared_service() { return std::static_pointer_cast<Service>(shared_from_this()); }

 private:
  using Info = service_msgs::msg::ServiceEventInfo;

  void handle(SampleHandle handle) override {
    const RequestIdentity identity = *reinterpret_cast<const RequestIdentity*>(handle.data());
    detail::RequestInHand<Request> request(std::move(handle));
    introspection_.tell(Info::REQUEST_RECEIVED, identity, &request.get(), nullptr);
    callback_(*this, to_request_id(identity), std::move(request));
  }

  const detail::ServiceCallback<S> callback_;
  ServiceIntrospection<S> introspection_;
};

}  // namespace rclcpp
