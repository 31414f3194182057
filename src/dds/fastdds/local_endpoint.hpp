// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dds/fastdds/api.hpp"

namespace eprosima::fastrtps::rtps {

// Exported by Fast DDS 2.x, and in none of the headers that it installs.
class RTPSDomainImpl {
 public:
  static RTPSReader* find_local_reader(const GUID_t& guid);
  static RTPSWriter* find_local_writer(const GUID_t& guid);
};

}  // namespace eprosima::fastrtps::rtps

namespace baton::dds::fastdds {

/// What is below a reader. nullptr: there is none.
inline api::RTPSReader* find_local_reader(const api::GUID_t& guid) {
  return eprosima::fastrtps::rtps::RTPSDomainImpl::find_local_reader(guid);
}
/// What is below a writer, of a participant's own ones too. nullptr: there is none.
inline api::RTPSWriter* find_local_writer(const api::GUID_t& guid) {
  return eprosima::fastrtps::rtps::RTPSDomainImpl::find_local_writer(guid);
}

}  // namespace baton::dds::fastdds
