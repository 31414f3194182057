// SPDX-License-Identifier: Apache-2.0
// What lies below an endpoint of DDS. Fast DDS exports the functions that lead there, but none of
// the headers that it installs declares them. They differ between versions without a trace in their
// symbols, so cmake/BatonFastDds.cmake takes only versions for which they were read.
//
// Fast DDS 2.5.0 looks through the endpoints of the participant without a lock. So the caller makes
// sure that the participant makes and deletes no endpoint meanwhile.
#pragma once

#include "fastdds_api/names.hpp"

#if BATON_FASTDDS_MAJOR >= 3
#include <cstring>
#include <memory>

namespace eprosima::fastdds {

/// Begins with the pointer.
template <class T>
class RefCountedPointer;

namespace rtps {
class BaseReader;  // begins with an RTPSReader
class BaseWriter;  // begins with an RTPSWriter
class RTPSDomainImpl {
 public:
  static std::shared_ptr<RefCountedPointer<BaseReader>> find_local_reader(const GUID_t& guid);
  static BaseWriter* find_local_writer(const GUID_t& guid);
};
}  // namespace rtps

}  // namespace eprosima::fastdds
#else
namespace eprosima::fastrtps::rtps {

class RTPSDomainImpl {
 public:
  static RTPSReader* find_local_reader(const GUID_t& guid);
  static RTPSWriter* find_local_writer(const GUID_t& guid);
};

}  // namespace eprosima::fastrtps::rtps
#endif

namespace baton::fastdds_api {

/// The RTPS reader below a DDS reader. nullptr: there is none.
inline RTPSReader* find_local_reader(const GUID_t& guid) {
#if BATON_FASTDDS_MAJOR >= 3
  RTPSReader* found = nullptr;
  const auto counted = rtps::RTPSDomainImpl::find_local_reader(guid);
  if (counted) std::memcpy(&found, static_cast<const void*>(counted.get()), sizeof found);
  return found;
#else
  return rtps::RTPSDomainImpl::find_local_reader(guid);
#endif
}

/// The RTPS writer below a DDS writer, or a participant's own writer of discovery. nullptr: there
/// is none.
inline RTPSWriter* find_local_writer(const GUID_t& guid) {
#if BATON_FASTDDS_MAJOR >= 3
  return reinterpret_cast<RTPSWriter*>(rtps::RTPSDomainImpl::find_local_writer(guid));
#else
  return rtps::RTPSDomainImpl::find_local_writer(guid);
#endif
}

}  // namespace baton::fastdds_api
