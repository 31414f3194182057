// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

namespace perf {

/// Where in one message lies what the measurement writes and reads. How time and id are written,
/// and how many bytes the payload must have, its MessageType says.
template <class Byte>
struct BasicFrame {
  Byte* payload = nullptr;
  size_t payload_size_bytes = 0;
  Byte* time = nullptr;
  Byte* id = nullptr;

  operator BasicFrame<const Byte>() const requires(!std::is_const_v<Byte>) {
    return {payload, payload_size_bytes, time, id};
  }
};

using Frame = BasicFrame<std::byte>;
using ReceivedFrame = BasicFrame<const std::byte>;

}  // namespace perf
