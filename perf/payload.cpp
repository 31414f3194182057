// SPDX-License-Identifier: Apache-2.0
#include "payload.hpp"

#include <cstring>

namespace perf {
namespace {

constexpr size_t page_bytes = 4096;

// Odd, so that two ids never give one pattern; the index keeps moved bytes from passing.
constexpr uint64_t id_factor = 0x9e3779b97f4a7c15;
constexpr uint64_t index_factor = 0xd6e8feb86659fd93;

// Which bits of the pattern are kept, and which are set. Either all and none, or such that every
// byte is one of 32 letters.
struct Alphabet {
  uint64_t keep = ~uint64_t{0};
  uint64_t set = 0;

  uint64_t operator()(uint64_t word) const { return (word & keep) | set; }
};

Alphabet alphabet_of(const MessageType& type) {
  return type.is_text ? Alphabet{0x1f1f1f1f1f1f1f1f, 0x4040404040404040} : Alphabet{};
}

std::byte touch_byte(uint64_t raw_id, Alphabet alphabet) {
  return static_cast<std::byte>(alphabet(raw_id * 167 + 13));
}

void write_pattern(const Frame& frame, uint64_t raw_id, Alphabet alphabet) {
  uint64_t word = raw_id * id_factor;
  std::byte* const data = frame.payload;
  const size_t words = frame.payload_size_bytes / sizeof word;
  for (size_t i = 0; i < words; ++i, word += index_factor) {
    const uint64_t written = alphabet(word);
    std::memcpy(data + i * sizeof word, &written, sizeof written);
  }
  const uint64_t last = alphabet(word);
  std::memcpy(data + words * sizeof word, &last, frame.payload_size_bytes % sizeof word);
}

bool has_pattern(const ReceivedFrame& frame, uint64_t raw_id, Alphabet alphabet) {
  uint64_t word = raw_id * id_factor;
  uint64_t difference = 0;
  const std::byte* const data = frame.payload;
  const size_t words = frame.payload_size_bytes / sizeof word;
  for (size_t i = 0; i < words; ++i, word += index_factor) {
    uint64_t found;
    std::memcpy(&found, data + i * sizeof word, sizeof found);
    difference |= found ^ alphabet(word);
  }
  const uint64_t last = alphabet(word);
  return difference == 0 && std::memcmp(data + words * sizeof word, &last,
                                        frame.payload_size_bytes % sizeof word) == 0;
}

}  // namespace

void write_payload(Fill fill, const MessageType& type, const Frame& frame, uint64_t raw_id) {
  const Alphabet alphabet = alphabet_of(type);
  if (fill == Fill::full) {
    write_pattern(frame, raw_id, alphabet);
  } else if (fill == Fill::touch) {
    const std::byte touch = touch_byte(raw_id, alphabet);
    for (size_t i = 0; i < frame.payload_size_bytes; i += page_bytes) frame.payload[i] = touch;
  }
}

bool payload_is_intact(Fill fill, const MessageType& type, const ReceivedFrame& frame) {
  const Alphabet alphabet = alphabet_of(type);
  const uint64_t raw_id = type.raw_id(frame);
  if (fill == Fill::full) return has_pattern(frame, raw_id, alphabet);
  if (fill == Fill::touch) {
    const std::byte touch = touch_byte(raw_id, alphabet);
    std::byte difference{0};
    for (size_t i = 0; i < frame.payload_size_bytes; i += page_bytes) {
      difference |= frame.payload[i] ^ touch;
    }
    return difference == std::byte{0};
  }
  return true;
}

}  // namespace perf
