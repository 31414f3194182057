// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "dds/fastdds/address.hpp"

namespace baton::dds::fastdds {

/// Receives what is sent to a multicast group on the loopback interface, and nothing from other
/// interfaces.
///
/// Fast DDS's own sockets cannot leave the other interfaces out: they receive from every interface
/// on which any process of the machine has joined the group. Thread safety: one owner. The callback
/// runs in a thread of this object, with the signal mask of the creator.
class LoopbackGroup {
 public:
  /// The bytes may be changed; they are valid for the call.
  using Heard = std::function<void(std::span<std::uint8_t> datagram, const Address& from)>;

  /// Receives nothing if the socket or the thread cannot be made.
  LoopbackGroup(const Address& group, Heard heard);
  /// Waits for a running callback, so that callback may not destroy this object.
  ~LoopbackGroup();
  LoopbackGroup(const LoopbackGroup&) = delete;
  LoopbackGroup& operator=(const LoopbackGroup&) = delete;

 private:
  void listen();

  const Heard heard_;
  const int fd_;
  std::atomic<bool> is_ending_{false};
  std::vector<std::uint8_t> buffer_;  // used by the thread
  std::thread thread_;
};

}  // namespace baton::dds::fastdds
