// SPDX-License-Identifier: Apache-2.0
// Datagrams of RTPS, read as far as needed to see what participants know of each other.
//
// Datagrams are input: reading ends within the bytes, whatever they hold. Nothing is owned; any
// thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dds/wire.hpp"

namespace baton::dds::fastdds::rtps {

using Bytes = std::span<const std::uint8_t>;
/// Names a participant: the first bytes of its GUID.
using Prefix = std::array<std::uint8_t, 12>;
/// Names an endpoint within its participant: the last bytes of its GUID.
using Entity = std::array<std::uint8_t, 4>;

Prefix prefix_of(const Guid& guid);
Entity entity_of(const Guid& guid);
Guid guid_of(const Prefix& participant, const Entity& endpoint);
/// Every participant has these endpoints, for discovery and liveliness.
inline bool is_builtin(const Entity& entity) { return (entity.back() & 0xc0) == 0xc0; }

inline constexpr Entity participant_announcer{0x00, 0x01, 0x00, 0xc2};

/// The kinds of endpoints that a participant announces: it has a reliable writer and a reader for
/// each.
enum class Announced : std::uint8_t { writers, readers };
inline constexpr std::size_t kinds_announced = 2;
constexpr Entity announcer_of(Announced what) {
  return {0x00, 0x00, static_cast<std::uint8_t>(what == Announced::writers ? 0x03 : 0x04), 0xc2};
}
constexpr Entity detector_of(Announced what) {
  return {0x00, 0x00, static_cast<std::uint8_t>(what == Announced::writers ? 0x03 : 0x04), 0xc7};
}

struct Submessage {
  enum class Kind : std::uint8_t {
    acknack = 0x06,
    heartbeat = 0x07,
    gap = 0x08,
    info_source = 0x0c,
    info_destination = 0x0e,
    data = 0x15,
    data_fragment = 0x16,
  };
  std::uint8_t kind = 0;
  bool is_little_endian = true;
  Bytes body;
  std::size_t end = 0;  // offset in the datagram

  /// Offset of its first byte in the datagram.
  std::size_t begin() const { return end - body.size() - header_bytes; }
  static constexpr std::size_t header_bytes = 4;
  bool is(Kind other) const { return kind == static_cast<std::uint8_t>(other); }
};

struct Heartbeat {
  Entity reader{};
  Entity writer{};
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint32_t count = 0;
};

struct Acknowledgement {
  Entity reader{};
  Entity writer{};
  std::uint64_t next = 0;  // all samples before this one have come
};

/// Messages that a writer does not have, or not for that reader.
struct Gap {
  Entity reader{};
  Entity writer{};
  /// The messages from the first one to before the second one; in their order.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
};

struct Data {
  Entity writer{};
  std::uint64_t sequence = 0;
};

/// The submessages of a datagram, one after the other.
class Datagram {
 public:
  static constexpr std::size_t header_bytes = 20;

  /// Empty if the bytes are no datagram of RTPS.
  static std::optional<Datagram> read(Bytes bytes);
  Prefix source() const;
  Bytes header() const { return bytes_.first(header_bytes); }
  std::optional<Submessage> next();

 private:
  explicit Datagram(Bytes bytes) : bytes_(bytes) {}

  Bytes bytes_;
  std::size_t at_ = header_bytes;
};

std::optional<Prefix> as_destination(const Submessage& submessage);
/// The participant in whose name everything after it is said.
std::optional<Prefix> as_source(const Submessage& submessage);
std::optional<Heartbeat> as_heartbeat(const Submessage& submessage);
std::optional<Acknowledgement> as_acknowledgement(const Submessage& submessage);
std::optional<Gap> as_gap(const Submessage& submessage);
/// For a fragment, the sample that it is part of.
std::optional<Data> as_data(const Submessage& submessage);

/// Changes what as_heartbeat() has read. `datagram`: all of it.
void set_count(std::span<std::uint8_t> datagram, const Submessage& heartbeat, std::uint32_t count);
/// Readers skip the submessage from now on.
void blank(std::span<std::uint8_t> datagram, const Submessage& submessage);

/// A datagram with one heartbeat that asks for an answer.
std::vector<std::uint8_t> heartbeat_datagram(Bytes header, const Prefix& destination,
                                             const Heartbeat& heartbeat);

}  // namespace baton::dds::fastdds::rtps
