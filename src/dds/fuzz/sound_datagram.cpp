// SPDX-License-Identifier: Apache-2.0
// Checks any datagram: the check reads and writes nothing outside of it, and what passes once
// passes again.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "dds/sound_datagram.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const baton::dds::Participation is :
       {baton::dds::Participation{}, {true, false}, {false, true}}) {
    baton::dds::KnownEndpoints known;
    // The memory ends where the datagram ends.
    std::vector<std::uint8_t> datagram(data, data + size);
    const auto bytes = std::as_writable_bytes(std::span(datagram));
    const std::size_t sound = baton::dds::make_sound(bytes, is, known);
    if (sound > size) std::abort();
    const std::vector<std::uint8_t> first(datagram.begin(),
                                          datagram.begin() + static_cast<std::ptrdiff_t>(sound));
    datagram.resize(sound);
    const auto again = std::as_writable_bytes(std::span(datagram));
    if (baton::dds::make_sound(again, is, known) != sound || datagram != first) std::abort();
  }
  return 0;
}
