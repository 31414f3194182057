// SPDX-License-Identifier: Apache-2.0
// Images that tell which number they have, and whether each of their bytes is of that number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>

#include <sensor_msgs/msg/image.hpp>

namespace baton::machines {

/// Stands in every image as it is: an eavesdropper looks for it.
inline constexpr const char* encoding = "numbered_bytes";

/// Of the byte at any place of the image with that number.
class Pattern {
 public:
  explicit Pattern(std::uint32_t number) : word_((number + 1) * 0x9e3779b97f4a7c15) {}
  std::uint64_t next() { return word_ = word_ * 0xd1342543de82ef95 + 1; }

 private:
  std::uint64_t word_;
};

inline void fill(sensor_msgs::msg::Image& image, std::uint32_t number, std::size_t size_bytes) {
  image.height = number;
  image.width = static_cast<std::uint32_t>(size_bytes);
  image.encoding = encoding;
  image.data.resize(size_bytes);
  Pattern pattern(number);
  for (std::size_t at = 0; at < size_bytes; at += 8) {
    const std::uint64_t word = pattern.next();
    std::memcpy(image.data.data() + at, &word, std::min<std::size_t>(8, size_bytes - at));
  }
}

inline bool is_whole(const sensor_msgs::msg::Image& image) {
  if (image.encoding != encoding || image.data.size() != image.width) return false;
  Pattern pattern(image.height);
  for (std::size_t at = 0; at < image.data.size(); at += 8) {
    const std::uint64_t word = pattern.next();
    const auto length = std::min<std::size_t>(8, image.data.size() - at);
    if (std::memcmp(image.data.data() + at, &word, length) != 0) return false;
  }
  return true;
}

/// What a subscription has seen of one publisher, which counts from 1.
struct Seen {
  void see(const sensor_msgs::msg::Image& image) {
    ++count;
    if (!is_whole(image)) ++corrupt;
    if (!numbers.insert(image.height).second) {
      ++twice;
    } else if (image.height < last) {
      ++backwards;
    }
    if (first == 0) first = image.height;
    last = std::max(last, image.height);
  }

  std::set<std::uint32_t> numbers;
  std::size_t count = 0;
  std::size_t corrupt = 0;
  std::size_t twice = 0;
  std::size_t backwards = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

}  // namespace baton::machines
