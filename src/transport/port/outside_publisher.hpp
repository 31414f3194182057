// SPDX-License-Identifier: Apache-2.0
// What in-process delivery asks of the publishers of the transport that it is added to: readers of
// this process may go on using the memory of a message.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "shm/layout.hpp"
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
  /// Like loan(), but waits no longer than `max_blocking`. A failure that did not wait is not
  /// counted.
  virtual base::Result<Loan> loan_within(std::size_t size_bytes,
                                         std::chrono::nanoseconds max_blocking) = 0;
  /// Called instead of publish() for a message that only readers in this process get. The message
  /// counts as published. The loan stays open, so that the message may grow in it, and ends in
  /// discard().
  virtual base::Result<KeptChunk> keep(std::uint64_t token, std::size_t size_bytes) = 0;
  /// Like publish(), but the message stays until release_kept(). It may lie in another chunk
  /// afterwards.
  virtual base::Result<KeptChunk> publish_and_keep(std::uint64_t token, std::size_t size_bytes,
                                                   std::chrono::nanoseconds max_blocking) = 0;
  virtual void release_kept(std::uint64_t token) noexcept = 0;
  /// Publishes a copy; the object stays the caller's.
  virtual base::Result<std::uint64_t> publish_copy(const OwnedObject& object,
                                                   std::chrono::nanoseconds max_blocking) = 0;
  /// Hands the message of a kept loan over to its reader, which ends it with `delete` instead of
  /// discard(). `self` is this publisher, which stays until then. nullptr: messages of this type
  /// cannot be deleted in a loan.
  virtual void* hand_over(std::uint64_t token, std::shared_ptr<OutsidePublisher> self) noexcept = 0;
  /// Where this publisher counts for observers what its segment does not show. Readers in this
  /// process add what is delivered to them alone.
  virtual std::shared_ptr<shm::PublisherFigures> figures() const = 0;
  /// Called when the user releases the publisher: matches end, and only kept messages stay.
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
