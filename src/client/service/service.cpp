// SPDX-License-Identifier: Apache-2.0
#include <baton/service.hpp>

#include <utility>

#include <baton/exceptions.hpp>

#include "client/executor/arrival_callback.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/service/service_port.hpp"
#include "client/topic/endpoint_spec.hpp"

namespace rclcpp {

using client::ServicePort;

ServiceBase::ServiceBase(const EndpointHome& home, const std::string& name, const QoS& qos,
                         const EnvelopeType& request, const EnvelopeType& response)
    : port_(std::make_shared<ServicePort>(home, client::resolve_service(home, name),
                                          ServicePort::Side::server, qos, request, response)) {}

ServiceBase::~ServiceBase() { client::clear(on_new_); }

void ServiceBase::set_on_new_request_callback(std::function<void(std::size_t)> callback) {
  client::made(on_new_, port_->context(), port_->waitable(), client::ArrivalCallback::Of::all,
               get_service_name())
      .set(std::move(callback));
}

void ServiceBase::clear_on_new_request_callback() { client::clear(on_new_); }

const char* ServiceBase::get_service_name() const { return port_->service().c_str(); }

QoS ServiceBase::get_request_subscription_actual_qos() const { return port_->hearing_qos(); }

QoS ServiceBase::get_response_publisher_actual_qos() const { return port_->speaking_qos(); }

std::optional<SampleHandle> ServiceBase::take_handle() { return port_->take(); }

std::optional<LoanHandle> ServiceBase::try_borrow() {
  if (client::loans_are_disabled()) return std::nullopt;
  auto loan = port_->borrow();
  if (!loan) return std::nullopt;
  return *std::move(loan);
}

void ServiceBase::publish_loan(const RequestIdentity& identity, LoanHandle& loan) {
  *reinterpret_cast<RequestIdentity*>(loan.data()) = identity;
  port_->publish(loan);
}

void ServiceBase::publish_copy(const RequestIdentity& identity, const void* response) {
  port_->publish_copy(identity, response);
}

bool ServiceBase::execute_next(Taken taken, void* context) {
  auto request = port_->take();
  if (!request) return false;
  if (taken != nullptr) taken(context);
  handle(*std::move(request));
  return true;
}

bool ServiceBase::has_work() const noexcept { return port_->has_more(); }

void ServiceBase::attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
                         const std::weak_ptr<void>& self) {
  port_->waitable()->attach(dispatcher ? dispatcher->wait_set() : nullptr, self);
  client::move_on(on_new_);
}

}  // namespace rclcpp
