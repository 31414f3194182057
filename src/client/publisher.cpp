// SPDX-License-Identifier: Apache-2.0
#include <baton/publisher.hpp>

#include <utility>

#include <baton/exceptions.hpp>
#include <baton/msg/operations.hpp>

#include "client/context_state.hpp"
#include "client/topic_name.hpp"
#include "transport/transport.hpp"

namespace baton {

void LoanHandle::give_back() noexcept {
  port_->discard(token_);
  forget();
}

PublisherBase::PublisherBase(Context& context, const std::string& topic, const QoS& qos,
                             const TypeIdentity& type, const PublisherOptions& options)
    : topic_(client::absolute_topic_name(topic)),
      qos_(qos),
      type_(type.support),
      context_(context.state()) {
  transport::PublisherSpec spec;
  spec.topic = topic_;
  spec.type_name = type.name;
  spec.type_hash = type.type_hash;
  spec.layout_hash = type.layout_hash;
  spec.type = type.support;
  spec.qos = qos;
  spec.pool_floor_bytes = options.pool_floor_bytes;
  spec.pool_ceiling_bytes = options.pool_ceiling_bytes;
  auto port = context_->transport().open_publisher(spec);
  if (!port) throw exceptions::Error("cannot publish on '" + topic_ + "': " + port.error().text);
  port_ = std::move(*port);
}

PublisherBase::~PublisherBase() = default;

std::size_t PublisherBase::get_subscription_count() const { return port().match_count(); }

std::vector<MatchInfo> PublisherBase::get_matches() const { return port().matches(); }

PublisherCounters PublisherBase::get_counters() const { return port().counters(); }

transport::PublisherPort& PublisherBase::port() const {
  context_->require_own_process();
  return *port_;
}

LoanHandle PublisherBase::borrow(std::size_t size_bytes) {
  auto loan = port().loan(size_bytes);
  if (!loan) throw exceptions::Error(loan.error().text);
  return LoanHandle(port_, loan->data, loan->token);
}

std::optional<LoanHandle> PublisherBase::try_borrow(std::size_t size_bytes) {
  auto loan = port().loan(size_bytes);
  if (!loan) return std::nullopt;
  return LoanHandle(port_, loan->data, loan->token);
}

void PublisherBase::hand_over(LoanHandle& loan, std::size_t size_bytes) {
  if (loan.port() != port_) {
    throw exceptions::Error("the loaned message published on '" + topic_ + "' is " +
                            (loan.data() ? "another publisher's" : "empty: published or released "
                                                                   "before"));
  }
  auto published = port().publish(loan.token(), size_bytes);
  if (!published) throw exceptions::Error(published.error().text);
  loan.forget();
}

void PublisherBase::publish_copy(const void* message) {
  LoanHandle handle = borrow(type_->size_bytes + msg::footprint(*type_, message));
  msg::copy(*type_, handle.data(), message);
  hand_over(handle, type_->size_bytes);
}

}  // namespace baton
