// SPDX-License-Identifier: Apache-2.0
#include <baton/subscription.hpp>

#include <utility>

#include <baton/exceptions.hpp>
#include <baton/logging.hpp>
#include <baton/serialized_message.hpp>

#include "base/shared_ptr_atomics.hpp"
#include "client/context/context_state.hpp"
#include "client/executor/arrival_callback.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/node/node_state.hpp"
#include "client/topic/content_filter.hpp"
#include "client/topic/endpoint_events.hpp"
#include "client/topic/endpoint_spec.hpp"
#include "client/topic/event_handlers.hpp"
#include "client/topic/message_of_sample.hpp"
#include "client/topic/refusal_log.hpp"
#include "transport/port/transport.hpp"

namespace rclcpp {

[[gnu::hot]] void SampleHandle::let_go() noexcept {
  sample_.data = nullptr;
  sample_.owner->release(sample_.token);
}

void* SampleHandle::take_over() noexcept {
  if (sample_.data == nullptr) return nullptr;
  void* const message = sample_.owner->take_over(sample_.token);
  if (message != nullptr) sample_.data = nullptr;
  return message;
}

bool SampleHandle::make_private(const char*& why_not) noexcept {
  if (sample_.data == nullptr) return false;
  const transport::PrivateAnswer answer = sample_.owner->make_private(sample_);
  // Small messages are copied without a word: asking for views of them is left out where all are
  // small.
  why_not = sample_.size_bytes < transport::smallest_private_bytes ? nullptr : answer.why_not;
  return answer.is_private;
}

SubscriptionBase::SubscriptionBase(const EndpointHome& home, const std::string& topic,
                                   const QoS& qos, const TypeIdentity& type,
                                   const SubscriptionOptionsBase& options,
                                   std::shared_ptr<detail::MessageCopies> copies)
    : topic_(home.resolve_topic(topic)),
      qos_(client::resolve_qos(home, topic_, qos, options.qos_overriding_options, false)),
      type_(type.support),
      adapted_(type.adapted),
      can_loan_(!client::loans_are_disabled()),
      context_(home.context()),
      copies_(std::move(copies)),
      has_fixed_size_(type.support == nullptr || type.support->plain),
      message_size_bytes_(type.size_bytes) {
  if (!options.content_filter_options.filter_expression.empty()) {
    set_content_filter(options.content_filter_options.filter_expression,
                       options.content_filter_options.expression_parameters);
  }
  transport::SubscriptionSpec spec;
  client::fill_spec(spec, home, topic_, qos_, type, options.use_intra_process_comm);
  spec.adapted = adapted_;
  spec.pin_quota = options.pin_quota;
  spec.ignore_own = options.ignore_local_publications;
  spec.reads_in_place = can_loan_;
  spec.validates = options.validate_messages;
  if (copies_) {
    copies_->topic_ = topic_;
    copies_->logger_name_ = home.node() ? home.node()->logger_name() : "baton";
    spec.makes_private =
        copies_->are_avoidable() &&
        (!has_fixed_size_ || message_size_bytes_ >= transport::smallest_private_bytes);
  }
  events_ = client::EndpointEvents::of_subscription(options.event_callbacks, qos_);
  spec.watches_liveliness = events_ != nullptr;
  spec.on_event = client::log_refusals(home, client::LoggedRefusals::of(options),
                                       events_ ? events_->listener() : nullptr,
                                       client::refusal_of_subscription(topic_));
  auto port = context_->open_subscription(spec);
  if (!port) throw exceptions::Error("cannot subscribe to '" + topic_ + "': " + port.error().text);
  port_ = std::move(*port);
  client::make_handlers(events_, RCL_SUBSCRIPTION_MATCHED, handlers_);
  if (events_) {
    events_->begin(home.resolve(options.callback_group), qos_,
                   [this] { return get_counters().received; });
  }
}

SubscriptionBase::~SubscriptionBase() {
  client::clear(on_new_);
  client::clear(on_new_inside_);
  if (events_) events_->end();
}

void SubscriptionBase::set_on_new_qos_event_callback(std::function<void(std::size_t)> callback,
                                                     rcl_subscription_event_type_t event_type) {
  client::set_callback(handlers_, event_type, std::move(callback), topic_);
}

void SubscriptionBase::clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type) {
  client::clear_callback(handlers_, event_type);
}

std::vector<NetworkFlowEndpoint> SubscriptionBase::get_network_flow_endpoints() const {
  RCLCPP_WARN_ONCE(get_logger("rclcpp"),
                   "get_network_flow_endpoints() knows no addresses here: it returns none");
  return {};
}

void SubscriptionBase::set_on_new_message_callback(std::function<void(std::size_t)> callback) {
  client::made(on_new_, context_, port_, client::ArrivalCallback::Of::outside, topic_.c_str())
      .set(std::move(callback));
}

void SubscriptionBase::clear_on_new_message_callback() {
  client::clear(on_new_);
  client::move_on(on_new_inside_);
}

void SubscriptionBase::set_on_new_intra_process_message_callback(
    std::function<void(std::size_t)> callback) {
  client::made(on_new_inside_, context_, port_, client::ArrivalCallback::Of::inside, topic_.c_str())
      .set(std::move(callback));
}

