// SPDX-License-Identifier: Apache-2.0
// A subscription whose messages come over DDS.
//
// A message is decoded when it comes, by the thread that received it, and waits in a queue of its
// publisher. A subscription that keeps all leaves what its queues have no room for with DDS, which
// holds the publisher back; take() lets DDS go on.
// Thread safety: all of it. One thread of the wire at a time delivers; other threads tell of
// matches. The mutex is never held over a call of the wire.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>

#include "base/fork_guard.hpp"
#include "dds/awaited_matches.hpp"
#include "dds/dds_host.hpp"
#include "dds/received_message.hpp"
#include "dds/service_exchange.hpp"
#include "transport/inbox/inbox.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

struct AwaitedWriter {
  std::int64_t since_ns = 0;       // CLOCK_REALTIME
  std::optional<bool> is_alive{};  // as DDS has reported it
};

class DdsSubscription final : public transport::SubscriptionPort,
                              public LocalEndpoint,
                              public std::enable_shared_from_this<DdsSubscription>,
                              private WireReaderListener {
 public:
  DdsSubscription(const transport::SubscriptionSpec& spec, DdsHost host);
  ~DdsSubscription() override;

  base::Status open(const WireEndpoint& endpoint);

  bool take(transport::Sample& sample) override;
  void attach(std::shared_ptr<transport::WaitSet> wait_set, std::weak_ptr<void> who) override;
  bool attach_instead_of(const transport::WaitSet* former,
                         std::shared_ptr<transport::WaitSet> wait_set,
                         std::weak_ptr<void> who) override;
  bool is_ready() const noexcept override { return !fork_mark_.crossed() && inbox_->is_ready(); }
  std::size_t match_count() const override { return inbox_->match_count(); }
  std::vector<MatchInfo> matches() const override { return inbox_->matches(); }
  SubscriptionCounters counters() const override;
  transport::Arrivals arrivals() const override { return inbox_->arrivals(); }

  void on_refused(const match::Verdict& verdict, const std::string& who) override;
  void leave() override;
  void pause() override;
  base::Status rejoin(std::shared_ptr<Wire> wire) override;

 private:
  /// A matched writer.
  struct Source {
    std::shared_ptr<transport::InboxMatch> match;
    std::int64_t lifespan_ns = match::unlimited_ns;
    std::int64_t since_ns = 0;  // CLOCK_REALTIME when the match began
    bool has_history = false;   // of messages from before the match
    std::uint64_t last_sequence = 0;
    bool alive = true;
    // DDS has reported that the writer is alive, and reports when it is not.
    bool is_watched = false;
  };

  base::Status join();
  void on_writer(const Guid& guid, bool matched) noexcept override;
  void on_liveliness(const Guid& writer, bool alive) noexcept override;
  bool on_room(const Guid& writer) noexcept override;
  void on_bytes(std::span<const std::byte> bytes) noexcept override;
  void on_sample(const SampleFacts& facts) noexcept override;

  void begin(const Guid& guid);
  void count_known();
  void look_later(std::int64_t pause_ns);
  void end(const Guid& guid);
  std::shared_ptr<transport::InboxMatch> match_of(const Guid& writer);
  std::shared_ptr<transport::InboxMatch> admit(const SampleFacts& facts,
                                               transport::CountedMessage* message);
  bool address(const SampleFacts& facts, transport::CountedMessage& envelope);
  void drop(const SampleFacts& facts, ReceivedMessage::Form form);
  void tell(const EndpointEvent& event);
  void tell_liveliness(bool alive);
  void tell_end(const Source& ended);
  void expect_assertion(const Guid& writer);
  void revive(const Guid& writer, Source& source);
  void miss_assertion(const Guid& writer);
  bool watches_liveliness() const { return self.policies.lease_ns != match::unlimited_ns; }

  const base::ForkMark fork_mark_;
  DdsHost host_;
  const std::shared_ptr<transport::Backpressure> backpressure_ =
      std::make_shared<transport::Backpressure>();
  const std::shared_ptr<transport::Inbox> inbox_;
  const EnvelopeType envelope_;
  const std::shared_ptr<ServiceExchange> exchange_;  // null for a topic
  // Only the thread that delivers uses these, down to form_.
  bool is_wanted_ = false;  // the sample comes from a matched writer
  transport::MessageRef arriving_;
  ReceivedMessage::Form form_{};
  std::atomic<bool> is_held_back_{false};  // DDS has more samples, for which there was no room

  mutable std::mutex mutex_;  // covers what follows, down to the empty line
  std::map<Guid, Source> sources_;
  AwaitedMatches<AwaitedWriter> awaited_;  // matches that do not count yet; none has sent anything
  std::set<Guid> ended_;                   // writers that have ended, of which data may still come
  std::uint64_t undecodable_ = 0;

  WireEndpoint endpoint_;
  // Shared: the reader is used; exclusive: it is replaced or ended.
  mutable std::shared_mutex gate_;
  std::unique_ptr<WireReader> reader_;
};

}  // namespace baton::dds
