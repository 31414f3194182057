// SPDX-License-Identifier: Apache-2.0
// The unread messages of one publisher for one subscription, oldest first.
//
// Thread safety: none. The queue never gives memory back, so that steady traffic allocates nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/assert.hpp"
#include "transport/inbox/counted_message.hpp"

namespace baton::transport {

class MessageQueue {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  void push(MessageRef message) {
    if (size_ == ring_.size()) grow();
    ring_[at(size_++)] = std::move(message);
  }
  MessageRef pop() {
    BATON_ASSERT(size_ > 0);
    MessageRef message = std::move(ring_[first_]);
    first_ = at(1);
    --size_;
    return message;
  }
  const MessageRef& operator[](std::size_t index) const { return ring_[at(index)]; }
  const MessageRef& front() const { return ring_[first_]; }

 private:
  std::size_t at(std::size_t index) const { return (first_ + index) % ring_.size(); }
  void grow() {
    std::vector<MessageRef> larger(std::max<std::size_t>(8, 2 * ring_.size()));
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(ring_[at(i)]);
    ring_ = std::move(larger);
    first_ = 0;
  }

  std::vector<MessageRef> ring_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace baton::transport
