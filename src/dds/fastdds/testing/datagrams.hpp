// SPDX-License-Identifier: Apache-2.0
// Datagrams of two participants, made for tests.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "dds/fastdds/rtps.hpp"

namespace baton::dds::fastdds::testing {

using Datagram = std::vector<std::uint8_t>;

inline constexpr Guid ours{1, 15, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0xc1};
inline constexpr Guid theirs{1, 15, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 1, 0xc1};

inline Guid endpoint_of(Guid participant, std::uint8_t number, std::uint8_t kind) {
  participant[14] = number;
  participant[15] = kind;
  return participant;
}
inline Guid endpoint_of(const Guid& participant, const rtps::Entity& entity) {
  return rtps::guid_of(rtps::prefix_of(participant), entity);
}
inline Datagram header_of(const Guid& participant) {
  Datagram made{'R', 'T', 'P', 'S', 2, 3, 1, 15};
  made.insert(made.end(), participant.begin(), participant.begin() + 12);
  return made;
}
inline void add(Datagram& datagram, std::uint8_t kind, std::initializer_list<Datagram> parts) {
  Datagram body;
  for (const auto& part : parts) body.insert(body.end(), part.begin(), part.end());
  datagram.insert(datagram.end(), {kind, 1, static_cast<std::uint8_t>(body.size()), 0});
  datagram.insert(datagram.end(), body.begin(), body.end());
}
/// Everything after it is for that participant.
inline void add_destination(Datagram& datagram, const Guid& participant) {
  add(datagram, 0x0e, {Datagram(participant.begin(), participant.begin() + 12)});
}
inline Datagram bytes_of(const rtps::Entity& entity) { return {entity.begin(), entity.end()}; }
inline Datagram number(std::uint8_t low) { return {0, 0, 0, 0, low, 0, 0, 0}; }

inline Datagram acknowledgement(const Guid& reader, const Guid& writer, std::uint8_t next) {
  Datagram made = header_of(reader);
  add_destination(made, writer);
  add(made, 0x06,
      {bytes_of(rtps::entity_of(reader)),
       bytes_of(rtps::entity_of(writer)),
       number(next),
       {0, 0, 0, 0, 1, 0, 0, 0}});
  return made;
}

inline std::optional<rtps::Heartbeat> heartbeat_in(const Datagram& bytes) {
  auto datagram = rtps::Datagram::read(bytes);
  while (const auto submessage = datagram->next()) {
    if (const auto found = as_heartbeat(*submessage)) return found;
  }
  return std::nullopt;
}

}  // namespace baton::dds::fastdds::testing
