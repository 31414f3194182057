// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/rtps.hpp"

#include <algorithm>

namespace baton::dds::fastdds::rtps {
namespace {

constexpr std::array<std::uint8_t, 4> magic{'R', 'T', 'P', 'S'};
constexpr std::size_t count_offset = 24;      // of a heartbeat, in its body
constexpr std::uint8_t no_submessage = 0x7f;  // no kind of submessage: readers skip it
constexpr std::uint8_t little_endian_flag = 0x01;

template <class Array>
Array array_at(Bytes bytes, std::size_t offset) {
  Array made{};
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), made.size(), made.begin());
  return made;
}

template <class Number>
Number number_at(Bytes bytes, std::size_t offset, bool is_little_endian) {
  Number made = 0;
  for (std::size_t i = 0; i < sizeof made; ++i) {
    const std::size_t from = is_little_endian ? sizeof made - 1 - i : i;
    made = static_cast<Number>(made << 8 | bytes[offset + from]);
  }
  return made;
}

/// The more significant half of a sequence number comes first, in either byte order.
std::uint64_t sequence_at(const Submessage& submessage, std::size_t offset) {
  const auto half = [&](std::size_t at) {
    return number_at<std::uint32_t>(submessage.body, at, submessage.is_little_endian);
  };
  return std::uint64_t{half(offset)} << 32 | half(offset + 4);
}

