// SPDX-License-Identifier: Apache-2.0
#include "payload.hpp"

#include <cstring>

namespace perf {
namespace {

constexpr size_t page_bytes = 4096;

// Odd, so that two ids never give one pattern; the index keeps moved bytes from passing.
constexpr uint64_t id_factor = 0x9e3779b97f4a7c15;
constexpr uint64_t index_factor = 0xd6e8feb86659fd93;

std::byte touch_byte(uint64_t raw_id) { return static_cast<std::byte>(raw_id * 167 + 13); }

void write_pattern(std::byte* data, size_t size_bytes, uint64_t raw_id) {
  uint64_t word = raw_id * id_factor;
  const size_t words = size_bytes / sizeof word;
  for (size_t i = 0; i < words; ++i, word += index_factor) {
    std::memcpy(data + i * sizeof word, &word, sizeof word);
  }
  std::memcpy(data + words * sizeof word, &word, size_bytes % sizeof word);
}

bool has_pattern(const std::byte* data, size_t size_bytes, uint64_t raw_id) {
  uint64_t word = raw_id * id_factor;
  uint64_t difference = 0;
  const size_t words = size_bytes / sizeof word;
  for (size_t i = 0; i < words; ++i, word += index_factor) {
    uint64_t found;
    std::memcpy(&found, data + i * sizeof word, sizeof found);
    difference |= found ^ word;
  }
  return difference == 0 &&
         std::memcmp(data + words * sizeof word, &word, size_bytes % sizeof word) == 0;
}

}  // namespace

void write_payload(Fill fill, const MessageType& type, std::byte* message, uint64_t raw_id) {
  std::byte* data = message + type.payload_offset;
  if (fill == Fill::full) {
    write_pattern(data, type.payload_size_bytes, raw_id);
  } else if (fill == Fill::touch) {
    for (size_t i = 0; i < type.payload_size_bytes; i += page_bytes) data[i] = touch_byte(raw_id);
  }
}

bool payload_is_intact(Fill fill, const MessageType& type, const std::byte* message) {
  const std::byte* data = message + type.payload_offset;
  const uint64_t raw_id = type.raw_id(message);
  if (fill == Fill::full) return has_pattern(data, type.payload_size_bytes, raw_id);
  if (fill == Fill::touch) {
    std::byte difference{0};
    for (size_t i = 0; i < type.payload_size_bytes; i += page_bytes) {
      difference |= data[i] ^ touch_byte(raw_id);
    }
    return difference == std::byte{0};
  }
  return true;
}

}  // namespace perf
