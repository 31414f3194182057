// SPDX-License-Identifier: Apache-2.0
#include "dds/sound_parameters.hpp"

#include <algorithm>
#include <array>

namespace baton::dds {
namespace {

// The parameters with lengths or numbers that Fast DDS believes.
enum Pid : std::uint16_t {
  pad = 0x0000,
  sentinel = 0x0001,
  participant_lease = 0x0002,
  topic_name = 0x0005,
  type_name = 0x0007,
  reliability = 0x001a,
  liveliness = 0x001b,
  durability = 0x001d,
  ownership = 0x001f,
  partition = 0x0029,
  user_data = 0x002c,
  group_data = 0x002d,
  topic_data = 0x002e,
  content_filter = 0x0035,
  participant_guid = 0x0050,
  property_list = 0x0059,
  endpoint_guid = 0x005a,
  entity_name = 0x0062,
  key_hash = 0x0070,
  type_id = 0x0069,
  type_object = 0x0072,
  data_representation = 0x0073,
  type_information = 0x0075,
  identity_token = 0x1001,
  permissions_token = 0x1002,
  data_sharing = 0x8006,
};

/// Checks a sequence whose elements take at least `least_bytes` each.
template <class Each>
void sequence_of(RtpsCursor& at, std::size_t least_bytes, Each each) {
  const std::uint32_t count = at.u32();
  if (count > at.left() / least_bytes) at.fail();
  for (std::uint32_t i = 0; i < count && !at.failed(); ++i) each(at);
}

void octets(RtpsCursor& at) {
  at.skip(at.u32());
  at.align();
}

/// Fast DDS reads a text up to its NUL.
void text(RtpsCursor& at) {
  const auto characters = at.bytes(at.u32());
  if (!characters.empty() && characters.back() != std::byte{0}) at.fail();
  at.align();
}

void property(RtpsCursor& at) {
  text(at);
  text(at);
}

void data_holder(RtpsCursor& at) {
  text(at);
  sequence_of(at, 8, property);
  sequence_of(at, 8, [](RtpsCursor& each) {
    text(each);
    octets(each);
  });
}

void filter(RtpsCursor& at) {
  for (int i = 0; i < 4; ++i) text(at);
  sequence_of(at, 4, text);
}

/// Fast DDS checks each participant as often as its lease ends, and crashes when that happens while
/// the participant leaves. So a lease has to be a second at least.
void lease(RtpsCursor& at) {
  const std::uint32_t seconds = at.u32();
  at.skip(4);  // the fraction
  if (seconds == 0 || seconds > INT32_MAX) at.fail();
}

/// Whether the contents of a parameter are consistent.
bool is_sound(std::uint16_t pid, RtpsCursor at) {
  switch (pid) {
    case participant_lease:
      lease(at);
      break;
    case topic_name:
    case type_name:
    case entity_name:
      text(at);
      break;
    case user_data:
    case group_data:
    case topic_data:
      octets(at);
      break;
    case partition:
      sequence_of(at, 4, text);
      break;
    case property_list:
      sequence_of(at, 8, property);
      break;
    case data_representation:
      sequence_of(at, 2, [](RtpsCursor& each) { each.skip(2); });
      break;
    case data_sharing:
      sequence_of(at, 8, [](RtpsCursor& each) { each.skip(8); });
      break;
    case content_filter:
      filter(at);
      break;
    case identity_token:
    case permissions_token:
      data_holder(at);
      break;
    default:
      break;
  }
  return !at.failed();
}

bool is_needless(std::uint16_t pid) {
  return pid == type_id || pid == type_object || pid == type_information;
}

/// Whether a policy cannot change during the life of an endpoint.
bool stays(std::uint16_t pid) {
  return pid == reliability || pid == liveliness || pid == durability || pid == ownership;
}

constexpr std::size_t guid_bytes = 16;
constexpr std::size_t head_bytes = 4;

/// The GUID that is announced: the list has to have it once, and may repeat it.
class Identity {
 public:
  Identity(Announces announces, std::span<const std::byte> participant)
      : announces_(announces), participant_(participant) {}

  /// False: the GUID is another one than before, or none of this participant.
  bool agrees(std::uint16_t pid, std::span<const std::byte> guid) {
    if (pid != participant_guid && pid != endpoint_guid && pid != key_hash) return true;
    if (guid.size() < guid_bytes) return false;
    guid = guid.first(guid_bytes);
    if (!starts_with(guid, participant_)) return false;
    const bool is_of_another =
        announces_ == Announces::an_endpoint ? pid == participant_guid : pid == endpoint_guid;
    if (is_of_another) return true;
    if (guid_.empty()) guid_ = guid;
    return std::equal(guid.begin(), guid.end(), guid_.begin());
  }
  std::span<const std::byte> guid() const { return guid_; }

