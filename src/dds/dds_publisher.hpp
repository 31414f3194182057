// SPDX-License-Identifier: Apache-2.0
// A publisher whose messages go over DDS.
//
// Loans lie on the heap and are encoded when they are published.
// Thread safety: any number of publishing threads; the wire orders what they write. Threads of the
// wire tell of matches under `mutex_`, which is never held over a call of the wire. The endpoint of
// a service writes the message without its envelope; the identity of the request travels beside it.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "base/fork_guard.hpp"
#include "dds/awaited_matches.hpp"
#include "dds/dds_host.hpp"
#include "dds/held_responses.hpp"
#include "dds/service_exchange.hpp"
#include "transport/inbox/heap_pool.hpp"
#include "transport/inbox/serial_callback.hpp"
#include "transport/port/audience.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

struct AwaitedReader {
  bool is_reliable = false;
};

class DdsPublisher final : public transport::PublisherPort,
                           public transport::EarlyAudience,
                           public LocalEndpoint,
                           public std::enable_shared_from_this<DdsPublisher>,
                           private WireWriterListener {
 public:
  DdsPublisher(const transport::PublisherSpec& spec, DdsHost host);
  ~DdsPublisher() override;

  base::Status open(const WireEndpoint& endpoint);

  base::Result<transport::Loan> loan(std::size_t size_bytes) override;
  transport::LoanOwner& loan_owner() noexcept override { return *pool_.loans(); }
  const std::byte* memory_of(std::uint64_t token) const noexcept override;
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override;
  base::Result<std::uint64_t> publish_object(const transport::OwnedObject& object) override;
  std::optional<base::Result<std::uint64_t>> publish_from(const void* message,
                                                          std::size_t size_bytes) override {
    return publish_copy(message, size_bytes);
  }
  void assert_liveliness() noexcept override;
  bool all_taken() const override;
  transport::Gid gid() const override;
  std::size_t match_count() const override;
  // Relaxed: a match that begins just now may miss this message.
  bool has_early_audience() const override {
    return audience_.load(std::memory_order_relaxed) != 0;
  }
  std::vector<MatchInfo> matches() const override;
  PublisherCounters counters() const override;

  /// Whether a subscription would read a message now or, if it is retained, later.
  bool is_wanted() const noexcept { return self.policies.transient_local || has_early_audience(); }
  /// Publishes a message without taking it over.
  base::Result<std::uint64_t> publish_copy(const void* message, std::size_t bytes_of_plain);

  void on_refused(const match::Verdict& verdict, const std::string& who) override;
  void leave() override;
  void pause() override;
  base::Status rejoin(std::shared_ptr<Wire> wire) override;

 private:
  base::Status join();
  void end_matches();
  bool can_publish() const;
  base::Error why_not() const;
  bool is_alone() const;
  void retain(const Outgoing& outgoing);
  void on_reader(const Guid& guid, bool matched) noexcept override;
  void on_own_liveliness_lost() noexcept override;

  void count_known();
  void look_later(std::int64_t pause_ns);
  void assert_soon();
  base::Error timed_out();
  base::Result<std::uint64_t> write(const Outgoing& outgoing, SampleFacts& facts,
                                    std::size_t counted_bytes);
  base::Result<std::uint64_t> ask(const Outgoing& request, const RequestIdentity& identity);
  base::Result<std::uint64_t> answer(const Outgoing& response, const RequestIdentity& identity);
  bool is_reached(const Guid& client) const;
  bool has_reader_of(const Guid& client) const;
  /// False: the reader of that client has come meanwhile.
  bool hold(const SampleIdentity& request, std::vector<std::byte> bytes);
  void send_held(const Guid& reader);
  void drop_late();

  const base::ForkMark fork_mark_;
  DdsHost host_;
  transport::HeapPool pool_;
  const std::shared_ptr<transport::SerialCallback<EndpointEvent>> events_;
  const EnvelopeType envelope_;
  const std::shared_ptr<ServiceExchange> exchange_;  // null for a topic

  mutable std::mutex mutex_;  // covers what follows, down to the empty line
  std::map<Guid, MatchInfo> matches_;
  AwaitedMatches<AwaitedReader> awaited_;  // those of matches_ that do not count yet
  std::atomic<std::size_t> audience_{0};   // the number of matches_, for has_early_audience()
  PublisherCounters counters_;
  HeldResponses held_;
  // For the next writer, while this host is on no network.
  std::deque<std::vector<std::byte>> retained_;

  std::mutex asking_mutex_;  // a client sends one request at a time; covers what follows
  std::uint64_t last_request_ = 0;

  WireEndpoint endpoint_;
  // Shared: the writer is used; exclusive: it is replaced or ended.
  mutable std::shared_mutex gate_;
  std::unique_ptr<WireWriter> writer_;
};

}  // namespace baton::dds
