// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dds/fastdds/acquaintances.hpp"

namespace baton::dds::fastdds {

/// Sends beside Fast DDS, whose own sockets only its threads may use. Sending never blocks: what finds no
/// room is lost, as on the way. Any thread.
class DatagramSocket {
 public:
  /// Without a descriptor it sends nothing.
  DatagramSocket();
  ~DatagramSocket();
  DatagramSocket(const DatagramSocket&) = delete;
  DatagramSocket& operator=(const DatagramSocket&) = delete;

  void send(rtps::Bytes datagram, const std::vector<Address>& to) const noexcept;

 private:
  const int fd_;
};

}  // namespace baton::dds::fastdds
