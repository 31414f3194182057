// SPDX-License-Identifier: Apache-2.0
#include "msg/unicode.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

namespace baton::msg {

namespace {

constexpr char32_t no_character = 0xfffd;
constexpr char32_t none = 0xffffffff;

bool is_surrogate(char32_t c) noexcept { return c >= 0xd800 && c < 0xe000; }

/// Takes the first character off `text`. If the first byte begins no character, takes that byte and
/// returns `none`.
char32_t take_utf8(std::string_view& text) noexcept {
  const auto byte = [&text](std::size_t i) -> char32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const char32_t first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 4;
  static constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  char32_t character = length == 1 ? first : first & (0x7fu >> length);
  bool valid = first < 0x80 || (first >= 0xc0 && first < 0xf8);
  for (std::size_t i = 1; i < length && valid; ++i) {
    valid = byte(i) >> 6 == 2;
    character = character << 6 | (byte(i) & 0x3f);
  }
  valid = valid && character >= least[length] && character <= 0x10ffff && !is_surrogate(character);
  text.remove_prefix(valid ? length : 1);
  return valid ? character : none;
}

void append_utf8(std::string& to, char32_t c) {
  const auto put = [&to](char32_t byte) { to += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xc0 | c >> 6);
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3f));
  } else {
    put(0xf0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3f));
    put(0x80 | (c >> 6 & 0x3f));
  }
  put(0x80 | (c & 0x3f));
}

/// True unless the character controls a terminal, separates lines or changes the direction of text.
bool is_harmless(char32_t c) noexcept {
  const auto between = [c](char32_t first, char32_t last) { return c - first <= last - first; };
  return c != none && !between(0, 0x1f) && !between(0x7f, 0x9f) && !between(0x200b, 0x200f) &&
         !between(0x2028, 0x202e) && !between(0x2066, 0x2069) && c != 0x061c && c != 0xfeff;
}

}  // namespace

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    if (take_utf8(text) == none) return false;
  }
  return true;
}

std::string to_utf8(std::u16string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char32_t character = text[i];
    if (is_surrogate(character)) {
      const char32_t low = i + 1 < text.size() ? text[i + 1] : 0;
      const bool pair = character < 0xdc00 && low >= 0xdc00 && low < 0xe000;
      character = pair ? 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00) : no_character;
      if (pair) ++i;
    }
    append_utf8(out, character);
  }
  return out;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string out;
  while (!text.empty()) {
    char32_t character = take_utf8(text);
    if (character == none) character = no_character;
    if (character >= 0x10000) {
      character -= 0x10000;
      out += static_cast<char16_t>(0xd800 + (character >> 10));
      character = 0xdc00 + (character & 0x3ff);
    }
    out += static_cast<char16_t>(character);
  }
  return out;
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  constexpr std::string_view cut = "...";
  std::string shown;
  std::size_t room = 0;  // length up to which "..." still fits behind the shown text
  while (!text.empty()) {
    const std::string_view before = text;
    const bool harmless = is_harmless(take_utf8(text));
    const std::string_view taken = before.substr(0, before.size() - text.size());
    if (shown.size() + cut.size() <= max_bytes) room = shown.size();
    if (harmless) {
      shown += taken;
    } else {
      for (const char byte : taken) {
        fmt::format_to(std::back_inserter(shown), "\\x{:02x}", static_cast<unsigned char>(byte));
      }
    }
    if (shown.size() > max_bytes) {
      shown.resize(room);
      return shown.append(cut);
    }
  }
  return shown;
}

}  // namespace baton::msg
