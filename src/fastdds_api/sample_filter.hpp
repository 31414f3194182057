// SPDX-License-Identifier: Apache-2.0
// What a writer asks of each sample and reader before it sends.
#pragma once

#include <fastdds/rtps/interfaces/IReaderDataFilter.hpp>

#include "fastdds_api/names.hpp"
#if BATON_FASTDDS_VERSION < 206
#include <fastdds/rtps/writer/StatefulWriter.h>
#endif

namespace baton::fastdds_api {

using eprosima::fastdds::rtps::IReaderDataFilter;

/// The filter outlives the writer. False: this writer has no filter; Fast DDS 2.5 has one for
/// reliable writers alone.
inline bool set_filter(RTPSWriter& writer, IReaderDataFilter& filter) {
#if BATON_FASTDDS_VERSION >= 206
  writer.reader_data_filter(&filter);
#else
  auto* const reliable = dynamic_cast<rtps::StatefulWriter*>(&writer);
  if (reliable == nullptr) return false;
  reliable->reader_data_filter(&filter);
#endif
  return true;
}

}  // namespace baton::fastdds_api
