// SPDX-License-Identifier: Apache-2.0
//
// A participant of Fast DDS, with the transport and the policies that all its endpoints have in
// common, and what it has seen of others.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "communicator.hpp"
#include "communicators/fast_dds/plan.hpp"
#include "fastdds_api/discovery_listener.hpp"

namespace perf {

/// Fast DDS.
namespace fdds = baton::fastdds_api;

/// The peers that an endpoint is matched with. The listener's thread adds and removes them, any
/// thread reads them.
class FastDdsMatches {
 public:
  void note(const fdds::InstanceHandle_t& peer, bool matched);
  std::vector<fdds::GUID_t> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<fdds::GUID_t> peers_;
};

class FastDdsParticipant : private fdds::DiscoveryListener {
 public:
  /// Throws RunError.
  explicit FastDdsParticipant(const FastDdsPlan& plan);
  ~FastDdsParticipant() override;

  fdds::DataWriter* create_writer(const std::string& topic, fdds::DataWriterListener& listener);
  fdds::DataReader* create_reader(const std::string& topic, fdds::DataReaderListener& listener,
                                  const fdds::StatusMask& mask);
  void destroy(fdds::DataWriter* writer);
  void destroy(fdds::DataReader* reader);

  const FastDdsPlan& plan() const { return plan_; }
  std::vector<MatchedPeer> describe(const FastDdsMatches& matches) const;

 private:
  void on_participant(const fdds::ParticipantFacts& participant) override;
  void on_reader(const fdds::ReaderData& reader, bool is_gone) override;
  void on_writer(const fdds::WriterData& writer, bool is_gone) override;
  void note_sharing(const fdds::EndpointFacts& endpoint);

  fdds::Topic* topic(const std::string& name);
  MatchedPeer describe_peer(const fdds::GUID_t& guid) const;
  bool shares_data(const fdds::GUID_t& peer) const;

  const FastDdsPlan plan_;
  fdds::DomainParticipant* participant_ = nullptr;
  fdds::Publisher* publisher_ = nullptr;
  fdds::Subscriber* subscriber_ = nullptr;
  std::map<std::string, fdds::Topic*> topics_;
  mutable std::mutex mutex_;  // covers what follows; the threads of Fast DDS write it
  std::map<fdds::GuidPrefix_t, std::string> names_;
  std::map<fdds::GUID_t, bool> sharing_;  // of endpoints in other processes
};

}  // namespace perf
