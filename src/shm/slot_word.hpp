// SPDX-License-Identifier: Apache-2.0
// A slot of the ring as one 64-bit word: sequence (low 48 bits) << 16 | chunk + 1; 0 = empty.
// The chunk is stored plus one so that no live word is 0, also where the 48 bits wrap.
#pragma once

#include <cstdint>

namespace baton::shm {

using ChunkIndex = std::uint32_t;

inline constexpr std::uint64_t sequence_mask = (std::uint64_t{1} << 48) - 1;
inline constexpr std::uint64_t empty_slot = 0;

constexpr std::uint64_t make_slot_word(std::uint64_t sequence, ChunkIndex chunk) {
  return (sequence & sequence_mask) << 16 | (chunk + 1);
}
constexpr bool slot_holds(std::uint64_t word, std::uint64_t sequence) {
  return word != empty_slot && word >> 16 == (sequence & sequence_mask);
}
constexpr ChunkIndex slot_chunk(std::uint64_t word) {
  return static_cast<ChunkIndex>(word & 0xffff) - 1;
}

}  // namespace baton::shm
