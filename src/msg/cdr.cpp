// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

namespace baton::msg {

namespace {

constexpr std::array<std::byte, encapsulation_bytes> plain_cdr_little_endian = {
    std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};

}  // namespace

std::size_t encoded_size(const TypeSupport& type, const void* message) noexcept {
  return encapsulation_bytes + cdr_size(type, message);
}

bool encode_message(const TypeSupport& type, const void* message, Span<std::byte> bytes) noexcept {
  if (bytes.size() < encapsulation_bytes) return false;
  std::memcpy(bytes.data(), plain_cdr_little_endian.data(), encapsulation_bytes);
  CdrWriter writer(bytes.subspan(encapsulation_bytes));
  encode(type, writer, message);
  return writer.complete();
}

bool encode_message(const TypeSupport& type, const void* message, std::vector<std::byte>& bytes) {
  bytes.resize(encoded_size(type, message));
  return encode_message(type, message, Span<std::byte>(bytes));
}

bool decode_message(const TypeSupport& type, Span<const std::byte> bytes, void* message) {
  if (bytes.size() < encapsulation_bytes) return false;
  const bool little_endian = bytes[1] == std::byte{1};
  // Any other representation, such as parameter lists or XCDR2, is refused.
  if (bytes[0] != std::byte{0} || (!little_endian && bytes[1] != std::byte{0})) return false;
  CdrReader reader(bytes.subspan(encapsulation_bytes), !little_endian);
  return decode(type, reader, message);
}

}  // namespace baton::msg
