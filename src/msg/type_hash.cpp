// SPDX-License-Identifier: Apache-2.0
// SHA-256 is Debian's libmd: a few kilobytes without set-up, where libcrypto is megabytes.
#include <sha2.h>

#include <fmt/format.h>

#include <baton/msg/type_hash.hpp>

namespace baton::msg {

namespace {

constexpr std::string_view prefix = "RIHS01_";

int digit_of(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

TypeHash hash_of_description(std::string_view description) noexcept {
  SHA2_CTX state;
  SHA256Init(&state);
  SHA256Update(&state, reinterpret_cast<const std::uint8_t*>(description.data()),
               description.size());
  TypeHash hash;
  static_assert(sizeof hash == SHA256_DIGEST_LENGTH);
  SHA256Final(hash.data(), &state);
  return hash;
}

std::string to_string(const TypeHash& hash) {
  std::string text(prefix);
  for (const std::uint8_t byte : hash) fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  return text;
}

std::optional<TypeHash> parse_type_hash(std::string_view text) noexcept {
  TypeHash hash;
  if (text.size() != prefix.size() + 2 * hash.size() || !text.starts_with(prefix)) return {};
  text.remove_prefix(prefix.size());
  for (std::size_t i = 0; i < hash.size(); ++i) {
    const int high = digit_of(text[2 * i]);
    const int low = digit_of(text[2 * i + 1]);
    if (high < 0 || low < 0) return {};
    hash[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return hash;
}

}  // namespace baton::msg
