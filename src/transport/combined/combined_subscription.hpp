// SPDX-License-Identifier: Apache-2.0
// A subscription with publishers that are met in two ways, read in turn.
//
// Thread safety: as its two halves, each of which is in the wait set by itself.
#pragma once

#include <atomic>
#include <memory>

#include "transport/port/transport.hpp"

namespace baton::transport {

/// `Inside` is the type of the half inside the process. A concrete class is called faster than an
/// interface.
template <class Inside>
class CombinedSubscription final : public SubscriptionPort {
 public:
  CombinedSubscription(std::shared_ptr<Inside> inside, std::shared_ptr<SubscriptionPort> outside)
      : inside_(std::move(inside)), outside_(std::move(outside)) {}

  bool take(Sample& sample) override {
    // Relaxed: which half has its turn orders nothing.
    const bool inside_first = !inside_was_last_.load(std::memory_order_relaxed);
    for (const bool inside : {inside_first, !inside_first}) {
      if (!(inside ? inside_->take(sample) : outside_->take(sample))) continue;
      inside_was_last_.store(inside, std::memory_order_relaxed);
      return true;
    }
    return false;
  }
  void attach(std::shared_ptr<WaitSet> wait_set, std::weak_ptr<void> who = {}) override {
    inside_->attach(wait_set, who);
    outside_->attach(std::move(wait_set), std::move(who));
  }
  /// Both halves have the same one, except while another thread attaches: it has the last word.
  bool attach_instead_of(const WaitSet* former, std::shared_ptr<WaitSet> wait_set,
                         std::weak_ptr<void> who = {}) override {
    return inside_->attach_instead_of(former, wait_set, who) &&
           outside_->attach_instead_of(former, std::move(wait_set), std::move(who));
  }
  bool is_ready() const noexcept override { return inside_->is_ready() || outside_->is_ready(); }
  std::size_t match_count() const override {
    return inside_->match_count() + outside_->match_count();
  }
  std::vector<MatchInfo> matches() const override {
    std::vector<MatchInfo> infos = inside_->matches();
    for (MatchInfo& info : outside_->matches()) infos.push_back(std::move(info));
    return infos;
  }
  SubscriptionCounters counters() const override {
    SubscriptionCounters sum = inside_->counters();
    const SubscriptionCounters elsewhere = outside_->counters();
    sum.received += elsewhere.received;
    sum.skipped += elsewhere.skipped;
    sum.lost += elsewhere.lost;
    sum.copied += elsewhere.copied;
    sum.copied_for_callback += elsewhere.copied_for_callback;
    sum.rejected_peers += elsewhere.rejected_peers;
    sum.dropped_peers += elsewhere.dropped_peers;
    sum.undecodable += elsewhere.undecodable;
    return sum;
  }

  Arrivals arrivals() const override {
    const Arrivals inside = inside_->arrivals();
    const Arrivals outside = outside_->arrivals();
    return {inside.arrived + outside.arrived, inside.unread + outside.unread};
  }
  Arrivals arrivals_inside() const override { return inside_->arrivals(); }

 private:
  const std::shared_ptr<Inside> inside_;
  const std::shared_ptr<SubscriptionPort> outside_;
  std::atomic<bool> inside_was_last_{false};
};

}  // namespace baton::transport
