// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/node_pattern.hpp"

#include <fmt/format.h>

#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

/// The part of the name that begins at `at`, behind a '/'.
std::string_view part_at(std::string_view name, std::size_t at) {
  return name.substr(at, name.find('/', at) - at);
}

/// Where the next part begins; npos behind the last one.
std::size_t next_part(std::string_view name, std::size_t at) {
  const std::size_t slash = name.find('/', at);
  return slash == name.npos ? name.npos : slash + 1;
}

std::optional<std::string> find_part_fault(std::string_view part) {
  if (part == "*" || part == "**") return std::nullopt;
  if (part.empty()) return "a part of it is empty";
  if (part.find('*') != part.npos) {
    return fmt::format("'{}' mixes a wildcard with a name; '*' and '**' stand alone between '/'",
                       part);
  }
  if (const auto fault = find_node_name_fault(part)) {
    return fmt::format("'{}': {}", part, fault->why);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_pattern_fault(std::string_view pattern) {
  for (std::size_t at = 1; at != pattern.npos; at = next_part(pattern, at)) {
    if (auto fault = find_part_fault(part_at(pattern, at))) return fault;
  }
  return std::nullopt;
}

bool matches_node(std::string_view pattern, std::string_view node_fqn) {
  std::size_t p = 1;
  std::size_t n = 1;
  // After the last "**" in the pattern, and the first part of the name that "**" does not match
  // yet.
  std::size_t retry_p = pattern.npos;
  std::size_t retry_n = 0;
  bool swallowing = false;
  while (n != node_fqn.npos) {
    const std::string_view wanted = p == pattern.npos ? "" : part_at(pattern, p);
    if (wanted == "**") {
      swallowing = true;
      retry_p = p = next_part(pattern, p);
      retry_n = n;
    } else if (p != pattern.npos && (wanted == "*" || wanted == part_at(node_fqn, n))) {
      p = next_part(pattern, p);
      n = next_part(node_fqn, n);
    } else if (swallowing) {
      p = retry_p;
      n = retry_n = next_part(node_fqn, retry_n);
    } else {
      return false;
    }
  }
  while (p != pattern.npos && part_at(pattern, p) == "**") p = next_part(pattern, p);
  return p == pattern.npos;
}

}  // namespace baton::client
