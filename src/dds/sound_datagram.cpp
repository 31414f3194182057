// SPDX-License-Identifier: Apache-2.0
#include "dds/sound_datagram.hpp"

#include <algorithm>
#include <string_view>

#include "dds/rtps_cursor.hpp"
#include "dds/sound_parameters.hpp"

namespace baton::dds {
namespace {

/// The participant that receives the datagrams, and what it knows of those that send them.
struct Listener {
  Participation is;
  KnownEndpoints& known;
};

constexpr std::size_t header_bytes = 20;
constexpr std::size_t submessage_head_bytes = 4;
constexpr std::size_t prefix_bytes = 12;  // the part of a GUID that names the participant
/// No writer ever gets to this number. Fast DDS asserts that it can count on from any number that
/// it reads.
constexpr std::int64_t most_sequence = std::int64_t{1} << 62;
/// Most numbers in a gap that does not begin where the reader stopped: Fast DDS notes each one.
constexpr std::int64_t most_in_gap = 1 << 20;
/// Most numbers in a gap that begins where the reader stopped: Fast DDS counts through them.
constexpr std::int64_t most_in_first_gap = 1 << 28;
/// No message is larger (docs/network.md). Fast DDS takes memory for a whole message with its first
/// fragment.
constexpr std::uint32_t most_sample_bytes = 1u << 30;
/// Fast DDS writes a number into the beginning of each fragment. 64 KiB are the most of a datagram.
constexpr std::uint32_t least_fragment_bytes = 64;

enum Id : std::uint8_t {
  pad = 0x01,
  acknack = 0x06,
  heartbeat = 0x07,
  gap = 0x08,
  info_timestamp = 0x09,
  info_source = 0x0c,
  info_destination = 0x0e,
  nack_fragments = 0x12,
  heartbeat_fragments = 0x13,
  data = 0x15,
  data_fragment = 0x16,
  no_submessage = 0x7f,  // no kind of submessage: readers skip it
  first_of_vendors = 0x80,
};

// Flags.
constexpr std::uint8_t is_little_endian = 1;
constexpr std::uint8_t has_inline_parameters = 2;
constexpr std::uint8_t timestamp_ends = 2;
constexpr std::uint8_t has_data = 4;
constexpr std::uint8_t has_key = 8;

// Writers of discovery and of the handshake of DDS Security.
constexpr std::uint32_t participant_writer = 0x000100c2;
constexpr std::uint32_t publications_writer = 0x000003c2;
constexpr std::uint32_t subscriptions_writer = 0x000004c2;
constexpr std::uint32_t handshake_writer = 0x000201c3;

struct Submessage {
  std::span<std::byte> head;
  std::uint8_t id = 0;
  std::uint8_t flags = 0;
  std::span<std::byte> contents;

  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  RtpsCursor begin() const { return {contents, has(is_little_endian)}; }
};

/// Entity ids have one byte order, whatever the flag says.
std::uint32_t entity(RtpsCursor& at) {
  RtpsCursor bytes(at.bytes(4), false);
  return bytes.u32();
}

bool is_sequence(std::int64_t number) { return number >= 0 && number < most_sequence; }

/// Skips a bitmap of up to 256 numbers.
void numbers(RtpsCursor& at) {
  const std::uint32_t bits = at.u32();
  if (bits > 256) at.fail();
  at.skip((bits + 31) / 32 * std::size_t{4});
}

bool is_sound_acknack(RtpsCursor at) {
  at.skip(8);
  const std::int64_t base = at.sequence();
  numbers(at);
  at.skip(4);
  return !at.failed() && is_sequence(base);
}

bool is_sound_heartbeat(RtpsCursor at) {
  at.skip(8);
  const std::int64_t first = at.sequence();
  const std::int64_t last = at.sequence();
  at.skip(4);
  return !at.failed() && is_sequence(first) && is_sequence(last);
}

bool is_sound_gap(RtpsCursor at) {
  at.skip(8);
  const std::int64_t start = at.sequence();
  const std::int64_t base = at.sequence();
  numbers(at);
  if (at.failed() || !is_sequence(start) || !is_sequence(base) || base < start) return false;
  return base - start <= (start == 1 ? most_in_first_gap : most_in_gap);
}

bool is_sound_nack_of_fragments(RtpsCursor at) {
  at.skip(8);
  const std::int64_t sequence = at.sequence();
  const std::uint32_t base = at.u32();
  numbers(at);
  at.skip(4);
  return !at.failed() && is_sequence(sequence) && base != 0 &&
         base <= most_sample_bytes / least_fragment_bytes;
}

bool is_sound_heartbeat_of_fragments(RtpsCursor at) {
  at.skip(8);
  const std::int64_t sequence = at.sequence();
  at.skip(8);
  return !at.failed() && is_sequence(sequence);
}

Announces announced_by(std::uint32_t writer) {
  return writer == participant_writer ? Announces::a_participant : Announces::an_endpoint;
}

/// Checks what a built-in writer announces, because Fast DDS parses it.
bool make_sound_announcement(std::span<std::byte> payload, std::uint32_t writer,
                             std::span<const std::byte> source, const Listener& listener) {
  RtpsCursor encapsulation(payload, false);
  const std::uint16_t representation = encapsulation.u16();
  encapsulation.skip(2);
  RtpsCursor at(encapsulation.rest(), (representation & 1) != 0);
  if (at.failed() || encapsulation.failed()) return false;
  constexpr std::uint16_t cdr = 0;  // the lowest bit tells the byte order
  constexpr std::uint16_t parameter_list = 2;
  const std::uint16_t expected = writer == handshake_writer ? cdr : parameter_list;
  if ((representation & ~1) != expected) return false;
  if (writer == handshake_writer) return is_sound_handshake(at);
  const auto announcing = listener.is.has_server ? std::span<const std::byte>() : source;
  return make_sound_parameters(at, announced_by(writer), announcing, listener.known);
}

bool is_read_here(std::uint32_t writer) {
  return writer == participant_writer || writer == publications_writer ||
         writer == subscriptions_writer || writer == handshake_writer;
}

/// Skips to the parameters before the payload, or to the payload.
void skip_to_parameters(RtpsCursor& at, std::size_t fields_bytes, std::uint16_t offset_bytes) {
  // Fast DDS reads this offset as a signed number.
  if (offset_bytes < fields_bytes || offset_bytes > 0x7fff || offset_bytes % 4 != 0)
    return at.fail();
  at.skip(offset_bytes - fields_bytes);
}

/// Shows Fast DDS what has ended. `parameters`: to the end of the submessage.
void show_key(const Submessage& submessage, std::span<std::byte> parameters, std::uint32_t writer,
              std::span<const std::byte> source) {
  if (!submessage.has(has_key) || !submessage.has(has_inline_parameters)) return;
  const bool little_endian = submessage.has(is_little_endian);
  if (!move_key(parameters, little_endian, announced_by(writer), source)) return;
  submessage.head[1] &= ~std::byte{has_key};
}

bool make_sound_data(const Submessage& submessage, std::span<const std::byte> source,
                     const Listener& listener) {
  RtpsCursor at = submessage.begin();
  at.skip(2);
  const std::uint16_t offset_bytes = at.u16();
  at.skip(4);
  const std::uint32_t writer = entity(at);
  const std::int64_t sequence = at.sequence();
  skip_to_parameters(at, 16, offset_bytes);
  const std::size_t left = at.left();
  if (submessage.has(has_inline_parameters)) skip_parameters(at);
  if (at.failed() || !is_sequence(sequence)) return false;
  if (!submessage.has(has_data)) {
    if (is_read_here(writer)) show_key(submessage, submessage.contents.last(left), writer, source);
    return true;
  }
  if (!is_read_here(writer)) return at.left() >= 4;
  return make_sound_announcement(at.rest(), writer, source, listener);
}

constexpr std::uint64_t in_fours(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

/// Where the number ends that Fast DDS writes into the beginning of a fragment. It allocates memory
/// for the message alone, which malloc() makes a multiple of four.
constexpr std::uint64_t end_of_number(std::uint64_t begin_of_fragment) {
  return in_fours(begin_of_fragment) + sizeof(std::uint32_t);
}

/// A fragment of an announcement is refused: fragments are not put together here, so the whole
/// could not be checked.
bool is_sound_fragment(const Submessage& submessage, bool is_secured) {
  RtpsCursor at = submessage.begin();
  at.skip(2);
  const std::uint16_t offset_bytes = at.u16();
  at.skip(4);
  const std::uint32_t writer = entity(at);
  const std::int64_t sequence = at.sequence();
  const std::uint64_t first = at.u32();
  const std::uint64_t count = at.u16();
  const std::uint64_t fragment_bytes = at.u16();
  const std::uint64_t sample_bytes = at.u32();
  skip_to_parameters(at, 28, offset_bytes);
  if (submessage.has(has_inline_parameters)) skip_parameters(at);
  if (at.failed() || !is_sequence(sequence)) return false;
  if (is_read_here(writer) && !is_secured) return false;
  if (fragment_bytes < least_fragment_bytes || sample_bytes > most_sample_bytes) return false;
  const std::uint64_t fragments = (sample_bytes + fragment_bytes - 1) / fragment_bytes;
  if (first == 0 || count == 0 || first - 1 + count > fragments) return false;
  if (end_of_number((fragments - 1) * fragment_bytes) > in_fours(sample_bytes)) return false;
  const std::uint64_t begin = (first - 1) * fragment_bytes;
  return at.left() >= std::min(count * fragment_bytes, sample_bytes - begin);
}

bool has_bytes(const Submessage& submessage, std::size_t least) {
  return submessage.contents.size() >= least;
}

bool make_sound(const Submessage& submessage, std::span<const std::byte> source,
                const Listener& listener) {
  switch (submessage.id) {
    case acknack:
      return is_sound_acknack(submessage.begin());
    case heartbeat:
      return is_sound_heartbeat(submessage.begin());
    case gap:
      return is_sound_gap(submessage.begin());
    case info_timestamp:
      return submessage.has(timestamp_ends) || has_bytes(submessage, 8);
    case info_source:
      return has_bytes(submessage, 20);
    case info_destination:
      return has_bytes(submessage, 12);
    case nack_fragments:
      return is_sound_nack_of_fragments(submessage.begin());
    case heartbeat_fragments:
      return is_sound_heartbeat_of_fragments(submessage.begin());
    case data:
      return make_sound_data(submessage, source, listener);
    case data_fragment:
      return is_sound_fragment(submessage, listener.is.is_secured);
    default:
      return true;
  }
}

/// Reads the submessage that begins at `at`. One without a length goes to the end of the datagram,
/// as in Fast DDS.
Submessage next_submessage(RtpsCursor& at) {
  Submessage found;
  found.head = at.bytes(submessage_head_bytes);
  if (at.failed()) return found;
  found.id = std::to_integer<std::uint8_t>(found.head[0]);
  found.flags = std::to_integer<std::uint8_t>(found.head[1]);
  RtpsCursor length(found.head.subspan(2), found.has(is_little_endian));
  const std::size_t size = length.u16();
  const bool to_the_end = size == 0 && found.id != info_timestamp && found.id != pad;
  found.contents = to_the_end ? at.rest() : at.bytes(size);
  at.align();
  return found;
}

}  // namespace

std::size_t make_sound(std::span<std::byte> datagram, const Participation& participation,
                       KnownEndpoints& known) {
  const Listener listener{participation, known};
  constexpr std::byte version{2};
  if (datagram.size() < header_bytes || datagram[4] != version) return 0;
  constexpr std::string_view protocol = "RTPS";
  if (!std::equal(protocol.begin(), protocol.end(), datagram.begin(),
                  [](char a, std::byte b) { return std::byte(a) == b; })) {
    return 0;
  }
  std::span<const std::byte> source = datagram.subspan(8, prefix_bytes);
  RtpsCursor at(datagram, true);
  at.skip(header_bytes);
  while (at.left() >= submessage_head_bytes) {
    const std::size_t begin = datagram.size() - at.left();
    const Submessage each = next_submessage(at);
    if (at.failed() || !make_sound(each, source, listener)) return 0;
    if (each.id == info_source) source = each.contents.subspan(8, prefix_bytes);
    if (each.id >= first_of_vendors) {
      // Drop it at the end of a datagram: nothing may follow what a secured participant has
      // encrypted.
      if (at.left() < submessage_head_bytes) return begin;
      each.head[0] = std::byte{no_submessage};
    }
  }
  return datagram.size() - at.left();
}

}  // namespace baton::dds
