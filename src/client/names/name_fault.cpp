// SPDX-License-Identifier: Apache-2.0
#include "client/names/name_fault.hpp"

#include <fmt/format.h>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

using Fault = std::optional<NameFault>;

Fault find_brace_fault(std::string_view name, std::size_t at, std::size_t opened_at) {
  const bool inside = opened_at != name.npos;
  const char c = name[at];
  if (is_token_character(c)) {
    if (inside && is_digit(c) && at == opened_at + 1) {
      return NameFault{"substitution name must not start with a number", at};
    }
    return std::nullopt;
  }
  if (inside && c != '}') {
    return NameFault{
        "substitution name must not contain characters other than alphanumerics or '_'", at};
  }
  if (!inside && c == '}') {
    return NameFault{"topic name must not have unmatched (unbalanced) curly braces '{}'", at};
  }
  return std::nullopt;
}

Fault find_character_fault(std::string_view name) {
  std::size_t opened_at = name.npos;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    // Check for '~' at any position before looking at braces, because ROS does so.
    if (c == '~' && i != 0) {
      return NameFault{"topic name must not have tilde '~' unless it is the first character", i};
    }
    if (auto fault = find_brace_fault(name, i, opened_at)) return fault;
    if (c == '{') opened_at = i;
    if (c == '}') opened_at = name.npos;
    if (!is_token_character(c) && std::string_view("/~{}").find(c) == std::string_view::npos) {
      return NameFault{
          "topic name must not contain characters other than alphanumerics, '_', '~', '{', or '}'",
          i};
    }
  }
  if (opened_at != name.npos) {
    return NameFault{"topic name must not have unmatched (unbalanced) curly braces '{}'",
                     opened_at};
  }
  return std::nullopt;
}

/// Rules that full topic names and namespaces share.
Fault find_full_name_fault(std::string_view what, std::string_view name) {
  if (name.empty()) return NameFault{fmt::format("{} must not be empty", what), 0};
  if (name.front() != '/') {
    return NameFault{fmt::format("{} must be absolute, it must lead with a '/'", what), 0};
  }
  if (name.back() == '/') {
    const char* exception = what == "namespace" ? ", unless only a '/'" : "";
    return NameFault{fmt::format("{} must not end with a '/'{}", what, exception), name.size() - 1};
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_token_character(name[i]) && name[i] != '/') {
      return NameFault{
          fmt::format("{} must not contain characters other than alphanumerics, '_', or '/'", what),
          i};
    }
  }
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (name[i - 1] != '/') continue;
    if (name[i] == '/') return NameFault{fmt::format("{} must not contain repeated '/'", what), i};
    if (is_digit(name[i])) {
      return NameFault{fmt::format("{} must not have a token that starts with a number", what), i};
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_token_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

Fault find_topic_name_fault(std::string_view name) {
  if (name.empty()) return NameFault{"topic name must not be empty string", 0};
  const char* numbered = "topic name token must not start with a number";
  if (is_digit(name.front())) return NameFault{numbered, 0};
  if (name.back() == '/') {
    return NameFault{"topic name must not end with a forward slash", name.size() - 1};
  }
  if (auto fault = find_character_fault(name)) return fault;
  if (name.size() > 1 && name.front() == '~' && name[1] != '/') {
    return NameFault{
        "topic name must not have a tilde '~' that is not followed by a forward slash '/'", 1};
  }
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (name[i - 1] == '/' && is_digit(name[i])) return NameFault{numbered, i};
  }
  return std::nullopt;
}

Fault find_full_topic_name_fault(std::string_view name) {
  if (auto fault = find_full_name_fault("topic name", name)) return fault;
  if (name.size() > max_topic_name_length) {
    return NameFault{fmt::format("topic length should not exceed '{}'", max_topic_name_length),
                     max_topic_name_length - 1};
  }
  return std::nullopt;
}

Fault find_node_name_fault(std::string_view name) {
  if (name.empty()) return NameFault{"node name must not be empty", 0};
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_token_character(name[i])) {
      return NameFault{"node name must not contain characters other than alphanumerics or '_'", i};
    }
  }
  if (is_digit(name.front())) return NameFault{"node name must not start with a number", 0};
  if (name.size() > max_node_name_length) {
    return NameFault{fmt::format("node name length should not exceed '{}'", max_node_name_length),
                     max_node_name_length - 1};
  }
  return std::nullopt;
}

Fault find_namespace_fault(std::string_view name) {
  if (name == "/") return std::nullopt;
  if (auto fault = find_full_name_fault("namespace", name)) return fault;
  if (name.size() > max_namespace_length) {
    return NameFault{fmt::format("namespace should not exceed '{}'", max_namespace_length),
                     max_namespace_length - 1};
  }
  return std::nullopt;
}

void check_node_name(const std::string& name) {
  if (const auto fault = find_node_name_fault(name)) {
    throw exceptions::InvalidNodeNameError(name.c_str(), fault->why.c_str(), fault->at);
  }
}

void check_namespace(const std::string& name) {
  if (const auto fault = find_namespace_fault(name)) {
    throw exceptions::InvalidNamespaceError(name.c_str(), fault->why.c_str(), fault->at);
  }
}

}  // namespace baton::client
