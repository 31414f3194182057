// SPDX-License-Identifier: Apache-2.0
// What ROS forbids in names. The reasons are worded as ROS words them: users search for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace baton::client {

/// `at` counts bytes from 0.
struct NameFault {
  std::string why;
  std::size_t at;
};

// 255 less eight for the prefixes that DDS needs ("rq/", "rr/", "Reply" ...).
inline constexpr std::size_t max_topic_name_length = 247;
// A topic in the namespace needs a '/' and a character.
inline constexpr std::size_t max_namespace_length = max_topic_name_length - 2;
inline constexpr std::size_t max_node_name_length = 255;

bool is_digit(char c);
/// Letters of ASCII, digits and '_'.
bool is_token_character(char c);

/// For a name as it is written in code: it may be relative, begin with "~/", and have
/// substitutions. Services have the same rules. The length is checked in the full name.
std::optional<NameFault> find_topic_name_fault(std::string_view name);
/// For a name that begins with '/', as it is on the wire.
std::optional<NameFault> find_full_topic_name_fault(std::string_view name);
std::optional<NameFault> find_node_name_fault(std::string_view name);
/// Accepts "/" as a namespace, but not "".
std::optional<NameFault> find_namespace_fault(std::string_view name);

/// Throws exceptions::InvalidNodeNameError.
void check_node_name(const std::string& name);
/// Throws exceptions::InvalidNamespaceError.
void check_namespace(const std::string& name);

}  // namespace baton::client
