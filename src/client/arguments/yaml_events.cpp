// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/yaml_events.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>

#include "client/arguments/refusal.hpp"

namespace baton::client {
namespace {

/// The word that stands at `at` if it is one for null, and a key or not; else nothing.
std::string_view null_word(std::string_view yaml, std::size_t at, bool as_key) {
  if (at >= yaml.size()) return {};
  const std::string_view rest = yaml.substr(at);
  for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
    if (!rest.starts_with(word)) continue;
    const std::size_t next = rest.find_first_not_of(" \t", word.size());
    const std::string_view behind = as_key ? ":" : "\r\n,]}#";
    if (next == rest.npos ? !as_key : behind.find(rest[next]) != behind.npos) return word;
  }
  return {};
}

/// Whether a quote opens at `at` and nothing closes it. yaml-cpp takes the rest of the file for it.
bool is_unclosed_quote(std::string_view yaml, std::size_t at) {
  if (at >= yaml.size() || (yaml[at] != '\'' && yaml[at] != '"')) return false;
  const char quote = yaml[at];
  for (std::size_t i = at + 1; i < yaml.size(); ++i) {
    if (quote == '"' && yaml[i] == '\\') {
      ++i;
    } else if (yaml[i] == quote) {
      // Doubled, a single quote stands for itself.
      if (quote == '"' || i + 1 == yaml.size() || yaml[i + 1] != quote) return false;
      ++i;
    }
  }
  return true;
}

}  // namespace

void YamlEvents::run() {
  // Places are offsets into yaml_ only without what announces an encoding.
  if (yaml_.starts_with("\xef\xbb\xbf")) yaml_.remove_prefix(3);
  if (yaml_.substr(0, 4).find_first_of(std::string_view("\0\xfe\xff", 3)) != yaml_.npos) {
    refuse(YAML::Mark::null_mark(), "it is not UTF-8; save it as that");
  }
  std::istringstream stream{std::string(yaml_)};
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(*this)) {
    }
  } catch (const YAML::Exception& error) {
    refuse(error.mark, fmt::format("this is not YAML: {}", error.msg));
  }
}

void YamlEvents::refuse(const YAML::Mark& mark, const std::string& why) const {
  const bool placed = !mark.is_null();
  if (file_.empty()) {
    throw Refusal(placed && mark.column > 0 ? fmt::format("at character {} of the value: {}",
                                                          mark.column + 1, why)
                                            : why);
  }
  throw Refusal(placed ? fmt::format("{}:{}:{}: {}", file_, mark.line + 1, mark.column + 1, why)
                       : fmt::format("{}: {}", file_, why));
}

void YamlEvents::OnDocumentStart(const YAML::Mark& mark) {
  // yaml-cpp consumes nothing of what cannot begin a document, and would offer it for ever.
  if (mark.pos == last_document_at_) refuse(mark, "this is not YAML: nothing can begin like this");
  last_document_at_ = mark.pos;
}

void YamlEvents::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                          const std::string& text) {
  if (!mark.is_null() && is_unclosed_quote(yaml_, static_cast<std::size_t>(mark.pos))) {
    refuse(mark, "this is not YAML: the quote that opens here is never closed");
  }
  on_scalar(mark, tag, text);
}

void YamlEvents::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
  refuse(mark, "aliases ('*name') are not for parameters; write the value again");
}

ParameterLiteral YamlEvents::literal(const YAML::Mark& mark, const std::string& tag,
                                     const std::string& text) const {
  try {
    return read_scalar(tag, text);
  } catch (const Refusal& refusal) {
    refuse(mark, refusal.what());
  }
}

std::string YamlEvents::written_null(const YAML::Mark& mark, bool as_key) const {
  const auto word = null_word(yaml_, mark.pos < 0 ? yaml_.size() : mark.pos, as_key);
  if (word.empty()) refuse(mark, "a value is missing before this; an empty text is ''");
  return std::string(word);
}

}  // namespace baton::client
