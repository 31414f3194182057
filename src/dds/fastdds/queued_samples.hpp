// SPDX-License-Identifier: Apache-2.0
// Why a sample that waits to be sent again stays in its writer's history.
//
// Fast DDS 2.9 forgets a sample when all its readers have acknowledged it, or when the last that
// had not is removed. It removes a reader with the lock of the writer's destinations held. A sample
// that is in the queue of the sending thread leaves that first, under the thread's lock. But that
// thread holds its own lock while it waits for the writer's destinations: both wait for ever, and
// the process with them (eProsima/Fast-DDS #3468, #5432).
//
// So a sample in that queue is not forgotten then. It goes with the history: as any other, when
// newer ones need its room, or with its writer. Only a thread that holds the writer's lock puts one
// in the queue, so what is seen here, with that lock held, stays true.
#pragma once

#include "dds/fastdds/listener_before.hpp"

namespace baton::dds::fastdds {

/// Begins before anything is written.
class QueuedSamples final : public WriterListenerBefore {
 private:
  void onWriterChangeReceivedByAll(api::RTPSWriter* writer, api::CacheChange_t* sample) override {
    if (!sample->writer_info.is_linked) next().onWriterChangeReceivedByAll(writer, sample);
  }
};

}  // namespace baton::dds::fastdds
