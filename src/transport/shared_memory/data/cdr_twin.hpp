// SPDX-License-Identifier: Apache-2.0
// A publisher's messages once more, as CDR, for subscriptions that lay out the same type
// differently: a segment and a ring of its own, with the same sequences and timestamps.
//
// Owns: that segment. It exists while a subscription reads it.
// Thread safety: the publisher's mutex, except for open().
// If the process dies between the two publications, such a subscription misses the last message.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <baton/counters.hpp>
#include <baton/msg/type_support.hpp>

#include "base/sealed_memory.hpp"
#include "shm/ring_writer.hpp"

namespace baton::transport {

class CdrTwin {
 public:
  static base::Result<std::unique_ptr<CdrTwin>> open(const msg::TypeSupport& type,
                                                     const shm::PoolLimits& asked);

  /// Takes over the sequence of `original` and the messages that it retains for late joiners.
  /// Called before all below.
  void begin(const shm::Retention& retention, const shm::RingWriter& original);

  /// Encodes a message before the original is published. Returns a reader that the publisher has to
  /// wait for first; nullptr: none. Without memory for the copy the original is published all the
  /// same, and the readers of this twin lose the message.
  const shm::MatchedReader* prepare(const std::byte* message);
  /// Publishes the message that prepare() has encoded.
  void publish(const std::byte* message, std::int64_t source_timestamp_ns);

  std::uint64_t add_reader(shm::MatchedReader reader) {
    return writer_->add_reader(std::move(reader));
  }
  void assert_liveliness(std::int64_t now_ns) noexcept;
  /// False when no reader is left.
  bool remove_readers(std::span<const std::uint64_t> ids);
  /// Like RingWriter::orphan_readers(); false when no reader is left.
  bool orphan_readers(std::span<const std::uint64_t> ids);
  bool drop_dead_readers() { return writer_->drop_dead_readers(); }
  std::size_t wake_those_behind() { return writer_->wake_those_behind(); }
  void add_to(PublisherCounters& counters) const;
  int segment_fd() const { return memory_.read_only_fd(); }

 private:
  CdrTwin(const msg::TypeSupport& type, const shm::PoolLimits& limits, base::OwnMemory memory)
      : type_(type), limits_(limits), memory_(std::move(memory)) {}

  const msg::TypeSupport& type_;
  const shm::PoolLimits limits_;
  base::OwnMemory memory_;
  std::optional<shm::RingWriter> writer_;
  std::optional<shm::ChunkIndex> chunk_;  // the chunk with the encoded message
  std::size_t size_bytes_ = 0;            // the size of the encoded message
  std::uint64_t unencoded_ = 0;
};

}  // namespace baton::transport
