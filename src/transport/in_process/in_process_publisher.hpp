// SPDX-License-Identifier: Apache-2.0
// A publisher whose messages reach subscriptions of its own process by pointer.
//
// Either a port by itself, with loans from the heap, or one half of a combined publisher, which
// hands over messages that lie elsewhere.
// Thread safety: any number of publishing threads; matches are made under the same lock. The lock
// is held while readers get a message, so that each reader sees the messages in order.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/fork_guard.hpp"
#include "base/light_lock.hpp"
#include "match/endpoint_facts.hpp"
#include "shm/layout.hpp"
#include "transport/in_process/in_process_host.hpp"
#include "transport/in_process/in_process_lease.hpp"
#include "transport/inbox/heap_pool.hpp"
#include "transport/inbox/inbox.hpp"
#include "transport/inbox/message_queue.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class InProcessHub;

class InProcessPublisher : public PublisherPort {
 public:
  using Deadline = Backpressure::Clock::time_point;

  InProcessPublisher(const PublisherSpec& spec, InProcessHost host,
                     std::shared_ptr<InProcessHub> hub);
  ~InProcessPublisher() override;

  base::Result<Loan> loan(std::size_t size_bytes) override;
  LoanOwner& loan_owner() noexcept override { return *pool_.loans(); }
  const std::byte* memory_of(std::uint64_t token) const noexcept override;
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override;
  base::Result<std::uint64_t> publish_object(const OwnedObject& object) override;
  bool has_reader_of(const AdaptedType& type) const override;
  base::Result<std::uint64_t> publish_adapted(const AdaptedObject& object) override;
  void assert_liveliness() noexcept override;
  /// Readers of other processes alone get a message, which shows that the publisher is alive, too.
  void on_published_elsewhere() noexcept {
    if (lease_) assert_liveliness();
  }
  bool all_taken() const override;
  std::size_t least_room_inside() const override;
  Gid gid() const override { return gid_; }
  std::size_t match_count() const override;
  std::vector<MatchInfo> matches() const override;
  PublisherCounters counters() const override;

  // ---- whose messages these are ----

  bool has_readers() const noexcept {
    // Relaxed: a match that begins just now may miss this message.
    return reader_count_.load(std::memory_order_relaxed) != 0;
  }
  bool is_open_here() const noexcept { return !fork_mark_.crossed(); }
  bool retains() const { return endpoint_.policies.transient_local; }
  Deadline deadline() const { return Backpressure::Clock::now() + max_blocking_; }
  /// Waits until no keep-all reader is full. ETIMEDOUT after the deadline, which is counted.
  base::Status wait_for_room(const std::optional<Deadline>& deadline = {});
  /// Hands the message to all readers and returns its sequence. `counts`: this publisher counts the
  /// message, because no other half does. Never blocks; a publisher that was shut down drops the
  /// message.
  std::uint64_t deliver(MessageRef message, bool counts);
  /// Whether a message is needed besides objects of that type: for another reader, or a late one.
  bool wants_message_besides(const AdaptedType& type) const;
  /// Like deliver(): readers of the object's type get the object, the others the message.
  std::uint64_t deliver_adapted(const AdaptedObject& object, OwnedMessage message, bool counts);
  /// Loans as `try_loan` does. If that fails, gives up unread messages of readers here and tries
  /// again. Readers that keep all give up nothing: waits for them.
  base::Result<Loan> loan_with(const std::function<base::Result<Loan>()>& try_loan);
  /// The readers here that hold messages in this publisher's memory, as "name (pid 1): n".
  std::string holders_text() const;
  std::shared_ptr<LoanLedger> ledger() const { return pool_.loans(); }

  // ---- for the matching ----

  const InProcessHost& host() const { return host_; }
  const match::EndpointFacts& endpoint() const { return endpoint_; }
  const msg::TypeSupport* type() const { return type_; }
  const QoS& qos() const { return qos_; }
  const std::shared_ptr<Backpressure>& backpressure() const { return backpressure_; }
  bool keeps_all() const { return endpoint_.policies.keep_all && endpoint_.policies.reliable; }
  bool alive() const { return !lease_ || lease_->alive(); }
  void set_id(std::uint64_t id) { endpoint_.id = id; }
  /// Before the publisher is shared.
  void set_gid(const Gid& gid) { gid_ = gid; }
  /// Gives the match what is retained, at most `depth` messages, if the match wants history.
  void add_reader(std::shared_ptr<InboxMatch> match, std::size_t depth, bool wants_history);
  /// Returns the match that ended; nullptr if there was none.
  std::shared_ptr<InboxMatch> remove_reader(const Inbox& inbox);
  bool has_reader(const Inbox& inbox) const;
  bool told_alive = true;  // what the readers know; the hub's mutex covers it
  void count_rejected();
  void close();
  /// Before the publisher is shared: where it counts what only readers here get.
  void set_figures(std::shared_ptr<shm::PublisherFigures> figures) {
    figures_ = std::move(figures);
  }
  const std::shared_ptr<SerialCallback<EndpointEvent>> events;

 private:
  const InboxMatch* full_reader() const;
  void count(std::size_t size_bytes);
  void stamp(CountedMessage& message, std::int64_t now_ns) const;
  enum class LoanRoom { made, wait, none };
  LoanRoom make_room();
  void retain(const MessageRef& message, DroppedMessages& dropped);
  void on_liveliness(bool alive);

  const base::ForkMark fork_mark_;
  const InProcessHost host_;
  const std::shared_ptr<InProcessHub> hub_;
  match::EndpointFacts endpoint_;
  Gid gid_{};
  const QoS qos_;
  const msg::TypeSupport* const type_;
  const std::chrono::nanoseconds max_blocking_;
  HeapPool pool_;
  std::shared_ptr<shm::PublisherFigures> figures_ = std::make_shared<shm::PublisherFigures>();
  const std::shared_ptr<Backpressure> backpressure_ = std::make_shared<Backpressure>();
  std::atomic<std::size_t> reader_count_{0};  // the number of readers_, for has_readers()
  mutable base::LightLock lock_;              // covers what follows, except the lease
  bool closed_ = false;
  std::vector<std::shared_ptr<InboxMatch>> readers_;
  MessageQueue history_;
  std::uint64_t sequence_;
  PublisherCounters counters_;
  // Only of a publisher that must assert its liveliness; last member: it calls back.
  std::unique_ptr<InProcessLease> lease_;
};

}  // namespace baton::transport
