// SPDX-License-Identifier: Apache-2.0
// What every byte of a message must be, given its sequence: a message whose words do not all belong
// to one sequence was written while a reader held it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace baton::stress {

constexpr std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 31;
  value *= 0x9e3779b97f4a7c15;
  value ^= value >> 29;
  return value;
}

constexpr std::uint64_t word_of(std::uint64_t sequence, std::size_t index) {
  return mix(sequence * 0x2545f4914f6cdd1d + index);
}

/// The size of a message varies with its sequence, and is a multiple of 8.
constexpr std::size_t size_of(std::uint64_t sequence, std::size_t most_bytes) {
  return most_bytes / 2 + mix(sequence) % (most_bytes / 16 + 1) * 8;
}

inline void fill(std::byte* data, std::size_t size_bytes, std::uint64_t sequence) {
  for (std::size_t at = 0; at < size_bytes; at += 8) {
    const std::uint64_t word = word_of(sequence, at / 8);
    std::memcpy(data + at, &word, sizeof word);
  }
}

inline bool is_intact(const std::byte* data, std::size_t size_bytes, std::uint64_t sequence) {
  for (std::size_t at = 0; at < size_bytes; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + at, sizeof word);
    if (word != word_of(sequence, at / 8)) return false;
  }
  return true;
}

/// Fast, seeded, good enough to choose delays.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed + 1) | 1) {}
  std::uint64_t below(std::uint64_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace baton::stress
