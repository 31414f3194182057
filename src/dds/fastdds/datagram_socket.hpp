// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dds/fastdds/address.hpp"
#include "dds/fastdds/rtps.hpp"

namespace baton::dds::fastdds {

/// Sends beside Fast DDS, whose own sockets only its threads may use. Sending never blocks: a
/// packet that finds no room is lost, as if on the network. Nothing reads from this socket. Any
/// thread.
class DatagramSocket {
 public:
  /// A confined socket has the loopback address and reaches this machine only. If the socket cannot
  /// be opened, nothing is sent.
  explicit DatagramSocket(bool is_confined);
  ~DatagramSocket();
  DatagramSocket(const DatagramSocket&) = delete;
  DatagramSocket& operator=(const DatagramSocket&) = delete;

  void send(rtps::Bytes datagram, const std::vector<Address>& to) const noexcept;

 private:
  const int fd_;
};

}  // namespace baton::dds::fastdds
