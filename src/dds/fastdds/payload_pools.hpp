// SPDX-License-Identifier: Apache-2.0
// Fast DDS 2.x shares a pool of payloads among all endpoints of a topic in the process, whichever
// participant they belong to, and the built-in endpoints of every participant count too. A thread
// that makes an endpoint looks for that pool twice, first whether there is one and then for the
// pool itself, and crashes if the last endpoint that had the pool is deleted in between
// (eProsima/Fast-DDS issue 6526). So no participant or endpoint is made while another one is
// deleted.
#pragma once

#include <mutex>

namespace baton::dds::fastdds {

/// Hold this while a participant or an endpoint is made or deleted, or looked for below DDS. A
/// thread that calls listeners may never hold it.
[[nodiscard]] std::unique_lock<std::mutex> hold_payload_pools();

}  // namespace baton::dds::fastdds
