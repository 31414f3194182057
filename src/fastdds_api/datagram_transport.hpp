// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "fastdds_api/names.hpp"
#if BATON_FASTDDS_MAJOR >= 3
#include <fastdds/rtps/transport/ChainingTransport.hpp>
#include <fastdds/rtps/transport/SenderResource.hpp>
#else
#include <fastdds/rtps/network/SenderResource.h>
#include <fastdds/rtps/transport/ChainingTransport.h>
#endif

namespace baton::fastdds_api {

using eprosima::fastdds::rtps::ChainingTransport;
using eprosima::fastdds::rtps::ChainingTransportDescriptor;
using eprosima::fastdds::rtps::TransportInterface;
using eprosima::fastdds::rtps::TransportReceiverInterface;
using rtps::SenderResource;

using Datagram = std::span<const octet>;
using TimePoint = std::chrono::steady_clock::time_point;

/// By the transport below.
inline bool send_below(SenderResource& sender, Datagram datagram, LocatorsIterator& begin,
                       LocatorsIterator& end, const TimePoint& timeout) {
  const auto size_bytes = static_cast<std::uint32_t>(datagram.size());
#if BATON_FASTDDS_MAJOR >= 3
  const std::vector<rtps::NetworkBuffer> parts(1, {datagram.data(), size_bytes});
  return sender.send(parts, size_bytes, &begin, &end, timeout);
#else
  return sender.send(datagram.data(), size_bytes, &begin, &end, timeout);
#endif
}

/// A transport in front of another one that sees whole datagrams.
class DatagramTransport : public ChainingTransport {
 public:
  using ChainingTransport::ChainingTransport;

 protected:
  virtual bool send_datagram(SenderResource& sender, Datagram datagram, LocatorsIterator& begin,
                             LocatorsIterator& end, const TimePoint& timeout) = 0;
  /// True: `used` takes the place of the address that a peer has announced.
  virtual bool replace(const Locator_t& announced, Locator_t& used) const = 0;

 private:
#if BATON_FASTDDS_MAJOR >= 3
  bool send(SenderResource* sender, const std::vector<rtps::NetworkBuffer>& parts,
            std::uint32_t size_bytes, LocatorsIterator* begin, LocatorsIterator* end,
            const TimePoint& timeout) final {
    if (parts.size() == 1) {
      return send_datagram(*sender, {static_cast<const octet*>(parts[0].buffer), size_bytes},
                           *begin, *end, timeout);
    }
    // Most come as a header and a part of the sample's memory. Not thread_local: participants say
    // farewell at exit, when the main thread's variables have ended.
    std::vector<octet> datagram;
    datagram.reserve(size_bytes);
    for (const rtps::NetworkBuffer& part : parts) {
      const auto* const bytes = static_cast<const octet*>(part.buffer);
      datagram.insert(datagram.end(), bytes, bytes + part.size);
    }
    return send_datagram(*sender, datagram, *begin, *end, timeout);
  }
  bool transform_remote_locator(const Locator_t& announced, Locator_t& used, bool is_local_there,
                                bool is_local_here) const final {
    return replace(announced, used) || ChainingTransport::transform_remote_locator(
                                           announced, used, is_local_there, is_local_here);
  }
#else
  bool send(SenderResource* sender, const octet* bytes, std::uint32_t size_bytes,
            LocatorsIterator* begin, LocatorsIterator* end, const TimePoint& timeout) final {
    return send_datagram(*sender, {bytes, size_bytes}, *begin, *end, timeout);
  }
#endif
  bool transform_remote_locator(const Locator_t& announced, Locator_t& used) const final {
    return replace(announced, used) || ChainingTransport::transform_remote_locator(announced, used);
  }
};

}  // namespace baton::fastdds_api
