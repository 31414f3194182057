// SPDX-License-Identifier: Apache-2.0
#include <baton/subscription.hpp>

#include <utility>

#include <baton/exceptions.hpp>

#include "client/context_state.hpp"
#include "client/topic_name.hpp"
#include "transport/transport.hpp"

namespace baton {

void SampleHandle::let_go() noexcept {
  owner_->release(token_);
  owner_.reset();
  data_ = nullptr;
}

SubscriptionBase::SubscriptionBase(Context& context, const std::string& topic, const QoS& qos,
                                   const TypeIdentity& type, const SubscriptionOptions& options)
    : topic_(client::absolute_topic_name(topic)),
      qos_(qos),
      message_size_bytes_(type.size_bytes),
      has_fixed_size_(type.support == nullptr || type.support->plain),
      context_(context.state()) {
  transport::SubscriptionSpec spec;
  spec.topic = topic_;
  spec.type_name = type.name;
  spec.type_hash = type.type_hash;
  spec.layout_hash = type.layout_hash;
  spec.type = type.support;
  spec.qos = qos;
  spec.pin_quota = options.pin_quota;
  auto port = context_->transport().open_subscription(spec);
  if (!port) throw exceptions::Error("cannot subscribe to '" + topic_ + "': " + port.error().text);
  port_ = std::move(*port);
}

SubscriptionBase::~SubscriptionBase() = default;

std::size_t SubscriptionBase::get_publisher_count() const { return port().match_count(); }

std::vector<MatchInfo> SubscriptionBase::get_matches() const { return port().matches(); }

SubscriptionCounters SubscriptionBase::get_counters() const { return port().counters(); }

transport::SubscriptionPort& SubscriptionBase::port() const {
  context_->require_own_process();
  return *port_;
}

void SubscriptionBase::attach(std::shared_ptr<transport::WaitSet> wait_set) {
  port().attach(std::move(wait_set));
}

std::optional<SampleHandle> SubscriptionBase::take_handle() {
  transport::Sample sample;
  transport::SubscriptionPort& source = port();
  while (source.take(sample)) {
    SampleHandle handle(sample.data, sample.size_bytes, sample.info, std::move(sample.owner),
                        sample.token);
    // The type matched, so only a broken publisher sends another size.
    if (handle.size_bytes() == message_size_bytes_ || !has_fixed_size_) return handle;
  }
  return std::nullopt;
}

bool SubscriptionBase::execute() {
  auto sample = take_handle();
  if (!sample) return false;
  deliver(*std::move(sample));
  return true;
}

}  // namespace baton
