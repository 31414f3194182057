// SPDX-License-Identifier: Apache-2.0
// Fast DDS 2.x shares a pool of payloads among all endpoints of a topic in the process, whichever
// participant they belong to, and the endpoints that every participant is made with count too. A
// thread that makes one asks twice for that pool, whether it is there and then for it, and crashes
// if the last endpoint that had it goes in between (eProsima/Fast-DDS issue 6526). So nothing of it
// is made while anything is deleted.
#pragma once

#include <mutex>

namespace baton::dds::fastdds {

/// To be held while a participant or an endpoint is made or deleted, and never by a thread that
/// calls listeners.
[[nodiscard]] std::unique_lock<std::mutex> hold_payload_pools();

}  // namespace baton::dds::fastdds
