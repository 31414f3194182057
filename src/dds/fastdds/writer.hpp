// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "dds/fastdds/acquaintances.hpp"
#include "dds/fastdds/api.hpp"
#include "dds/fastdds/chosen_readers.hpp"
#include "dds/fastdds/matches.hpp"
#include "dds/fastdds/pairings.hpp"
#include "dds/fastdds/queued_samples.hpp"
#include "dds/wire.hpp"

namespace baton::dds::fastdds {

class Writer final : public WireWriter, private api::DataWriterListener {
 public:
  Writer(api::DomainParticipant& participant, Pairings& pairings,
         std::shared_ptr<Acquaintances> acquaintances, WireWriterListener& listener,
         const WireEndpoint& endpoint)
      : participant_(participant),
        pairings_(pairings),
        acquaintances_(std::move(acquaintances)),
        listener_(listener),
        policies_(endpoint.policies),
        max_blocking_ns_(endpoint.max_blocking_ns),
        matches_([this](const api::GUID_t& reader, bool matched) { on_match(reader, matched); }) {}
  ~Writer() override;

  /// Called before open().
  void choose_readers(TopicReaders& readers) { chosen_.emplace(readers, listener_); }
  bool open(std::shared_ptr<api::Topic> topic, const WireEndpoint& endpoint,
            std::int64_t heartbeat_period_ns);

  Guid guid() const noexcept override { return guid_; }
  WriteResult write(const Outgoing& message, SampleFacts& facts) noexcept override;
  void assert_liveliness() noexcept override;
  bool all_acknowledged() const noexcept override;
  bool choose_again() noexcept override;
  bool is_known_to(const Guid& reader, bool is_reliable) noexcept override;

 private:
  void on_match(const api::GUID_t& reader, bool matched);
  void on_liveliness_lost(api::DataWriter*, const api::LivelinessLostStatus&) override;
  bool wait_for_room();

  api::DomainParticipant& participant_;
  Pairings& pairings_;
  const std::shared_ptr<Acquaintances> acquaintances_;  // null: it is not known what peers know
  WireWriterListener& listener_;
  const match::Policies policies_;
  const std::int64_t max_blocking_ns_;
  Guid guid_{};  // set when open() begins
  std::shared_ptr<api::Topic> topic_;
  // One for each writer, because a partition belongs to a publisher.
  api::Publisher* publisher_ = nullptr;
  std::optional<ChosenReaders> chosen_;  // empty: DDS chooses
  WriterMatches matches_;
  QueuedSamples queued_;
  api::DataWriter* writer_ = nullptr;
  std::atomic<bool> has_written_{false};  // a write() has begun
  std::mutex retained_mutex_;             // covers what follows
  std::uint32_t unacknowledged_ = 0;      // an upper bound; for a writer that retains and keeps all
};

}  // namespace baton::dds::fastdds
