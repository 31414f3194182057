// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/yaml_events.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>

#include "client/arguments/argument_fault.hpp"

namespace baton::client {
namespace {

/// The word for null that stands at `at`, as a key if `as_key`; empty if there is none.
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

}  // namespace

void YamlEvents::run() {
  try {
    parse();
  } catch (const YAML::Exception& error) {
    refuse(error.mark, fmt::format("this is not YAML: {}", error.msg));
  }
}

void YamlEvents::refuse(const YAML::Mark& mark, const std::string& why) const {
  const bool placed = !mark.is_null();
  if (file_.empty()) {
    throw ArgumentFault(placed && mark.column > 0
                            ? fmt::format("at character {} of the value: {}", mark.column + 1, why)
                            : why);
  }
  throw ArgumentFault(placed
                          ? fmt::format("{}:{}:{}: {}", file_, mark.line + 1, mark.column + 1, why)
                          : fmt::format("{}: {}", file_, why));
}

void YamlEvents::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
  refuse(mark, "aliases ('*name') are not for parameters; write the value again");
}

ParameterLiteral YamlEvents::literal(const YAML::Mark& mark, const std::string& tag,
                                     const std::string& text) const {
  try {
    return read_scalar(tag, text);
  } catch (const ArgumentFault& fault) {
    refuse(mark, fault.what());
  }
}

std::string YamlEvents::written_null(const YAML::Mark& mark, bool as_key) const {
  const auto word = null_word(yaml(), mark.pos < 0 ? yaml().size() : mark.pos, as_key);
  if (word.empty()) refuse(mark, "a value is missing before this; an empty text is ''");
  return std::string(word);
}

}  // namespace baton::client
