// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>
#include <fastcdr/config.h>

namespace baton::msg::testing {

// Fast CDR 2, which comes with Fast DDS 3, has other names.
#if FASTCDR_VERSION_MAJOR >= 2
inline constexpr auto dds_cdr = eprosima::fastcdr::CdrVersion::DDS_CDR;
inline std::size_t written_bytes(const eprosima::fastcdr::Cdr& cdr) {
  return cdr.get_serialized_data_length();
}
#else
inline constexpr auto dds_cdr = eprosima::fastcdr::Cdr::DDS_CDR;
inline std::size_t written_bytes(const eprosima::fastcdr::Cdr& cdr) {
  return cdr.getSerializedDataLength();
}
#endif

}  // namespace baton::msg::testing
