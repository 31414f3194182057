// SPDX-License-Identifier: Apache-2.0
// What combining in-process delivery with another transport asks of that one's publishers: to let
// readers of this process go on using the memory of a message.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "transport/port/transport.hpp"

namespace baton::transport {

/// A message in the publisher's memory that stays as it is until it is released.
struct KeptChunk {
  const std::byte* data = nullptr;
  std::size_t size_bytes = 0;
  std::uint64_t token = 0;
};

/// match_count() is cheap here.
class OutsidePublisher : public PublisherPort {
 public:
  /// loan() that waits no longer than this. Without waiting a failure is not counted.
  virtual base::Result<Loan> loan_within(std::size_t size_bytes,
                                         std::chrono::nanoseconds max_blocking) = 0;
  /// Instead of publish(): only readers in this process get it. Counts as published. The loan stays
  /// open, so that the message may grow in it, and ends in discard().
  virtual base::Result<KeptChunk> keep(std::uint64_t token, std::size_t size_bytes) = 0;
  /// publish(), and the message, which may lie in another chunk then, stays until release_kept().
  virtual base::Result<KeptChunk> publish_and_keep(std::uint64_t token, std::size_t size_bytes,
                                                   std::chrono::nanoseconds max_blocking) = 0;
  virtual void release_kept(std::uint64_t token) noexcept = 0;
  /// Publishes a copy; the object stays the caller's.
  virtual base::Result<std::uint64_t> publish_copy(const OwnedObject& object,
                                                   std::chrono::nanoseconds max_blocking) = 0;
  /// Of a loan after keep(): the message becomes its reader's, which ends it with `delete` instead
  /// of discard(). `self` is this publisher, which stays until then. nullptr: of this type no
  /// message in a loan can be deleted.
  virtual void* hand_over(std::uint64_t token, std::shared_ptr<OutsidePublisher> self) noexcept = 0;
  /// Its user releases it: matches end, only what is kept is still there.
  virtual void leave() noexcept = 0;
};

/// A transport that in-process delivery can be added to.
class OutsideTransport : public Transport {
 public:
  virtual base::Result<std::shared_ptr<OutsidePublisher>> open_outside_publisher(
      const PublisherSpec& spec) = 0;

  base::Result<std::shared_ptr<PublisherPort>> open_publisher(const PublisherSpec& spec) override {
    auto opened = open_outside_publisher(spec);
    if (!opened) return std::move(opened).error();
    return std::shared_ptr<PublisherPort>(std::move(*opened));
  }
};

}  // namespace baton::transport
