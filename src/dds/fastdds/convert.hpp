// SPDX-License-Identifier: Apache-2.0
// Converts between the types of the Wire and those of Fast DDS.
#pragma once

#include "dds/fastdds/address.hpp"
#include "dds/fastdds/api.hpp"
#include "dds/wire.hpp"
#include "fastdds_api/discovery_listener.hpp"

namespace baton::dds::fastdds {

/// 68 years or more become infinite.
api::Duration_t to_duration(std::int64_t ns);
Guid to_guid(const api::GUID_t& guid);
Guid to_guid(const api::InstanceHandle_t& handle);
SampleIdentity to_identity(const api::SampleIdentity& identity);
api::SampleIdentity from_identity(const SampleIdentity& identity);
/// For locators of UDPv4.
Address to_address(const api::Locator_t& locator);
api::Locator_t to_locator(const Address& address);

api::DataWriterQos writer_qos(const api::DataWriterQos& base, const WireEndpoint& endpoint,
                              std::int64_t heartbeat_period_ns);
api::DataReaderQos reader_qos(const api::DataReaderQos& base, const WireEndpoint& endpoint);

/// What discovery says of a peer's endpoint.
WireEndpoint seen_endpoint(const api::EndpointFacts& facts);

}  // namespace baton::dds::fastdds
