// SPDX-License-Identifier: Apache-2.0
#include "shm/description_parts.hpp"

#include <algorithm>
#include <utility>

namespace baton::shm {
namespace {

/// The bytes of the next part. Cut between characters: half of one would not pass as JSON.
std::size_t next_part(std::string_view text) {
  if (text.size() <= description_part_bytes) return text.size();
  std::size_t size = description_part_bytes;
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  while (size > description_part_bytes - 3 && continues(size)) --size;
  return size;
}

}  // namespace

std::vector<wire::Description> split_description(std::uint64_t request, std::string_view text) {
  if (text.empty() || text.size() > max_description_bytes) return {{request, 0, 0, {}}};
  std::vector<wire::Description> parts;
  while (!text.empty()) {
    const std::size_t size = next_part(text);
    parts.push_back(
        {request, static_cast<std::uint32_t>(parts.size()), 0, std::string(text.substr(0, size))});
    text.remove_prefix(size);
  }
  for (wire::Description& part : parts) part.parts = static_cast<std::uint32_t>(parts.size());
  return parts;
}

DescriptionParts::Progress DescriptionParts::add(wire::Description part) {
  if (parts_ == 0) {
    if (part.parts == 0) return Progress::unknown;
    if (part.parts > max_description_parts) return Progress::nonsense;
    parts_ = part.parts;
  }
  if (part.parts != parts_ || part.part != next_ || part.text.empty() ||
      part.text.size() > max_description_bytes - text_.size()) {
    return Progress::nonsense;
  }
  text_ += part.text;
  return ++next_ == parts_ ? Progress::whole : Progress::more;
}

std::string DescriptionParts::take() {
  parts_ = 0;
  next_ = 0;
  return std::exchange(text_, {});
}

}  // namespace baton::shm
