// SPDX-License-Identifier: Apache-2.0
// Fast DDS 2.x, under the names that the other files here use: what has moved in 3.x is changed in
// this file.
#pragma once

#include <fastdds/rtps/network/SenderResource.h>
#include <fastdds/rtps/reader/RTPSReader.h>
#include <fastdds/rtps/reader/ReaderListener.h>
#include <fastdds/rtps/transport/ChainingTransport.h>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastdds/rtps/writer/RTPSWriter.h>
#include <fastdds/rtps/writer/WriterListener.h>
#include <fastrtps/attributes/LibrarySettingsAttributes.h>
#include <fastrtps/utils/IPLocator.h>
#include <fastrtps/xmlparser/XMLProfileManager.h>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/domain/DomainParticipantListener.hpp>
#include <fastdds/dds/log/Log.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/interfaces/IReaderDataFilter.hpp>

namespace baton::dds::fastdds {

// NOLINTNEXTLINE(google-build-using-namespace): the names of one library, in files that are about
// it
namespace api {
using namespace eprosima::fastdds::dds;
using eprosima::fastdds::rtps::ChainingTransport;
using eprosima::fastdds::rtps::ChainingTransportDescriptor;
using eprosima::fastdds::rtps::IReaderDataFilter;
using eprosima::fastdds::rtps::TransportDescriptorInterface;
using eprosima::fastdds::rtps::TransportInterface;
using eprosima::fastdds::rtps::TransportReceiverInterface;
using eprosima::fastdds::rtps::UDPv4TransportDescriptor;
using eprosima::fastrtps::Duration_t;
using eprosima::fastrtps::rtps::CacheChange_t;
using eprosima::fastrtps::rtps::GUID_t;
using eprosima::fastrtps::rtps::InstanceHandle_t;
using eprosima::fastrtps::rtps::IPLocator;
using eprosima::fastrtps::rtps::Locator_t;
using eprosima::fastrtps::rtps::LocatorList_t;
using eprosima::fastrtps::rtps::Locators;
using eprosima::fastrtps::rtps::LocatorsIterator;
using eprosima::fastrtps::rtps::MatchingInfo;
using eprosima::fastrtps::rtps::octet;
using LocatorVector = eprosima::fastrtps::ResourceLimitedVector<Locator_t>;
using eprosima::fastrtps::rtps::ParticipantDiscoveryInfo;
using eprosima::fastrtps::rtps::ReaderDiscoveryInfo;
using eprosima::fastrtps::rtps::ReaderListener;
using eprosima::fastrtps::rtps::ReaderProxyData;
using eprosima::fastrtps::rtps::RTPSReader;
using eprosima::fastrtps::rtps::RTPSWriter;
using eprosima::fastrtps::rtps::SampleIdentity;
using eprosima::fastrtps::rtps::SenderResource;
using eprosima::fastrtps::rtps::SequenceNumber_t;
using eprosima::fastrtps::rtps::SerializedPayload_t;
using eprosima::fastrtps::rtps::WriteParams;
using eprosima::fastrtps::rtps::WriterDiscoveryInfo;
using eprosima::fastrtps::rtps::WriterListener;
using eprosima::fastrtps::rtps::WriterProxyData;
using eprosima::fastrtps::types::ReturnCode_t;

inline const Duration_t infinite = eprosima::fastrtps::c_TimeInfinite;

inline bool is_ok(const ReturnCode_t& code) { return code == ReturnCode_t::RETCODE_OK; }

/// Otherwise endpoints of one process would call each other, and no byte would travel.
inline void no_shortcut_in_process() {
  eprosima::fastrtps::LibrarySettingsAttributes settings;
  settings.intraprocess_delivery = eprosima::fastrtps::INTRAPROCESS_OFF;
  eprosima::fastrtps::xmlparser::XMLProfileManager::library_settings(settings);
}

/// Waits until everything is written, then ends the thread that writes the log of Fast DDS.
inline void end_log() {
  Log::Flush();
  Log::KillThread();
}
}  // namespace api

}  // namespace baton::dds::fastdds
