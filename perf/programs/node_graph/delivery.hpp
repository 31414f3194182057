// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace node_graph {

/// How messages travel.
enum class Delivery {
  in_process,  ///< unique_ptr by pointer, to nodes of the same process
  zero_copy,   ///< loans in shared memory
  udp,         ///< serialised, by the loopback interface
};

}  // namespace node_graph
