// SPDX-License-Identifier: Apache-2.0
#include <baton/publisher.hpp>

#include <algorithm>
#include <span>
#include <utility>

#include <baton/exceptions.hpp>
#include <baton/logging.hpp>
#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>
#include <baton/serialized_message.hpp>

#include "base/backoff.hpp"
#include "client/context/context_state.hpp"
#include "client/context/environment.hpp"
#include "client/topic/endpoint_events.hpp"
#include "client/topic/endpoint_spec.hpp"
#include "client/topic/event_handlers.hpp"
#include "client/topic/refusal_log.hpp"
#include "transport/port/audience.hpp"
#include "transport/port/transport.hpp"

namespace rclcpp {
void LoanHandle::give_back() noexcept {
  forget();
  owner_->discard(token_);
}

PublisherBase::PublisherBase(const EndpointHome& home, const std::string& topic, const QoS& qos,
                             const TypeIdentity& type, const ObjectType& object,
                             const PublisherOptionsBase& options)
    : topic_(home.resolve_topic(topic)),
      qos_(client::resolve_qos(home, topic_, qos, options.qos_overriding_options, true)),
      type_(type.support),
      object_(object),
      adapted_(type.adapted),
      can_loan_(!client::loans_are_disabled()),
      context_(home.context()) {
  transport::PublisherSpec spec;
  client::fill_spec(spec, home, topic_, qos_, type, options.use_intra_process_comm);
  spec.pool_floor_bytes = options.pool_floor_bytes;
  spec.pool_ceiling_bytes = options.pool_ceiling_bytes;
  events_ = client::EndpointEvents::of_publisher(options.event_callbacks);
  spec.watches_liveliness = events_ != nullptr;
  spec.on_event = client::log_refusals(home, client::LoggedRefusals::of(options),
                                       events_ ? events_->listener() : nullptr,
                                       client::refusal_of_publisher(topic_));
  auto port = context_->open_publisher(spec);
  if (!port) throw exceptions::Error("cannot publish on '" + topic_ + "': " + port.error().text);
  port_ = std::move(*port);
  loan_owner_ = &port_->loan_owner();
  client::make_handlers(events_, RCL_PUBLISHER_MATCHED, handlers_);
  if (events_) {
    events_->begin(home.resolve(options.callback_group), qos_,
                   [this] { return get_counters().published; });
  }
}

PublisherBase::~PublisherBase() {
  if (events_) events_->end();
}

void PublisherBase::set_on_new_qos_event_callback(std::function<void(std::size_t)> callback,
                                                  rcl_publisher_event_type_t event_type) {
  client::set_callback(handlers_, event_type, std::move(callback), topic_);
}

void PublisherBase::clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type) {
  client::clear_callback(handlers_, event_type);
}

std::vector<NetworkFlowEndpoint> PublisherBase::get_network_flow_endpoints() const {
  RCLCPP_WARN_ONCE(get_logger("rclcpp"),
                   "get_network_flow_endpoints() knows no addresses here: it returns none");
  return {};
}

rmw_gid_t PublisherBase::get_gid() const {
  rmw_gid_t gid{};
  gid.implementation_identifier = BATON_IMPLEMENTATION_IDENTIFIER;
  const auto id = port().gid();
  std::copy(id.begin(), id.end(), std::begin(gid.data));
  return gid;
}

bool PublisherBase::operator==(const rmw_gid_t& gid) const {
  const auto id = port().gid();
  return std::equal(id.begin(), id.end(), std::begin(gid.data));
}

std::size_t PublisherBase::get_subscription_count() const { return port().match_count(); }

std::size_t PublisherBase::get_intra_process_subscription_count() const {
  const auto matches = get_matches();
  return static_cast<std::size_t>(
      std::count_if(matches.begin(), matches.end(),
                    [](const MatchInfo& match) { return match.transport == "in_process"; }));
}

std::size_t PublisherBase::lowest_available_ipm_capacity() const {
  return port().least_room_inside();
}

std::vector<MatchInfo> PublisherBase::get_matches() const { return port().matches(); }

PublisherCounters PublisherBase::get_counters() const {
  PublisherCounters counters = port().counters();
  counters.published += unheard_.load(std::memory_order_relaxed);
  return counters;
}

bool PublisherBase::assert_liveliness() const {
  if (!context_->is_valid()) return false;
  port().assert_liveliness();
  return true;
}

bool PublisherBase::wait_until_taken(std::chrono::nanoseconds timeout) const {
  base::Backoff backoff(timeout.count());
  while (!port().all_taken()) {
    if (!context_->is_valid()) return false;
    if (backoff.over()) return false;
    backoff.wait();
  }
  return true;
}

