// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <baton/match_info.hpp>

#include "base/fork_guard.hpp"
#include "base/lent_count.hpp"
#include "transport/inbox/backpressure.hpp"
#include "transport/inbox/message_queue.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class Inbox;

/// A publisher and a subscription that meet by pointer. The lock of the inbox covers the queue and
/// the flags. Both sides own the match; once the subscription has released it, held samples keep
/// it.
class InboxMatch final : public SampleOwner {
 public:
  InboxMatch(std::shared_ptr<Inbox> to, std::shared_ptr<Backpressure> from, bool is_blocking)
      : inbox(std::move(to)), backpressure(std::move(from)), blocks(is_blocking) {}

  void release(std::uint64_t token) noexcept override;
  void* take_over(std::uint64_t token) noexcept override;
  /// How many samples in the publisher's memory are held. A figure.
  std::size_t held() const { return held_.load(std::memory_order_relaxed); }

  const std::shared_ptr<Inbox> inbox;
  const std::shared_ptr<Backpressure> backpressure;
  const bool blocks;                     // a full queue holds the publisher back
  bool reliable = false;                 // like the next members, set before the match is shared
  const AdaptedType* adapted = nullptr;  // the subscription takes such objects as they are
  MatchInfo publisher{};
  MatchInfo subscription{};
  std::string subscriber_name{};  // "name (pid 123)"

 private:
  friend class Inbox;
  void give_back() noexcept;
  void let_go(std::shared_ptr<InboxMatch> self) noexcept;

  const base::ForkMark fork_mark_;
  base::LentCount samples_;
  std::shared_ptr<InboxMatch> self_;  // from let_go() to the last give_back()
  MessageQueue queue_;
  // The publisher has left: deliver the queue, then release the match.
  bool closing_ = false;
  bool gone_ = false;                 // the subscription has released the match
  std::atomic<std::size_t> held_{0};  // held samples in the publisher's memory; a figure
};

}  // namespace baton::transport
