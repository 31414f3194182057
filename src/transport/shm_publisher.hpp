// SPDX-License-Identifier: Apache-2.0
// A publisher over shared memory: one segment, one ring, one mutex.
//
// Thread safety: any number of loaning and publishing threads; the participant's thread adds and
// removes matched readers under the same mutex, which is never held over a wait.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/fork_guard.hpp"
#include "base/light_lock.hpp"
#include "base/sealed_memory.hpp"
#include "shm/endpoint.hpp"
#include "shm/ring_writer.hpp"
#include "transport/cdr_twin.hpp"
#include "transport/loan_arenas.hpp"
#include "transport/transport.hpp"

namespace baton::transport {

class ShmPublisher : public PublisherPort {
 public:
  /// `on_growth(end_bytes)` is called when more of the segment is committed, with the mutex held.
  using OnGrowth = std::function<void(std::size_t end_bytes)>;

  static base::Result<std::shared_ptr<ShmPublisher>> open(const PublisherSpec& spec);
  ~ShmPublisher() override;

  base::Result<Loan> loan(std::size_t size_bytes) override;
  void discard(std::uint64_t token) noexcept override;
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override;
  std::size_t match_count() const override;
  std::vector<MatchInfo> matches() const override;
  PublisherCounters counters() const override;

  // ---- the participant's thread ----
  const shm::Endpoint& endpoint() const { return endpoint_; }
  const msg::TypeSupport* type() const { return type_; }
  void set_id(std::uint64_t id) { endpoint_.id = id; }
  void set_on_growth(OnGrowth on_growth) { on_growth_ = std::move(on_growth); }
  int segment_fd() const { return memory_.read_only_fd(); }
  std::size_t committed_end_bytes() const;
  bool keeps_all() const { return endpoint_.policy.keep_all && endpoint_.policy.reliable; }
  /// Returns the sequence behind which the reader starts.
  std::uint64_t add_reader(shm::MatchedReader reader, MatchInfo info);
  /// For a subscription with another memory layout: it reads CDR in a segment of its own.
  base::Result<std::uint64_t> add_cdr_reader(shm::MatchedReader reader, MatchInfo info);
  /// Of the messages as CDR; there is one while somebody reads it.
  int cdr_segment_fd() const { return cdr_twin_->segment_fd(); }
  void remove_reader(std::uint64_t reader_id);
  void count_rejected();
  /// The participant has left: publishing fails from now on.
  void close();
  void on_destroy(std::function<void()> callback) { on_destroy_ = std::move(callback); }

 private:
  struct Match {
    std::uint64_t reader_id;
    MatchInfo info;
  };

  ShmPublisher(const PublisherSpec& spec, base::OwnMemory memory);
  base::Error made_before_fork() const;
  base::Error shut_down() const;
  base::Status commit(std::size_t offset_bytes, std::size_t size_bytes);
  base::Result<std::uint64_t> publish_compacted(std::uint64_t token);

  const base::ForkMark fork_mark_;
  shm::Endpoint endpoint_;
  const std::int64_t max_blocking_ns_;
  const msg::TypeSupport* const type_;
  const shm::PoolLimits pool_limits_;
  base::OwnMemory memory_;
  std::unique_ptr<LoanArenas> arenas_;  // of a type with strings or sequences
  OnGrowth on_growth_;
  std::function<void()> on_destroy_;
  mutable base::LightLock mutex_;  // covers what follows
  bool closed_ = false;
  shm::RingWriter writer_;
  std::unique_ptr<CdrTwin> cdr_twin_;
  std::vector<Match> matches_;
  PublisherCounters counters_;
};

}  // namespace baton::transport
