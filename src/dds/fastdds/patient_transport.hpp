// SPDX-License-Identifier: Apache-2.0
// UDP for a participant that listens before it speaks.
//
// Fast DDS 2.9 announces a new participant first and begins to read its sockets then. Every process
// of the same machine answers within those microseconds: the answer is not heard, but that process
// believes that it is known, and repeats the answer only with its next announcement, 3 s later. So
// what a participant sends while it is being made waits until the participant reads. Every received
// datagram is checked before Fast DDS reads it (dds/sound_datagram.hpp).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "dds/fastdds/acquaintances.hpp"
#include "dds/fastdds/api.hpp"
#include "dds/fastdds/safe_gaps.hpp"
#include "dds/sound_datagram.hpp"
#include "fastdds_api/datagram_transport.hpp"

namespace baton::dds::fastdds {

/// Thread safety: all of it.
class HeldPackets {
 public:
  /// False: packets are not held any more, and the caller has to send this one.
  bool hold(api::SenderResource& sender, api::Datagram datagram, api::LocatorsIterator& begin,
            const api::LocatorsIterator& end);
  /// Sends what was held, and holds nothing from now on.
  void release();

 private:
  struct Packet {
    api::SenderResource* sender;
    std::vector<api::octet> bytes;
    api::LocatorList_t destinations;
  };

  std::atomic<bool> released_{false};
  std::mutex mutex_;  // covers what follows
  std::vector<Packet> packets_;
};

class PatientTransportDescriptor final : public api::ChainingTransportDescriptor {
 public:
  PatientTransportDescriptor(std::shared_ptr<api::UDPv4TransportDescriptor> udp,
                             const Participation& participation)
      : ChainingTransportDescriptor(std::move(udp)), participation_(participation) {}

  api::TransportInterface* create_transport() const override;
  /// The held packets of the participant that is made with this descriptor.
  HeldPackets& held() const { return *held_; }
  const Participation& participation() const { return participation_; }
  const std::shared_ptr<KnownEndpoints>& known() const { return known_; }
  /// Sees all datagrams that are sent or received; nullptr: not used.
  std::shared_ptr<Acquaintances> acquaintances;
  /// The same.
  std::shared_ptr<SafeGaps> gaps;
  /// Multicast is received on the loopback interface alone, and participants of this machine are
  /// reached through that interface.
  bool is_local = false;

 private:
  const Participation participation_;
  const std::shared_ptr<KnownEndpoints> known_ = std::make_shared<KnownEndpoints>();
  const std::shared_ptr<HeldPackets> held_ = std::make_shared<HeldPackets>();
};

}  // namespace baton::dds::fastdds
