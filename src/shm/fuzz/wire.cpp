// SPDX-License-Identifier: Apache-2.0
// A peer sends any packet: it is refused with a text, or has exactly one meaning. Parts of
// descriptions are taken as often as their sender likes, and their memory stays bounded.
#include "shm/wire.hpp"

#include "base/assert.hpp"
#include "shm/description_parts.hpp"

namespace {

using namespace baton::shm;

void put_together(wire::Description part) {
  using Progress = DescriptionParts::Progress;
  DescriptionParts parts;
  part.part = 0;
  for (std::uint32_t i = 0; i <= max_description_parts; ++i, ++part.part) {
    const Progress progress = parts.add(part);
    if (progress == Progress::more) continue;
    if (progress == Progress::whole) {
      const std::string text = parts.take();
      BATON_ASSERT(text.size() <= max_description_bytes, text.size());
      BATON_ASSERT(text.size() == part.text.size() * part.parts, text.size());
    }
    return;
  }
  BATON_ASSERT(false, part.parts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
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
  if (const auto* part = std::get_if<wire::Description>(&*message)) put_together(*part);
  return 0;
}
