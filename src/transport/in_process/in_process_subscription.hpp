// SPDX-License-Identifier: Apache-2.0
// The port of an in-process subscription, over its inbox: this is what a user holds.
#pragma once

#include <memory>

#include "base/fork_guard.hpp"
#include "match/endpoint_facts.hpp"
#include "transport/in_process/in_process_host.hpp"
#include "transport/inbox/inbox.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class InProcessHub;

class InProcessSubscription final : public SubscriptionPort {
 public:
  InProcessSubscription(const SubscriptionSpec& spec, InProcessHost host,
                        std::shared_ptr<InProcessHub> hub);
  ~InProcessSubscription() override;

  bool take(Sample& sample) override { return !fork_mark_.crossed() && inbox_->take(sample); }
  void attach(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who = {}) override;
  bool attach_instead_of(const WaitSet* former, std::shared_ptr<WaitSet> wait_set,
                         std::weak_ptr<void> who = {}) override;
  bool is_ready() const noexcept override { return !fork_mark_.crossed() && inbox_->is_ready(); }
  std::size_t match_count() const override { return inbox_->match_count(); }
  std::vector<MatchInfo> matches() const override { return inbox_->matches(); }
  SubscriptionCounters counters() const override { return inbox_->counters(); }
  Arrivals arrivals() const override { return inbox_->arrivals(); }
  Arrivals arrivals_inside() const override { return inbox_->arrivals(); }

  // ---- for the matching ----
  const InProcessHost& host() const { return host_; }
  const match::EndpointFacts& endpoint() const { return endpoint_; }
  const msg::TypeSupport* type() const { return type_; }
  bool ignores_own() const { return ignores_own_; }
  const AdaptedType* adapted() const { return adapted_; }
  const QoS& qos() const { return qos_; }
  const std::shared_ptr<Inbox>& inbox() const { return inbox_; }
  void set_id(std::uint64_t id) { endpoint_.id = id; }

 private:
  const base::ForkMark fork_mark_;
  const InProcessHost host_;
  const std::shared_ptr<InProcessHub> hub_;
  match::EndpointFacts endpoint_;
  const QoS qos_;
  const msg::TypeSupport* const type_;
  const bool ignores_own_;
  const AdaptedType* const adapted_;
  const std::shared_ptr<Inbox> inbox_;
};

}  // namespace baton::transport
