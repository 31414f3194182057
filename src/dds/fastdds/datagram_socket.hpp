// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dds/fastdds/address.hpp"
#include "dds/fastdds/rtps.hpp"

namespace baton::dds::fastdds {

/// Sends beside Fast DDS, whose own sockets only its threads may use. Sending never blocks: what
/// finds no room is lost, as on the way. Nothing reads what is sent to it. Any thread.
class DatagramSocket {
 public:
  /// Confined, it has the loopback address, and reaches this machine only. Without a socket it
  /// sends nothing.
  explicit DatagramSocket(bool is_confined);
  ~DatagramSocket();
  DatagramSocket(const DatagramSocket&) = delete;
  DatagramSocket& operator=(const DatagramSocket&) = delete;

  void send(rtps::Bytes datagram, const std::vector<Address>& to) const noexcept;

 private:
  const int fd_;
};

}  // namespace baton::dds::fastdds
