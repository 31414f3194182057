// SPDX-License-Identifier: Apache-2.0
//
// A participant of Fast DDS, with the transport and the policies that all its endpoints have in
// common, and what it has seen of others.
#pragma once

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantListener.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "communicator.hpp"
#include "communicators/fast_dds/plan.hpp"

namespace perf {

namespace fdds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

inline bool is_ok(const eprosima::fastrtps::types::ReturnCode_t& code) {
  return code == eprosima::fastrtps::types::ReturnCode_t::RETCODE_OK;
}

/// The peers that an endpoint is matched with. The listener's thread adds and removes them, any
/// thread reads them.
class FastDdsMatches {
 public:
  void note(const rtps::InstanceHandle_t& peer, bool matched);
  std::vector<rtps::GUID_t> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<rtps::GUID_t> peers_;
};

class FastDdsParticipant : private fdds::DomainParticipantListener {
 public:
  /// Throws RunError.
  explicit FastDdsParticipant(const FastDdsPlan& plan);
  ~FastDdsParticipant() override;

  fdds::DataWriter* create_writer(Direction direction, fdds::DataWriterListener& listener);
  fdds::DataReader* create_reader(Direction direction, fdds::DataReaderListener& listener,
                                  const fdds::StatusMask& mask);
  void destroy(fdds::DataWriter* writer);
  void destroy(fdds::DataReader* reader);

  const FastDdsPlan& plan() const { return plan_; }
  std::vector<MatchedPeer> describe(const FastDdsMatches& matches) const;

 private:
  void on_participant_discovery(fdds::DomainParticipant*,
                                rtps::ParticipantDiscoveryInfo&& info) override;
  void on_subscriber_discovery(fdds::DomainParticipant*, rtps::ReaderDiscoveryInfo&& info) override;
  void on_publisher_discovery(fdds::DomainParticipant*, rtps::WriterDiscoveryInfo&& info) override;

  fdds::Topic* topic(Direction direction);
  MatchedPeer describe_peer(const rtps::GUID_t& guid) const;
  bool shares_data(const rtps::GUID_t& peer) const;

  const FastDdsPlan plan_;
  fdds::DomainParticipant* participant_ = nullptr;
  fdds::Publisher* publisher_ = nullptr;
  fdds::Subscriber* subscriber_ = nullptr;
  std::map<Direction, fdds::Topic*> topics_;
  mutable std::mutex mutex_;  // covers what follows; the threads of Fast DDS write it
  std::map<rtps::GuidPrefix_t, std::string> names_;
  std::map<rtps::GUID_t, bool> sharing_;  // of endpoints in other processes
};

}  // namespace perf
