// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "dds/fastdds/acquaintances.hpp"
#include "dds/fastdds/api.hpp"
#include "dds/fastdds/chosen_readers.hpp"
#include "dds/fastdds/pairings.hpp"
#include "dds/fastdds/queued_samples.hpp"
#include "dds/fastdds/safe_gaps.hpp"
#include "dds/known_endpoints.hpp"
#include "dds/wire.hpp"
#include "fastdds_api/discovery_listener.hpp"

namespace baton::dds::fastdds {

class Participant final : public Wire, private api::DiscoveryListener {
 public:
  explicit Participant(WireListener& listener) : listener_(listener) {}
  ~Participant() override;

  bool open(const WireOptions& options, std::string& error);

  Guid guid() const noexcept override;
  std::unique_ptr<WireWriter> create_writer(const WireEndpoint& endpoint,
                                            WireWriterListener& listener,
                                            std::string& error) override;
  std::unique_ptr<WireReader> create_reader(const WireEndpoint& endpoint,
                                            WireReaderListener& listener,
                                            std::string& error) override;
  bool introduce(const Guid& participant) noexcept override;
  void look_for_interfaces() noexcept override;

 private:
  void on_participant(const api::ParticipantFacts& participant) override;
  void on_participant_gone(const api::GUID_t& participant) override;
  void on_reader(const api::ReaderData& reader, bool is_gone) override;
  void on_writer(const api::WriterData& writer, bool is_gone) override;
  /// Fast DDS has one type for each topic, as long as an endpoint uses the topic.
  struct UsedTopic {
    api::Topic* topic = nullptr;
    std::size_t uses = 0;
  };

  void keep_queued_announcements();
  /// nullptr with the cause in `error`.
  std::shared_ptr<api::Topic> use_topic(const WireEndpoint& endpoint, std::string& error);
  api::Topic* make_topic(const WireEndpoint& endpoint);
  void end_use(const std::string& name);
  std::string cause_of_refusal(const std::string& what, const WireEndpoint& endpoint) const;

  WireListener& listener_;
  std::int64_t heartbeat_period_ns_ = 0;
  bool is_secured_ = false;
  std::string choosing_topic_;
  TopicReaders choosing_topic_readers_;
  std::shared_ptr<Acquaintances> acquaintances_;  // null: the packets of peers cannot be read
  std::shared_ptr<SafeGaps> gaps_;                // the same
  std::shared_ptr<KnownEndpoints> known_;
  api::DomainParticipant* participant_ = nullptr;
  std::array<QueuedSamples, 4> queued_announcements_;
  std::optional<Pairings> pairings_;  // of a participant that is open
  std::mutex topics_mutex_;           // covers what follows
  std::map<std::string, UsedTopic> topics_;
};

}  // namespace baton::dds::fastdds
