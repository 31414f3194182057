// SPDX-License-Identifier: Apache-2.0
// A match from the subscription's side: the publisher's segment, mapped, and the subscription's
// record.
//
// Owned by the subscription and, once that has released it, by the samples that are held. When the
// last sample is released, the publisher is told (BYE), and then the record is given back: until
// then its pins count.
// Thread safety: as RingReader; the flags belong to the subscription's mutex.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <baton/match_info.hpp>

#include "base/fork_guard.hpp"
#include "base/platform.hpp"
#include "base/sealed_memory.hpp"
#include "match/policies.hpp"
#include "shm/rec_segment.hpp"
#include "shm/ring_reader.hpp"
#include "transport/port/transport.hpp"
#include "transport/shared_memory/data/private_views.hpp"

namespace baton::transport {

/// What MatchInfo::reason says for both sides.
inline constexpr const char* other_layout_reason = "other memory layout: messages travel as CDR";

class alignas(base::cache_line_bytes) ShmReader : public SampleOwner {
 public:
  /// `on_gone` is called in the thread that releases this reader last, and gives the record back.
  ShmReader(base::PeerMemory memory, std::shared_ptr<shm::RecSegment> rec, std::uint32_t record,
            const shm::ReaderLimits& limits, MatchInfo info, std::function<void()> on_gone)
      : record_(record),
        ring_(pub(memory), memory.size_bytes(), rec->rec().record[record], limits,
              [this](std::size_t begin, std::size_t end) { return memory_.is_backed(begin, end); }),
        memory_(std::move(memory)),
        rec_(std::move(rec)),
        info_(std::move(info)),
        on_gone_(std::move(on_gone)) {}

  ~ShmReader() override {
    if (!fork_mark_.crossed()) on_gone_();
  }

  static const shm::Pub& pub(const base::PeerMemory& memory) {
    return *reinterpret_cast<const shm::Pub*>(memory.data());
  }

  [[gnu::hot]] void release(std::uint64_t token) noexcept override {
    if (fork_mark_.crossed()) return;
    if (ring_.release(static_cast<shm::ChunkIndex>(token))) [[unlikely]]
      end();
  }

  PrivateAnswer make_private(Sample& sample) noexcept override {
    if (!views_) return {false, "its subscription did not say that messages would be changed"};
    return views_->open(sample, *this);
  }
  /// Called before the subscription knows this reader. `type` is null for plain bytes.
  void allow_private(const msg::TypeSupport* type) {
    views_ = std::make_unique<PrivateViews>(memory_, type);
  }

  /// The subscription releases this reader (`self`) and takes nothing more. The reader stays until
  /// no sample is held. Called under the subscription's mutex.
  void let_go(std::shared_ptr<ShmReader> self) noexcept {
    self_ = std::move(self);
    if (!fork_mark_.crossed()) ring_.stop();  // a forked child does not have the record
    if (ring_.close()) end();
  }

  shm::RingReader& ring() { return ring_; }
  const shm::RingReader& ring() const { return ring_; }
  const MatchInfo& info() const { return info_; }
  void set_executor(std::uint32_t index) {
    // [head/armed]: the executor looks at the heads afterwards, behind its own full fence.
    rec_->rec().record[record_].executor.store(index, std::memory_order_seq_cst);
  }
  /// Called by the participant's thread: maps what the publisher has committed since the last time.
  void prefault(std::size_t end_bytes) {
    if (end_bytes > mapped_end_bytes_) {
      mapped_end_bytes_ = memory_.prefault(mapped_end_bytes_, end_bytes);
    }
  }

  /// When the publisher last asserted that it is alive. This is input.
  std::int64_t asserted_ns() const {
    return pub(memory_).asserted_ns.load(std::memory_order_relaxed);  // see Pub::asserted_ns
  }

  // What every message touches comes first, as in ShmSubscription.
  // Set before the subscription knows this reader.
  Gid gid{};                                       // the publisher's
  std::int64_t lifespan_ns = match::unlimited_ns;  // how many messages were older than that
  std::uint64_t expired = 0;                       // messages that were not
  // The publisher belongs to another user: messages are copied and then validated.
  bool cdr = false;
  bool from_other_user = false;  // messages are copied, then walked through
  // In which log of its process the publisher notes its publications; null: in none.
  std::shared_ptr<const shm::Log> log;
  std::uint16_t log_place = 0;
  // The publisher has left: deliver its messages, then release the reader.
  bool closing = false;

 private:
  void end() noexcept { const std::shared_ptr<ShmReader> last = std::move(self_); }

  const base::ForkMark fork_mark_;
  const std::uint32_t record_;
  shm::RingReader ring_;
  const base::PeerMemory memory_;
  std::unique_ptr<PrivateViews> views_;  // null: messages are read only
  std::size_t mapped_end_bytes_ = 0;
  const std::shared_ptr<shm::RecSegment> rec_;
  const MatchInfo info_;
  const std::function<void()> on_gone_;
  std::shared_ptr<ShmReader> self_;  // from let_go() to the last release()
};

}  // namespace baton::transport
