// SPDX-License-Identifier: Apache-2.0
// Why a sample that waits to be sent again stays in its writer's history.
//
// Fast DDS 2.9 forgets a sample when all its readers have acknowledged it, or when the last that
// had not is removed. It removes a reader with the lock of the writer's destinations held. A sample
// in the queue of the sending thread is first taken out of that queue, under the thread's lock. But
// the sending thread holds its lock while it waits for the writer's destinations: both wait for
// ever, and the process with them (eProsima/Fast-DDS #3468, #5432).
//
// So this class keeps a sample that is in that queue. The sample leaves the history as any other
// does: when newer ones need its room, or with its writer. Only a thread that holds the writer's
// lock puts one in the queue, so whether a sample is in the queue does not change here, where that
// lock is held.
#pragma once

#include "dds/fastdds/api.hpp"
#include "fastdds_api/is_queued.hpp"
#include "fastdds_api/listener_before.hpp"

namespace baton::dds::fastdds {

/// Begins to listen before anything is written.
class QueuedSamples final : public api::WriterListenerBefore {
 private:
  void on_received_by_all(api::RTPSWriter& writer, api::CacheChange_t& sample) override {
    if (!api::is_queued(sample)) pass_on(writer, sample);
  }
};

}  // namespace baton::dds::fastdds
