// SPDX-License-Identifier: Apache-2.0
// What perf_test tells the library that links Fast DDS. perf_test opens that library only for
// --communicator FastDDS, so that no other run has any of it in its process.
#pragma once

#include <string>
#include <vector>

#include "communicator.hpp"
#include "message_type.hpp"

namespace perf {

struct FastDdsPlan {
  enum class Way {
    udp,
    shared_memory,  ///< Fast DDS's transport through shared memory: serialised, copied in and out
    data_sharing    ///< readers look into the writer's history
  };

  std::string participant;
  std::vector<std::string> topics;  ///< each publisher sends on all, each subscriber has all
  std::string topic_back;
  MessageType type;
  unsigned domain_id = 0;
  bool this_machine_only = true;
  Way way = Way::udp;
  bool loans = false;
  /// Messages are taken in the listener instead of in the subscriber's thread.
  bool in_listener = false;

  bool reliable = false;
  bool transient_local = false;
  bool keep_all = false;
  unsigned history_depth = 1;

  size_t topic_count(Direction direction) const {
    return direction == Direction::back ? 1 : topics.size();
  }
  const std::string& topic(Direction direction, size_t index) const {
    return direction == Direction::back ? topic_back : topics[index % topics.size()];
  }
};

/// The one symbol of the library. nullptr with the cause in `error`.
using OpenFastDds = Communicator*(const FastDdsPlan& plan, std::string& error);
inline constexpr const char* open_fast_dds_symbol = "perf_open_fast_dds";

}  // namespace perf
