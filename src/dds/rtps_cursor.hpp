// SPDX-License-Identifier: Apache-2.0
// Reads numbers from bytes in either byte order, and never past their end: a caller that reads too
// far gets zeros, and can ask once at the end whether it did.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace baton::dds {

class RtpsCursor {
 public:
  RtpsCursor(std::span<std::byte> bytes, bool little_endian)
      : bytes_(bytes), little_endian_(little_endian) {}

  bool failed() const { return failed_; }
  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t left() const { return bytes_.size() - at_; }
  bool little_endian() const { return little_endian_; }

  /// The next bytes; empty if there are fewer.
  std::span<std::byte> bytes(std::size_t count) {
    if (count > left()) {
      fail();
      return {};
    }
    const auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
  }
  void skip(std::size_t count) { (void)bytes(count); }
  /// Skips to the next multiple of four, or to the end.
  void align() { at_ += std::min((4 - at_ % 4) % 4, left()); }
  std::span<std::byte> rest() { return bytes(left()); }

  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  /// A sequence number: the upper half comes first, in either order.
  std::int64_t sequence() {
    const std::uint64_t upper = u32();
    return static_cast<std::int64_t>(upper << 32 | u32());
  }
  void fail() {
    failed_ = true;
    at_ = bytes_.size();
  }

 private:
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const auto taken = bytes(size);
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const auto byte = std::to_integer<std::uint64_t>(taken[little_endian_ ? size - 1 - i : i]);
      value = value << 8 | byte;
    }
    return value;
  }

  const std::span<std::byte> bytes_;
  std::size_t at_ = 0;
  const bool little_endian_;
  bool failed_ = false;
};

}  // namespace baton::dds
