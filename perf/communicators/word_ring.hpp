// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "communicator.hpp"
#include "communicators/floor_memory.hpp"

namespace perf {

/// A ring of 64-bit words that the writer never waits for: the floor of throughput. A word holds
/// the low 24 bits of the message's number and the low 40 bits of its time; no word is 0.
std::unique_ptr<Publication> make_word_ring_publication(const FloorMemory& memory);
std::unique_ptr<Reception> make_word_ring_reception(const FloorMemory& memory,
                                                    MessageHandler& handler);

}  // namespace perf
