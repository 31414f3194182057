// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/payload_pools.hpp"

namespace baton::dds::fastdds {

std::unique_lock<std::mutex> hold_payload_pools() {
  static auto* const mutex = new std::mutex;  // participants may go after all statics
  return std::unique_lock(*mutex);
}

}  // namespace baton::dds::fastdds
