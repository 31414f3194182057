// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "dds/fastdds/acquaintances.hpp"
#include "dds/fastdds/api.hpp"
#include "dds/fastdds/matches.hpp"
#include "dds/fastdds/pairings.hpp"
#include "dds/fastdds/safe_gaps.hpp"
#include "dds/wire.hpp"

namespace baton::dds::fastdds {

class Reader final : public WireReader, private api::DataReaderListener {
 public:
  Reader(api::DomainParticipant& participant, Pairings& pairings,
         std::shared_ptr<Acquaintances> acquaintances, std::shared_ptr<SafeGaps> gaps,
         WireReaderListener& listener)
      : participant_(participant),
        pairings_(pairings),
        acquaintances_(std::move(acquaintances)),
        gaps_(std::move(gaps)),
        listener_(listener),
        matches_([this](const api::GUID_t& writer, bool matched) { on_match(writer, matched); }) {}
  ~Reader() override;

  bool open(std::shared_ptr<api::Topic> topic, const WireEndpoint& endpoint);

  Guid guid() const noexcept override { return guid_; }
  void drain() noexcept override;
  bool is_known_to(const Guid& writer) noexcept override;

 private:
  void on_data_available(api::DataReader*) override;
  void on_match(const api::GUID_t& writer, bool matched);
  void on_liveliness_changed(api::DataReader*, const api::LivelinessChangedStatus&) override;
  void take_all(api::DataReader& reader);

  api::DomainParticipant& participant_;
  Pairings& pairings_;
  const std::shared_ptr<Acquaintances> acquaintances_;  // null: it is not known what peers know
  const std::shared_ptr<SafeGaps> gaps_;                // the same
  WireReaderListener& listener_;
  ReaderMatches matches_;
  Guid guid_{};  // set when open() begins
  std::shared_ptr<api::Topic> topic_;
  // One for each reader, because a partition belongs to a subscriber.
  api::Subscriber* subscriber_ = nullptr;
  api::DataReader* reader_ = nullptr;
  bool is_reliable_ = false;
  // The thread that raises the count from zero takes samples for all threads that come meanwhile.
  // No thread waits here: some hold locks of Fast DDS, for which another thread may be waiting.
  std::atomic<std::uint32_t> drains_{0};
};

}  // namespace baton::dds::fastdds