class LittleEndianBytes {
 public:
  void add(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  template <class Number>
  void add_number(Number number) {
    for (std::size_t i = 0; i < sizeof number; ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(number >> 8 * i));
    }
  }
  void add_sequence(std::uint64_t sequence) {
    add_number(static_cast<std::uint32_t>(sequence >> 32));
    add_number(static_cast<std::uint32_t>(sequence));
  }
  void add_header(Submessage::Kind kind, std::uint16_t body_bytes) {
    add_number(static_cast<std::uint8_t>(kind));
    add_number(little_endian_flag);
    add_number(body_bytes);
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

Prefix prefix_of(const Guid& guid) { return array_at<Prefix>(guid, 0); }

Entity entity_of(const Guid& guid) { return array_at<Entity>(guid, Prefix().size()); }

Guid guid_of(const Prefix& participant, const Entity& endpoint) {
  Guid guid{};
  std::copy(endpoint.begin(), endpoint.end(),
            std::copy(participant.begin(), participant.end(), guid.begin()));
  return guid;
}

std::optional<Datagram> Datagram::read(Bytes bytes) {
  if (bytes.size() < header_bytes || !std::equal(magic.begin(), magic.end(), bytes.begin())) {
    return std::nullopt;
  }
  return Datagram(bytes);
}

Prefix Datagram::source() const { return array_at<Prefix>(bytes_, 8); }

std::optional<Submessage> Datagram::next() {
  if (bytes_.size() - at_ < Submessage::header_bytes) return std::nullopt;
  Submessage found;
  found.kind = bytes_[at_];
  found.is_little_endian = (bytes_[at_ + 1] & little_endian_flag) != 0;
  const std::size_t said = number_at<std::uint16_t>(bytes_, at_ + 2, found.is_little_endian);
  at_ += Submessage::header_bytes;
  const std::size_t left = bytes_.size() - at_;
  if (said > left) return std::nullopt;
  // The last submessage may leave its size open, except for the two kinds that may be empty.
  constexpr std::uint8_t pad = 0x01;
  constexpr std::uint8_t info_timestamp = 0x09;
  const bool to_the_end = said == 0 && found.kind != pad && found.kind != info_timestamp;
  const std::size_t size = to_the_end ? left : said;
  found.body = bytes_.subspan(at_, size);
  found.end = at_ + size;
  at_ += std::min(left, (size + 3) / 4 * 4);
  return found;
}

std::optional<Prefix> as_destination(const Submessage& submessage) {
  if (!submessage.is(Submessage::Kind::info_destination)) return std::nullopt;
  if (submessage.body.size() < Prefix().size()) return std::nullopt;
  return array_at<Prefix>(submessage.body, 0);
}

std::optional<Prefix> as_source(const Submessage& submessage) {
  constexpr std::size_t before = 8;  // the sender's version and vendor
  if (!submessage.is(Submessage::Kind::info_source)) return std::nullopt;
  if (submessage.body.size() < before + Prefix().size()) return std::nullopt;
  return array_at<Prefix>(submessage.body, before);
}

std::optional<Heartbeat> as_heartbeat(const Submessage& submessage) {
  if (!submessage.is(Submessage::Kind::heartbeat) || submessage.body.size() < 28)
    return std::nullopt;
  Heartbeat made;
  made.reader = array_at<Entity>(submessage.body, 0);
  made.writer = array_at<Entity>(submessage.body, 4);
  made.first = sequence_at(submessage, 8);
  made.last = sequence_at(submessage, 16);
  made.count = number_at<std::uint32_t>(submessage.body, count_offset, submessage.is_little_endian);
  return made;
}

std::optional<Acknowledgement> as_acknowledgement(const Submessage& submessage) {
  if (!submessage.is(Submessage::Kind::acknack) || submessage.body.size() < 16) return std::nullopt;
  return Acknowledgement{array_at<Entity>(submessage.body, 0), array_at<Entity>(submessage.body, 4),
                         sequence_at(submessage, 8)};
}

std::optional<Gap> as_gap(const Submessage& submessage) {
  constexpr std::size_t words_offset = 28;
  const Bytes body = submessage.body;
  if (!submessage.is(Submessage::Kind::gap) || body.size() < words_offset) return std::nullopt;
  Gap made{array_at<Entity>(body, 0), array_at<Entity>(body, 4), {}};
  const std::uint64_t base = sequence_at(submessage, 16);
  made.ranges.emplace_back(sequence_at(submessage, 8), base);
  const auto bits = number_at<std::uint32_t>(body, 24, submessage.is_little_endian);
  for (std::uint32_t bit = 0; bit < bits; ++bit) {
    const std::size_t at = words_offset + bit / 32 * sizeof(std::uint32_t);
    if (at + sizeof(std::uint32_t) > body.size()) break;
    const auto word = number_at<std::uint32_t>(body, at, submessage.is_little_endian);
    if ((word >> (31 - bit % 32) & 1) == 0) continue;
    if (made.ranges.back().second != base + bit) made.ranges.emplace_back(base + bit, base + bit);
    ++made.ranges.back().second;
  }
  return made;
}

std::optional<Data> as_data(const Submessage& submessage) {
  const bool is_data =
      submessage.is(Submessage::Kind::data) || submessage.is(Submessage::Kind::data_fragment);
  if (!is_data || submessage.body.size() < 20) return std::nullopt;
  return Data{array_at<Entity>(submessage.body, 8), sequence_at(submessage, 12)};
}

void set_count(std::span<std::uint8_t> datagram, const Submessage& heartbeat, std::uint32_t count) {
  const std::size_t at = heartbeat.begin() + Submessage::header_bytes + count_offset;
  for (std::size_t i = 0; i < sizeof count; ++i) {
    const std::size_t byte = heartbeat.is_little_endian ? i : sizeof count - 1 - i;
    datagram[at + byte] = static_cast<std::uint8_t>(count >> 8 * i);
  }
}

void blank(std::span<std::uint8_t> datagram, const Submessage& submessage) {
  datagram[submessage.begin()] = no_submessage;
}

std::vector<std::uint8_t> heartbeat_datagram(Bytes header, const Prefix& destination,
                                             const Heartbeat& heartbeat) {
  LittleEndianBytes made;
  made.add(header);
  made.add_header(Submessage::Kind::info_destination, 12);
  made.add(destination);
  made.add_header(Submessage::Kind::heartbeat, 28);
  made.add(heartbeat.reader);
  made.add(heartbeat.writer);
  made.add_sequence(heartbeat.first);
  made.add_sequence(heartbeat.last);
  made.add_number(heartbeat.count);
  return made.take();
}

}  // namespace baton::dds::fastdds::rtps