 private:
  static bool starts_with(std::span<const std::byte> guid, std::span<const std::byte> participant) {
    return std::equal(participant.begin(), participant.end(), guid.begin());
  }

  const Announces announces_;
  const std::span<const std::byte> participant_;
  std::span<const std::byte> guid_;
};

struct Parameter {
  std::span<std::byte> head;  // its PID and length
  std::uint16_t pid;
  std::span<std::byte> value;
};

/// Reads the next parameter; the sentinel is the last one.
Parameter next_parameter(RtpsCursor& at) {
  Parameter found{at.bytes(head_bytes), sentinel, {}};
  if (at.failed()) return found;
  RtpsCursor words(found.head, at.little_endian());
  found.pid = words.u16();
  const std::size_t size = words.u16();
  if (found.pid == sentinel) return found;
  found.value = at.bytes(size);
  at.align();
  return found;
}

void write_head(std::span<std::byte> head, std::uint16_t pid, std::uint16_t size,
                bool little_endian) {
  const std::uint16_t words[] = {pid, size};
  for (std::size_t i = 0; i < head_bytes; ++i) {
    const bool is_upper = (i % 2 == 1) == little_endian;
    head[i] = static_cast<std::byte>(is_upper ? words[i / 2] >> 8 : words[i / 2]);
  }
}

/// The GUID that a key names; empty: it names none of that participant.
std::span<const std::byte> guid_of_key(RtpsCursor at, Announces announces,
                                       std::span<const std::byte> participant) {
  const std::uint16_t wanted =
      announces == Announces::a_participant ? participant_guid : endpoint_guid;
  while (!at.failed()) {
    const Parameter each = next_parameter(at);
    if (each.pid == sentinel) break;
    if (each.pid != wanted || each.value.size() < guid_bytes) continue;
    const bool is_theirs = std::equal(participant.begin(), participant.end(), each.value.begin());
    return is_theirs ? each.value.first(guid_bytes) : std::span<std::byte>();
  }
  return {};
}

}  // namespace

void skip_parameters(RtpsCursor& at) {
  while (!at.failed() && next_parameter(at).pid != sentinel) {
  }
}

bool make_sound_parameters(RtpsCursor& at, Announces announces,
                           std::span<const std::byte> participant, KnownEndpoints& known) {
  Identity identity(announces, participant);
  std::uint64_t what_stays = 0;
  bool has_lease = announces == Announces::an_endpoint;
  while (!at.failed()) {
    const Parameter each = next_parameter(at);
    if (each.pid == sentinel) break;
    if (!is_sound(each.pid, RtpsCursor(each.value, at.little_endian()))) return false;
    if (!identity.agrees(each.pid, each.value)) return false;
    has_lease |= each.pid == participant_lease;
    if (stays(each.pid)) {
      // Only the first number, the kind, has to stay; a time behind it may change.
      RtpsCursor value(each.value, at.little_endian());
      what_stays = (what_stays * 31 + each.pid) * 31 + value.u32();
    }
    if (is_needless(each.pid)) each.head[0] = each.head[1] = std::byte{pad};
  }
  // Refuse a participant without a lease: Fast DDS takes its lease as zero, which ends again and
  // again.
  if (at.failed() || identity.guid().empty() || !has_lease) return false;
  return known.agrees(identity.guid(), what_stays);
}

bool move_key(std::span<std::byte> bytes, bool little_endian, Announces announces,
              std::span<const std::byte> participant) {
  RtpsCursor at(bytes, little_endian);
  Parameter each{};
  do {
    each = next_parameter(at);
    if (at.failed() || each.pid == key_hash) return false;
  } while (each.pid != sentinel);
  const std::span<std::byte> room = bytes.last(at.left() + head_bytes);
  RtpsCursor encapsulation(at.rest(), false);
  const std::uint16_t representation = encapsulation.u16();
  encapsulation.skip(2);
  constexpr std::uint16_t parameter_list = 2;  // the lowest bit tells the byte order
  if ((representation & ~1) != parameter_list) return false;
  const auto found = guid_of_key(RtpsCursor(encapsulation.rest(), (representation & 1) != 0),
                                 announces, participant);
  if (found.empty() || room.size() < 2 * head_bytes + guid_bytes) return false;
  std::array<std::byte, guid_bytes> guid{};
  std::copy(found.begin(), found.end(), guid.begin());  // it lies where it goes to
  write_head(room, key_hash, guid_bytes, little_endian);
  std::copy(guid.begin(), guid.end(), room.begin() + head_bytes);
  write_head(room.subspan(head_bytes + guid_bytes), sentinel, 0, little_endian);
  return true;
}

bool is_sound_handshake(RtpsCursor& at) {
  constexpr std::size_t identities_and_keys = 2 * 24 + 3 * 16;
  at.skip(identities_and_keys);
  text(at);
  sequence_of(at, 12, data_holder);
  return !at.failed();
}

}  // namespace baton::dds
