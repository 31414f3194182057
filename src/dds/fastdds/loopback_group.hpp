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

/// Hears what is sent to a multicast group on the loopback interface, and nothing of any other one.
///
/// Fast DDS's own sockets cannot do without the latter: they get whatever another process of the
/// machine has joined the group for, on every interface. Thread safety: one owner. What is heard is
/// told in a thread of its own, with the signal mask of the creator.
class LoopbackGroup {
 public:
  /// The bytes may be changed; they are valid for the call.
  using Heard = std::function<void(std::span<std::uint8_t> datagram, const Address& from)>;

  /// Without a socket or a thread it hears nothing.
  LoopbackGroup(const Address& group, Heard heard);
  /// Waits for the call that is under way: not by that thread.
  ~LoopbackGroup();
  LoopbackGroup(const LoopbackGroup&) = delete;
  LoopbackGroup& operator=(const LoopbackGroup&) = delete;

 private:
  void listen();

  const Heard heard_;
  const int fd_;
  std::atomic<bool> is_ending_{false};
  std::vector<std::uint8_t> buffer_;  // of the thread
  std::thread thread_;
};

}  // namespace baton::dds::fastdds
