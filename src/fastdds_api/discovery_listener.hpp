// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <fastdds/dds/domain/DomainParticipantListener.hpp>

#include "fastdds_api/names.hpp"

namespace baton::fastdds_api {

#if BATON_FASTDDS_MAJOR >= 3
using ReaderData = SubscriptionBuiltinTopicData;
using WriterData = PublicationBuiltinTopicData;
#else
using ReaderData = rtps::ReaderProxyData;
using WriterData = rtps::WriterProxyData;
#endif

/// What discovery says of a participant. For the time of a call.
struct ParticipantFacts {
  const GUID_t& guid;
  std::string name;
  const UserDataQosPolicy& user_data;
  const LocatorVector& discovery_addresses;
  const LocatorVector& default_addresses;
};

/// What discovery says of an endpoint. For the time of a call.
struct EndpointFacts {
  const GUID_t& guid;
  std::string topic;
  std::string type;
  const ReliabilityQosPolicy& reliability;
  const DurabilityQosPolicy& durability;
  const DeadlineQosPolicy& deadline;
  const LifespanQosPolicy& lifespan;
  const LivelinessQosPolicy& liveliness;
  const PartitionQosPolicy& partition;
  const DataSharingQosPolicy& data_sharing;
  const UserDataQosPolicy& user_data;
};

#if BATON_FASTDDS_MAJOR >= 3
template <class Data>
EndpointFacts facts_of(const Data& data) {
  return {data.guid,
          data.topic_name.to_string(),
          data.type_name.to_string(),
          data.reliability,
          data.durability,
          data.deadline,
          data.lifespan,
          data.liveliness,
          data.partition,
          data.data_sharing,
          data.user_data};
}
#else
template <class Data>
EndpointFacts facts_of(const Data& data) {
  const auto& qos = data.m_qos;
  return {data.guid(),
          data.topicName().to_string(),
          data.typeName().to_string(),
          qos.m_reliability,
          qos.m_durability,
          qos.m_deadline,
          qos.m_lifespan,
          qos.m_liveliness,
          qos.m_partition,
          qos.data_sharing,
          qos.m_userData};
}
#endif

/// Hears of the participants and endpoints that a participant discovers, its own endpoints among
/// them.
class DiscoveryListener : public DomainParticipantListener {
 protected:
  virtual void on_participant(const ParticipantFacts& participant) = 0;
  virtual void on_participant_gone(const GUID_t&) {}
  virtual void on_reader(const ReaderData& reader, bool is_gone) = 0;
  virtual void on_writer(const WriterData& writer, bool is_gone) = 0;

 private:
#if BATON_FASTDDS_MAJOR >= 3
  using ParticipantStatus = rtps::ParticipantDiscoveryStatus;
  void on_participant_discovery(DomainParticipant*, ParticipantStatus status,
                                const ParticipantBuiltinTopicData& data, bool&) final {
    if (status == ParticipantStatus::REMOVED_PARTICIPANT ||
        status == ParticipantStatus::DROPPED_PARTICIPANT) {
      return on_participant_gone(data.guid);
    }
    on_participant({data.guid, data.participant_name.to_string(), data.user_data,
                    data.metatraffic_locators.unicast, data.default_locators.unicast});
  }
  void on_data_reader_discovery(DomainParticipant*, rtps::ReaderDiscoveryStatus status,
                                const ReaderData& data, bool&) final {
    on_reader(data, status == rtps::ReaderDiscoveryStatus::REMOVED_READER);
  }
  void on_data_writer_discovery(DomainParticipant*, rtps::WriterDiscoveryStatus status,
                                const WriterData& data, bool&) final {
    on_writer(data, status == rtps::WriterDiscoveryStatus::REMOVED_WRITER);
  }
#else
  using ParticipantNews = rtps::ParticipantDiscoveryInfo;
  void on_participant_discovery(DomainParticipant*, ParticipantNews&& news) final {
    const auto& data = news.info;
    if (news.status == ParticipantNews::REMOVED_PARTICIPANT ||
        news.status == ParticipantNews::DROPPED_PARTICIPANT) {
      return on_participant_gone(data.m_guid);
    }
    on_participant({data.m_guid, data.m_participantName.to_string(), data.m_userData,
                    data.metatraffic_locators.unicast, data.default_locators.unicast});
  }
  void on_subscriber_discovery(DomainParticipant*, rtps::ReaderDiscoveryInfo&& news) final {
    on_reader(news.info, news.status == rtps::ReaderDiscoveryInfo::REMOVED_READER);
  }
  void on_publisher_discovery(DomainParticipant*, rtps::WriterDiscoveryInfo&& news) final {
    on_writer(news.info, news.status == rtps::WriterDiscoveryInfo::REMOVED_WRITER);
  }
#endif
};

}  // namespace baton::fastdds_api
