// SPDX-License-Identifier: Apache-2.0
#include "transport/inbox/inbox_match.hpp"

#include <utility>

#include "transport/inbox/inbox.hpp"

namespace baton::transport {
namespace {

/// The token of a sample is the address of its message.
MessageRef from_token(std::uint64_t token) {
  return MessageRef(reinterpret_cast<CountedMessage*>(token));
}

}  // namespace

[[gnu::hot]] void InboxMatch::release(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return;
  {
    const MessageRef message = from_token(token);
    if (message->ledger()) held_.fetch_sub(1, std::memory_order_relaxed);  // a figure
    message.end_take();
  }
  give_back();
}

/// Called when a sample ends.
[[gnu::hot]] void InboxMatch::give_back() noexcept {
  if (samples_.give_back()) const std::shared_ptr<InboxMatch> last = std::move(self_);
}

/// Called when the subscription releases the match, under the lock of the inbox. The match stays
/// until no sample is held.
void InboxMatch::let_go(std::shared_ptr<InboxMatch> self) noexcept {
  gone_ = true;
  self_ = std::move(self);
  if (samples_.close()) self_.reset();  // the caller holds the match, too
}

void* InboxMatch::take_over(std::uint64_t token) noexcept {
  if (fork_mark_.crossed()) return nullptr;
  MessageRef message = from_token(token);
  // The only holder stays the only one: no other thread can share the message.
  void* const given = message.is_only_holder() ? message->give_away() : nullptr;
  if (given == nullptr) {
    inbox->count_copied();
    (void)message.release();  // the sample still holds the message
    return nullptr;
  }
  if (message->ledger()) held_.fetch_sub(1, std::memory_order_relaxed);
  message.end_take();
  message = {};
  give_back();
  return given;
}

}  // namespace baton::transport
