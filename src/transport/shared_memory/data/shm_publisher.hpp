// SPDX-License-Identifier: Apache-2.0
// A publisher over shared memory: one segment, one ring, one mutex. The segment is opened by the
// first loan or the first match: an unused publisher has no memory and no descriptor.
//
// Thread safety: any number of loaning and publishing threads; the participant's thread adds and
// removes matched readers under the same mutex, which is never held over a wait.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/fork_guard.hpp"
#include "base/light_lock.hpp"
#include "match/endpoint_facts.hpp"
#include "shm/log_segment.hpp"
#include "shm/registry.hpp"
#include "transport/port/outside_publisher.hpp"
#include "transport/port/transport.hpp"
#include "transport/shared_memory/data/cdr_twin.hpp"
#include "transport/shared_memory/data/handed_over_loans.hpp"
#include "transport/shared_memory/data/publisher_segment.hpp"

namespace baton::transport {

class ShmPublisher final : public OutsidePublisher, public LoanOwner {
 public:
  /// `on_growth(end_bytes)` is called when more of the segment is committed, with the mutex held.
  using OnGrowth = std::function<void(std::size_t end_bytes)>;

  /// The publisher stays until all loans are given back.
  static std::shared_ptr<ShmPublisher> make(const PublisherSpec& spec) {
    return {new ShmPublisher(spec), [](ShmPublisher* port) { port->let_go(); }};
  }

  base::Result<Loan> loan(std::size_t size_bytes) override;
  LoanOwner& loan_owner() noexcept override { return *this; }
  void discard(std::uint64_t token) noexcept override;
  const std::byte* memory_of(std::uint64_t token) const noexcept override;
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override;
  base::Result<std::uint64_t> publish_object(const OwnedObject& object) override;
  void assert_liveliness() noexcept override;
  std::size_t match_count() const override {
    return match_count_.load(std::memory_order_relaxed);  // a figure; nothing is ordered by it
  }
  std::vector<MatchInfo> matches() const override;
  PublisherCounters counters() const override;
  Gid gid() const override { return gid_; }

  base::Result<Loan> loan_within(std::size_t size_bytes,
                                 std::chrono::nanoseconds max_blocking) override;
  base::Result<KeptChunk> keep(std::uint64_t token, std::size_t size_bytes) override;
  base::Result<KeptChunk> publish_and_keep(std::uint64_t token, std::size_t size_bytes,
                                           std::chrono::nanoseconds max_blocking) override;
  void release_kept(std::uint64_t token) noexcept override;
  base::Result<std::uint64_t> publish_copy(const OwnedObject& object,
                                           std::chrono::nanoseconds max_blocking) override;
  void* hand_over(std::uint64_t token, std::shared_ptr<OutsidePublisher> self) noexcept override;
  std::shared_ptr<shm::PublisherFigures> figures() const override { return figures_; }
  void show_unheard(std::uint64_t count) noexcept override {
    // Relaxed: of two threads the one behind may show less, until the next message.
    figures_->unheard.store(count, std::memory_order_relaxed);
  }
  void leave() noexcept override;

  /// Makes the segment if there is none yet.
  base::Status open_segment();

  // ---- the participant's thread ----
  const match::EndpointFacts& endpoint() const { return endpoint_; }
  const msg::TypeSupport* type() const { return type_; }
  bool in_process() const { return in_process_; }
  const EndpointCallback& on_event() const { return on_event_; }
  bool watches_liveliness() const { return watches_liveliness_; }
  /// endpoint() as a line of the registry file. The id has to be set.
  const std::string& registry_line() {
    if (registry_line_.empty()) registry_line_ = shm::publisher_line(endpoint_);
    return registry_line_;
  }
  /// When the publisher last asserted that it is alive. Only for liveliness manual by topic.
  std::int64_t asserted_ns() const { return asserted_ns_.load(std::memory_order_relaxed); }
  void set_id(std::uint64_t id) { endpoint_.id = id; }
  /// Before the publisher is shared.
  void set_gid(const Gid& gid) { gid_ = gid; }
  /// Before the publisher is shared.
  void set_segment_name(std::string name) { segment_name_ = std::move(name); }
  /// Before the publisher is shared.
  void set_figures(std::shared_ptr<shm::PublisherFigures> figures) {
    figures_ = std::move(figures);
  }
  /// Before the publisher is shared. Without one, publications are noted nowhere.
  void set_log(std::shared_ptr<shm::LogSegment> log) { log_ = std::move(log); }
  /// Where its publications are noted; null: nowhere. The segment has to be open.
  const shm::LogPlace* log_place() const {
    return log_place_ && *log_place_ ? &*log_place_ : nullptr;
  }
  void set_on_growth(OnGrowth on_growth) { on_growth_ = std::move(on_growth); }
  /// The segment has to be open.
  int segment_fd() const { return segment_->memory.read_only_fd(); }
  std::size_t committed_end_bytes() const;
  bool keeps_all() const { return endpoint_.policies.keep_all && endpoint_.policies.reliable; }
  /// Returns the sequence behind which the reader starts. The segment has to be open.
  std::uint64_t add_reader(shm::MatchedReader reader, MatchInfo info);
  /// For a subscription with another memory layout, which reads CDR in a segment of its own.
  base::Result<std::uint64_t> add_cdr_reader(shm::MatchedReader reader, MatchInfo info);
  /// The segment with the messages as CDR. Exists while a subscription reads it.
  int cdr_segment_fd() const { return cdr_twin_->segment_fd(); }
  /// `reader_ids` rise. Publications wait meanwhile, so remove only a few at once.
  void remove_readers(std::span<const std::uint64_t> reader_ids);
  void remove_reader(std::uint64_t reader_id) { remove_readers({&reader_id, 1}); }
  /// Ends the matches, but the processes live: their pins stay until remove_readers().
  void orphan_readers(std::span<const std::uint64_t> reader_ids);
  std::uint64_t published() const;
  /// Rings readers again that sleep although messages are unread; returns how many these were.
  std::size_t wake_those_behind();
  void count_rejected();
  /// The participant has left: publishing fails from now on.
  void close();
  void on_destroy(std::function<void()> callback) { on_destroy_ = std::move(callback); }

