// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/log/log_record.hpp"

namespace baton::client {

/// What RCUTILS_CONSOLE_OUTPUT_FORMAT says, taken apart once. Immutable, so any thread may use it.
///
/// {severity} {name} {message} {function_name} {file_name} {line_number} {time}
/// {time_as_nanoseconds} {date_time_with_ms} are replaced; \a \b \f \n \r \t \v \\ and \xHH are the
/// characters they name; all else stands for itself.
class LineFormat {
 public:
  static constexpr std::string_view default_format = "[{severity}] [{time}] [{name}]: {message}";

  explicit LineFormat(std::string_view format = default_format);

  /// Appends the formatted record, without a line end.
  void append(const LogRecord& record, std::string& line) const;
  /// Words in braces that mean nothing. Most likely they are misspelt.
  const std::vector<std::string>& unknown_words() const { return unknown_words_; }

 private:
  enum class Word {
    literal,
    severity,
    name,
    message,
    function_name,
    file_name,
    line_number,
    time,
    time_as_nanoseconds,
    date_time_with_ms,
  };
  struct Piece {
    Word word;
    std::string literal;
  };
  struct NamedWord {
    std::string_view name;
    Word word;
  };
  static const NamedWord named_words[];

  void add_literal(std::string_view text);
  /// How many characters of `text`, which begins with a brace, are a word; 0 for none.
  std::size_t add_word(std::string_view text);
  static void append_piece(const Piece& piece, const LogRecord& record, std::string& line);

  std::vector<Piece> pieces_;
  std::vector<std::string> unknown_words_;
};

}  // namespace baton::client
