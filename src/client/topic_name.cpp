// SPDX-License-Identifier: Apache-2.0
#include "client/topic_name.hpp"

#include <fmt/format.h>

#include <optional>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

constexpr std::size_t max_length = 247;  // what is left of 255 for DDS prefixes

struct Fault {
  std::string why;
  std::size_t at;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_allowed(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/';
}

std::optional<Fault> find_fault(const std::string& name) {
  if (name.empty()) return Fault{"it must not be empty", 0};
  if (name.size() > max_length) {
    return Fault{fmt::format("it must not be longer than {} characters", max_length), max_length};
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '~') return Fault{"'~' stands for a node's name, and there is no node here", i};
    if (name[i] == '{' || name[i] == '}') {
      return Fault{"substitutions in braces need a node, and there is no node here", i};
    }
    if (!is_allowed(name[i])) {
      return Fault{"it must not contain characters other than alphanumerics, '_' or '/'", i};
    }
    const bool token_start = i == 0 || name[i - 1] == '/';
    if (token_start && is_digit(name[i])) {
      return Fault{"no part of it may start with a number", i};
    }
    if (i > 0 && name[i] == '/' && name[i - 1] == '/') {
      return Fault{"it must not contain repeated '/'", i};
    }
  }
  if (name.back() == '/') return Fault{"it must not end with '/'", name.size() - 1};
  return std::nullopt;
}

}  // namespace

std::string absolute_topic_name(const std::string& name) {
  if (const auto fault = find_fault(name)) {
    throw exceptions::InvalidTopicNameError(fmt::format("invalid topic name '{}': {} (at position {})",
                                                        name, fault->why, fault->at));
  }
  return name.front() == '/' ? name : '/' + name;
}

}  // namespace baton::client
