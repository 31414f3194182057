// SPDX-License-Identifier: Apache-2.0
// The names of Fast DDS 2 and 3, which moved most of them, as one set.
//
// All that differs between the two, and between older and newer ones of 2, is in this folder. Where
// a name is not enough, because the order of arguments or the form of a class has changed, a class
// here stands in front of Fast DDS's own.
#pragma once

#if BATON_FASTDDS_MAJOR >= 3
#include <fastdds/LibrarySettings.hpp>
#include <fastdds/rtps/common/LocatorList.hpp>
#include <fastdds/rtps/common/MatchingInfo.hpp>
#include <fastdds/rtps/common/WriteParams.hpp>
#include <fastdds/rtps/reader/RTPSReader.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.hpp>
#include <fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.hpp>
#include <fastdds/rtps/writer/RTPSWriter.hpp>
#include <fastdds/utils/IPLocator.hpp>
#else
#include <fastdds/rtps/common/MatchingInfo.h>
#include <fastdds/rtps/common/WriteParams.h>
#include <fastdds/rtps/reader/RTPSReader.h>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.h>
#include <fastdds/rtps/writer/RTPSWriter.h>
#include <fastrtps/attributes/LibrarySettingsAttributes.h>
#include <fastrtps/utils/IPLocator.h>
#include <fastrtps/xmlparser/XMLProfileManager.h>
#endif
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/log/Log.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>

namespace baton::fastdds_api {

#if BATON_FASTDDS_MAJOR >= 3
namespace rtps = eprosima::fastdds::rtps;
namespace containers = eprosima::fastdds;
#else
namespace rtps = eprosima::fastrtps::rtps;
namespace containers = eprosima::fastrtps;
#endif

// NOLINTNEXTLINE(google-build-using-namespace): the names of one library, in files that are about
// it
using namespace eprosima::fastdds::dds;
using eprosima::fastdds::rtps::SharedMemTransportDescriptor;
using eprosima::fastdds::rtps::TransportDescriptorInterface;
using eprosima::fastdds::rtps::UDPv4TransportDescriptor;
using rtps::CacheChange_t;
using rtps::EntityId_t;
using rtps::GUID_t;
using rtps::GuidPrefix_t;
using rtps::iHandle2GUID;
using rtps::InstanceHandle_t;
using rtps::IPLocator;
using rtps::Locator_t;
using rtps::LocatorList_t;
using rtps::Locators;
using rtps::LocatorsIterator;
using rtps::MatchingInfo;
using rtps::octet;
using rtps::RTPSReader;
using rtps::RTPSWriter;
using rtps::SampleIdentity;
using rtps::SequenceNumber_t;
using rtps::SerializedPayload_t;
using rtps::WriteParams;
using LocatorVector = containers::ResourceLimitedVector<Locator_t>;

#if BATON_FASTDDS_MAJOR >= 3
using eprosima::fastdds::dds::Duration_t;
using eprosima::fastdds::dds::ReturnCode_t;
inline const Duration_t infinite = eprosima::fastdds::dds::c_TimeInfinite;
inline bool is_ok(ReturnCode_t code) { return code == eprosima::fastdds::dds::RETCODE_OK; }
bool is_ok(bool) = delete;  // a code that has become a bool says the opposite
#else
using eprosima::fastrtps::Duration_t;
using eprosima::fastrtps::types::ReturnCode_t;
inline const Duration_t infinite = eprosima::fastrtps::c_TimeInfinite;
inline bool is_ok(const ReturnCode_t& code) { return code == ReturnCode_t::RETCODE_OK; }
// What write() returned before it returned a code: true when it has written.
inline bool is_ok(bool done) { return done; }
#endif

/// Whether a message of more than 64 KiB may be one datagram of a transport through shared memory.
/// Fast DDS 3 takes what follows it in the datagram for a part of the message.
inline constexpr bool takes_large_datagrams = BATON_FASTDDS_MAJOR < 3;

/// Otherwise endpoints of one process would call each other, and no byte would travel.
inline void no_shortcut_in_process() {
#if BATON_FASTDDS_MAJOR >= 3
  eprosima::fastdds::LibrarySettings settings;
  settings.intraprocess_delivery = eprosima::fastdds::INTRAPROCESS_OFF;
  // Refused when a participant is open already; the first one has set it then.
  (void)DomainParticipantFactory::get_instance()->set_library_settings(settings);
#else
  eprosima::fastrtps::LibrarySettingsAttributes settings;
  settings.intraprocess_delivery = eprosima::fastrtps::INTRAPROCESS_OFF;
  eprosima::fastrtps::xmlparser::XMLProfileManager::library_settings(settings);
#endif
}

/// Waits until everything is written, then ends the thread that writes the log of Fast DDS.
inline void end_log() {
  Log::Flush();
  Log::KillThread();
}

inline bool is_begin(const MatchingInfo& info) { return info.status == rtps::MATCHED_MATCHING; }

/// How long a writer waits before it asks its readers what they have, and before it sends again
/// what they ask for.
inline void set_times(RTPSReliableWriterQos& qos, const Duration_t& heartbeat,
                      const Duration_t& repair) {
#if BATON_FASTDDS_MAJOR >= 3
  qos.times.heartbeat_period = heartbeat;
  qos.times.nack_response_delay = repair;
#else
  qos.times.heartbeatPeriod = heartbeat;
  qos.times.nackResponseDelay = repair;
#endif
}

/// How long a reader waits before it answers.
inline void set_times(RTPSReliableReaderQos& qos, const Duration_t& answer) {
#if BATON_FASTDDS_MAJOR >= 3
  qos.times.heartbeat_response_delay = answer;
#else
  qos.times.heartbeatResponseDelay = answer;
#endif
}

}  // namespace baton::fastdds_api
