// SPDX-License-Identifier: Apache-2.0
#include "transport/in_process/in_process_subscription.hpp"

#include <utility>

#include "transport/in_process/in_process_hub.hpp"
#include "transport/port/to_endpoint.hpp"

namespace baton::transport {
namespace {

InboxLimits limits_of(const SubscriptionSpec& spec, const match::EndpointFacts& endpoint) {
  const std::size_t depth = endpoint.policies.depth;
  return {depth, endpoint.policies.keep_all, spec.pin_quota != 0 ? spec.pin_quota : depth + 8};
}

}  // namespace

InProcessSubscription::InProcessSubscription(const SubscriptionSpec& spec, InProcessHost host,
                                             std::shared_ptr<InProcessHub> hub)
    : host_(std::move(host)),
      hub_(std::move(hub)),
      endpoint_(to_endpoint(spec)),
      qos_(spec.qos),
      type_(spec.type),
      ignores_own_(spec.ignore_own),
      adapted_(spec.adapted),
      inbox_(std::make_shared<Inbox>(limits_of(spec, endpoint_), spec.type, spec.on_event)) {}

InProcessSubscription::~InProcessSubscription() {
  if (fork_mark_.crossed()) return;
  hub_->remove(*this);
  inbox_->attach(*this, nullptr, {});
  inbox_->events->stop();
}

void InProcessSubscription::attach(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who) {
  if (!fork_mark_.crossed()) inbox_->attach(*this, std::move(wait_set), std::move(who));
}

bool InProcessSubscription::attach_instead_of(const WaitSet* former,
                                              std::shared_ptr<WaitSet> wait_set,
                                              std::weak_ptr<void> who) {
  return !fork_mark_.crossed() &&
         inbox_->attach_instead_of(former, *this, std::move(wait_set), std::move(who));
}

}  // namespace baton::transport