transport::PublisherPort& PublisherBase::port() const {
  context_->require_own_process();
  return *port_;
}

bool PublisherBase::has_left() const {
  context_->require_own_process();
  return !context_->is_valid();
}

/// As in rclcpp: publishing while the context is shut down is no error, as no subscription is left.
[[gnu::cold, gnu::noinline]] void PublisherBase::throw_unless_left(
    const std::string& failure) const {
  if (!has_left()) throw exceptions::Error(failure);
}

[[gnu::hot]] LoanHandle PublisherBase::borrow(std::size_t size_bytes) {
  auto loan = port_->loan(size_bytes);
  if (loan) [[likely]]
    return LoanHandle(*loan_owner_, loan->data, loan->token);
  throw_unless_left(loan.error().text);
  return {};
}

[[gnu::hot]] LoanHandle PublisherBase::try_borrow(std::size_t size_bytes) {
  auto loan = port_->loan(size_bytes);
  if (loan) return LoanHandle(*loan_owner_, loan->data, loan->token);
  context_->require_own_process();
  return {};
}

[[gnu::hot]] void PublisherBase::hand_over(LoanHandle& loan, std::size_t size_bytes) {
  if (loan.owner() != loan_owner_) [[unlikely]]
    refuse(loan);
  const auto published = port_->publish(loan.token(), size_bytes);
  if (published) [[likely]]
    return loan.forget();
  throw_unless_left(published.error().text);
  loan.discard();
}

[[gnu::cold, gnu::noinline]] void PublisherBase::refuse(const LoanHandle& loan) const {
  throw exceptions::Error("the loaned message published on '" + topic_ + "' is " +
                          (loan.data() ? "another publisher's"
                                       : "empty: published or released "
                                         "before"));
}

/// True if a message need not be made, as no subscription will read it, now or later.
bool PublisherBase::has_no_reader() const {
  return !is_durability_transient_local() && !transport::has_audience(*port_);
}

void PublisherBase::count_unheard() {
  if (has_left()) return;
  port_->show_unheard(unheard_.fetch_add(1, std::memory_order_relaxed) + 1);
}

void PublisherBase::publish_copy(const void* message) {
  if (has_no_reader()) {
    count_unheard();
    return;
  }
  if (const auto published = port_->publish_from(message, object_.size_bytes)) {
    if (!*published) throw_unless_left(published->error().text);
    return;
  }
  const std::size_t size_bytes =
      type_ == nullptr ? object_.size_bytes : msg::loan_bytes(*type_, message);
  LoanHandle handle = borrow(size_bytes);
  if (handle.data() == nullptr) return;
  if (type_ == nullptr) {
    std::memcpy(handle.data(), message, object_.size_bytes);
  } else {
    msg::copy(*type_, handle.data(), message);
  }
  hand_over(handle, object_.size_bytes);
}

[[gnu::hot]] void PublisherBase::publish_object(void* message) {
  const auto published = port_->publish_object({message, &object_});
  if (published) return;
  throw_unless_left(published.error().text);
  object_.destroy(message);
}

bool PublisherBase::has_reader_of_objects() const { return port_->has_reader_of(*adapted_); }

void PublisherBase::publish_converted(const void* object) {
  if (has_no_reader()) {
    count_unheard();
    return;
  }
  LoanHandle handle = borrow(type_->size_bytes);
  if (handle.data() == nullptr) return;
  msg::construct(*type_, handle.data(), msg::MessageInitialization::all);
  adapted_->to_message(object, handle.data());
  hand_over(handle, type_->size_bytes);
}

void PublisherBase::publish_adapted(void* object) {
  const transport::AdaptedObject whole{object, adapted_};
  const auto published = port_->publish_adapted(whole);
  if (published) return;
  throw_unless_left(published.error().text);
  whole.end();
}

void PublisherBase::publish_serialized(const SerializedMessage& message) {
  const rcl_serialized_message_t& bytes = message.get_rcl_serialized_message();
  LoanHandle handle = borrow(type_->size_bytes);
  if (handle.data() == nullptr) return;
  msg::construct(*type_, handle.data(), msg::MessageInitialization::all);
  if (!msg::decode_message(*type_, std::as_bytes(std::span(bytes.buffer, bytes.buffer_length)),
                           handle.data())) {
    throw exceptions::RCLInvalidArgument("the bytes published on '" + topic_ + "' are not a " +
                                         std::string(type_->type_name));
  }
  hand_over(handle, type_->size_bytes);
}

}  // namespace rclcpp
