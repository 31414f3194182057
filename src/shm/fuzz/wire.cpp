// SPDX-License-Identifier: Apache-2.0
// A peer sends any packet: it is refused with a text, or means one thing.
#include "shm/wire.hpp"

#include "base/assert.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace baton::shm;
  const auto message = wire::decode(std::as_bytes(std::span(data, size)));
  if (!message) {
    BATON_ASSERT(!message.error().text.empty());
    return 0;
  }
  const std::vector<std::byte> packet = wire::encode(*message);
  const auto again = wire::decode(packet);
  BATON_ASSERT(again);
  BATON_ASSERT(again->index() == message->index());
  BATON_ASSERT(wire::encode(*again) == packet);
  return 0;
}
