// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dds/fastdds/api.hpp"

namespace eprosima::fastrtps::rtps {

// Fast DDS 2.x exports this class, but none of the headers that it installs declares it.
class RTPSDomainImpl {
 public:
  static RTPSReader* find_local_reader(const GUID_t& guid);
  static RTPSWriter* find_local_writer(const GUID_t& guid);
};

}  // namespace eprosima::fastrtps::rtps

namespace baton::dds::fastdds {

/// The RTPS reader below a DDS reader. nullptr: there is none.
inline api::RTPSReader* find_local_reader(const api::GUID_t& guid) {
  return eprosima::fastrtps::rtps::RTPSDomainImpl::find_local_reader(guid);
}
/// The RTPS writer below a DDS writer, or a participant's own writer of discovery. nullptr: there
/// is none.
inline api::RTPSWriter* find_local_writer(const api::GUID_t& guid) {
  return eprosima::fastrtps::rtps::RTPSDomainImpl::find_local_writer(guid);
}

}  // namespace baton::dds::fastdds