void SubscriptionBase::clear_on_new_intra_process_message_callback() {
  client::clear(on_new_inside_);
  client::move_on(on_new_);
}

std::shared_ptr<SerializedMessage> SubscriptionBase::create_serialized_message() {
  return std::make_shared<SerializedMessage>();
}

SampleHandle SubscriptionBase::as_sample(std::shared_ptr<const void> message,
                                         std::size_t size_bytes, const MessageInfo& info) {
  /// Ends with the sample.
  class Lent : public transport::SampleOwner {
   public:
    explicit Lent(std::shared_ptr<const void> message) : message_(std::move(message)) {}
    void release(std::uint64_t) noexcept override { delete this; }

   private:
    const std::shared_ptr<const void> message_;
  };
  SampleHandle handle;
  transport::Sample& sample = handle.emptied();
  sample.data = static_cast<const std::byte*>(message.get());
  sample.size_bytes = size_bytes;
  sample.info = info;
  sample.owner = new Lent(std::move(message));
  return handle;
}

std::size_t SubscriptionBase::get_publisher_count() const { return port().match_count(); }

std::vector<MatchInfo> SubscriptionBase::get_matches() const { return port().matches(); }

SubscriptionCounters SubscriptionBase::get_counters() const {
  SubscriptionCounters counters = port().counters();
  if (copies_) counters.copied_for_callback = copies_->count();
  return counters;
}

transport::SubscriptionPort& SubscriptionBase::port() const {
  context_->require_own_process();
  return *port_;
}

void SubscriptionBase::attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
                              const std::weak_ptr<void>& self) {
  port_->attach(dispatcher ? dispatcher->wait_set() : nullptr, self);
  client::move_on(on_new_);
  client::move_on(on_new_inside_);
}

inline bool SubscriptionBase::is_wanted(const SampleHandle& sample) const {
  // The type matched, so only an object of an adapted type, or a broken publisher's message, has
  // another size.
  if (has_fixed_size_ && sample.size_bytes() != message_size_bytes_) [[unlikely]]
    return is_wanted_object(sample);
  return !filtered_.load(std::memory_order_relaxed) || passes_filter(sample);
}

[[gnu::noinline]] bool SubscriptionBase::passes_filter(const SampleHandle& sample) const {
  const auto filter = base::atomic_load(filter_, std::memory_order_acquire);  // [filter/take]
  if (!filter) return true;
  const client::MessageOfSample message(sample, type_, adapted_);
  return filter->matches(message.data());
}

[[gnu::cold, gnu::noinline]] bool SubscriptionBase::is_wanted_object(
    const SampleHandle& sample) const {
  if (adapted_ == nullptr || sample.size_bytes() != adapted_size_bytes) return false;
  return !filtered_.load(std::memory_order_relaxed) || passes_filter(sample);
}

/// False if there is no message.
[[gnu::hot]] bool SubscriptionBase::take_handle(SampleHandle& handle) {
  while (port_->take(handle.emptied())) {
    if (is_wanted(handle)) [[likely]]
      return true;
  }
  context_->require_own_process();  // a forked child has nothing to take
  return false;
}

std::optional<SampleHandle> SubscriptionBase::take_handle() {
  SampleHandle handle;
  if (!take_handle(handle)) return std::nullopt;
  return handle;
}

[[gnu::hot]] bool SubscriptionBase::execute_next(Taken taken, void* context) {
  SampleHandle sample;
  if (!take_handle(sample)) [[unlikely]]
    return false;
  if (taken != nullptr) taken(context);
  deliver(std::move(sample));
  return true;
}

[[gnu::hot]] bool SubscriptionBase::has_work() const noexcept { return port_->is_ready(); }

bool SubscriptionBase::take_serialized(SerializedMessage& message, MessageInfo& info) {
  if (type_ == nullptr) {
    throw exceptions::Error("topic '" + topic_ + "': a plain C++ type has no serialized form");
  }
  const auto handle = take_handle();
  if (!handle) return false;
  const client::MessageOfSample whole(*handle, type_, adapted_);
  SerializationBase(*type_).serialize_message(whole.data(), &message);
  info = handle->info();
  return true;
}

bool SubscriptionBase::is_cft_enabled() const {
  // [filter/take]
  return base::atomic_load(filter_, std::memory_order_acquire) != nullptr;
}

void SubscriptionBase::set_content_filter(const std::string& filter_expression,
                                          const std::vector<std::string>& expression_parameters) {
  std::shared_ptr<client::ContentFilter> filter;
  if (!filter_expression.empty()) {
    if (type_ == nullptr) {
      throw exceptions::RCLInvalidArgument("topic '" + topic_ +
                                           "': the fields of a plain C++ type "
                                           "are not known, so its messages cannot be filtered");
    }
    filter = client::ContentFilter::parse(*type_, {filter_expression, expression_parameters});
  }
  const bool filtered = filter != nullptr;
  // [filter/take] the thread that sets it
  base::atomic_store(filter_, std::move(filter), std::memory_order_release);
  filtered_.store(filtered, std::memory_order_relaxed);
}

ContentFilterOptions SubscriptionBase::get_content_filter() const {
  const auto filter = base::atomic_load(filter_, std::memory_order_acquire);  // [filter/take]
  return filter ? filter->options() : ContentFilterOptions{};
}

}  // namespace rclcpp
