// SPDX-License-Identifier: Apache-2.0
#include "client/log/line_format.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <iterator>

#include "client/log/severity.hpp"

namespace baton::client {
namespace {

constexpr std::int64_t ns_per_s = 1'000'000'000;

/// The characters that escapes mean.
std::string unescaped(std::string_view text) {
  static constexpr std::string_view letters = "abfnrtv\\";
  static constexpr std::string_view meant = "\a\b\f\n\r\t\v\\";
  std::string plain;
  while (!text.empty()) {
    std::size_t used = 1;
    char character = text[0];
    if (character == '\\' && text.size() > 1) {
      unsigned code = 0;
      if (const std::size_t at = letters.find(text[1]); at != letters.npos) {
        character = meant[at];
        used = 2;
      } else if (text[1] == 'x' && text.size() > 3 &&
                 std::from_chars(&text[2], &text[2] + 2, code, 16).ptr == &text[2] + 2) {
        character = static_cast<char>(code);
        used = 4;
      }
    }
    plain += character;
    text.remove_prefix(used);
  }
  return plain;
}

void append_date(std::int64_t stamp_ns, std::string& line) {
  const std::time_t seconds = stamp_ns / ns_per_s;
  std::tm local{};
  ::localtime_r(&seconds, &local);
  fmt::format_to(std::back_inserter(line), "{:%Y-%m-%d %H:%M:%S}.{:03}", local,
                 stamp_ns % ns_per_s / 1'000'000);
}

}  // namespace

const LineFormat::NamedWord LineFormat::named_words[] = {
    {"severity", Word::severity},
    {"name", Word::name},
    {"message", Word::message},
    {"function_name", Word::function_name},
    {"file_name", Word::file_name},
    {"line_number", Word::line_number},
    {"time", Word::time},
    {"time_as_nanoseconds", Word::time_as_nanoseconds},
    {"date_time_with_ms", Word::date_time_with_ms},
};

LineFormat::LineFormat(std::string_view format) {
  const std::string plain = unescaped(format);
  std::string_view rest = plain;
  while (!rest.empty()) {
    const std::size_t brace = std::min(rest.find('{'), rest.size());
    add_literal(rest.substr(0, brace));
    rest.remove_prefix(brace);
    if (rest.empty()) break;
    std::size_t used = add_word(rest);
    if (used == 0) {
      // JSON, for one, has braces of its own.
      add_literal(rest.substr(0, 1));
      used = 1;
    }
    rest.remove_prefix(used);
  }
}

void LineFormat::add_literal(std::string_view text) {
  if (text.empty()) return;
  if (pieces_.empty() || pieces_.back().word != Word::literal) {
    pieces_.push_back({Word::literal, {}});
  }
  pieces_.back().literal += text;
}

std::size_t LineFormat::add_word(std::string_view text) {
  const std::size_t end = text.find('}');
  if (end == text.npos) return 0;
  const std::string_view inside = text.substr(1, end - 1);
  for (const auto& [name, word] : named_words) {
    if (inside != name) continue;
    pieces_.push_back({word, {}});
    return end + 1;
  }
  const bool looks_like_one =
      !inside.empty() && inside.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == inside.npos;
  if (looks_like_one) unknown_words_.emplace_back(inside);
  return 0;
}

void LineFormat::append(const LogRecord& record, std::string& line) const {
  for (const Piece& piece : pieces_) append_piece(piece, record, line);
}

void LineFormat::append_piece(const Piece& piece, const LogRecord& record, std::string& line) {
  switch (piece.word) {
    case Word::literal:
      line += piece.literal;
      return;
    case Word::severity:
      line += severity_name(record.level);
      return;
    case Word::name:
      line += record.name;
      return;
    case Word::message:
      line += record.text;
      return;
    case Word::function_name:
      line += record.function;
      return;
    case Word::file_name:
      line += record.file;
      return;
    case Word::line_number:
      line += std::to_string(record.line);
      return;
    case Word::time:
      fmt::format_to(std::back_inserter(line), "{:010}.{:09}", record.stamp_ns / ns_per_s,
                     record.stamp_ns % ns_per_s);
      return;
    case Word::time_as_nanoseconds:
      fmt::format_to(std::back_inserter(line), "{:019}", record.stamp_ns);
      return;
    case Word::date_time_with_ms:
      append_date(record.stamp_ns, line);
      return;
  }
}

}  // namespace baton::client
