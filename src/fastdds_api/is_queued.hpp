// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fastdds_api/names.hpp"

namespace baton::fastdds_api {

/// Whether a sample of a writer is in the queue of the thread that sends again. The caller holds
/// the writer's lock, with which a sample is put there.
inline bool is_queued(const CacheChange_t& sample) {
#if BATON_FASTDDS_VERSION >= 208
  return sample.writer_info.is_linked;
#else
  // Fast DDS itself reads both without its sender's lock.
  return sample.writer_info.previous != nullptr || sample.writer_info.next != nullptr;
#endif
}

}  // namespace baton::fastdds_api