 private:
  explicit ShmPublisher(const PublisherSpec& spec);
  void let_go() noexcept;
  bool has_loans() const { return segment_ && segment_->writer.pool().loaned_chunks() != 0; }

  /// A loan that this publisher makes for itself. Given back unless it is published.
  struct OwnLoan {
    ~OwnLoan() {
      if (!published) publisher.discard(token);
    }
    ShmPublisher& publisher;
    const std::uint64_t token;
    bool published = false;
  };

  struct Match {
    std::uint64_t reader_id;
    MatchInfo info;
  };

  bool is_open() const {
    return open_.load(std::memory_order_acquire);  // [segment/open] loaning
  }
  std::optional<std::uint64_t> publish_unread(std::size_t size_bytes);
  void assert_liveliness_locked() noexcept;
  base::Status commit(std::size_t offset_bytes, std::size_t size_bytes);
  bool loan_at_once(std::size_t size_bytes, Loan& loan);
  Loan begin_loan(shm::ChunkIndex chunk);
  bool publish_at_once(std::uint64_t token, std::size_t size_bytes, std::uint64_t& sequence);
  std::uint64_t publish_locked(std::uint64_t token, std::size_t size_bytes, std::int64_t now_ns,
                               KeptChunk* kept);
  struct How {
    std::int64_t max_blocking_ns;
    KeptChunk* kept;  // not null: the message is kept
  };
  base::Result<std::uint64_t> publish_within(std::uint64_t token, std::size_t size_bytes,
                                             const How& how);
  base::Result<std::uint64_t> publish_compacted(std::uint64_t token, const How& how);
  void forget_matches(std::span<const std::uint64_t> reader_ids);
  void discard_at(const void* message) noexcept;

  const base::ForkMark fork_mark_;
  match::EndpointFacts endpoint_;
  std::string registry_line_;
  Gid gid_{};
  std::string segment_name_ = "baton-pub";
  std::shared_ptr<shm::PublisherFigures> figures_ = std::make_shared<shm::PublisherFigures>();
  std::shared_ptr<shm::LogSegment> log_;
  const std::int64_t max_blocking_ns_;
  const msg::TypeSupport* const type_;
  const shm::PoolLimits pool_limits_;
  const bool in_process_;
  const bool watches_liveliness_;
  const EndpointCallback on_event_;
  OnGrowth on_growth_;
  std::function<void()> on_destroy_;
  // Only one thread opens the segment; taken before mutex_.
  std::mutex open_mutex_;
  std::optional<shm::LogPlace> log_place_;   // constant once open_ says so
  std::optional<PublisherSegment> segment_;  // constant once open_ says so
  std::atomic<bool> open_{false};            // rises once, behind the segment
  // Written under the mutex, read without it.
  std::atomic<std::size_t> match_count_{0};
  std::atomic<std::int64_t> asserted_ns_{0};
  mutable base::LightLock mutex_;  // covers what follows
  bool closed_ = false;
  bool let_go_ = false;          // keeps this object until its last loan is given back
  std::uint64_t next_sequence_;  // used while there is no segment
  std::unique_ptr<CdrTwin> cdr_twin_;
  std::vector<Match> matches_;
  HandedOverLoans handed_over_;
  PublisherCounters counters_;
};

}  // namespace baton::transport
