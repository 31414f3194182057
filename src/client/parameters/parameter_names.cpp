// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/parameter_names.hpp"

#include <algorithm>
#include <string_view>

#include <rcl_interfaces/srv/list_parameters.hpp>

namespace baton::client {
namespace {

bool is_within(std::string_view name, std::uint64_t depth) {
  if (depth == rcl_interfaces::srv::ListParameters::Request::DEPTH_RECURSIVE) return true;
  const auto separators = std::count(name.begin(), name.end(), parameter_separator);
  return static_cast<std::uint64_t>(separators) < depth;
}

}  // namespace

bool is_listed(const std::string& name, const std::vector<std::string>& prefixes,
               std::uint64_t depth) {
  if (prefixes.empty()) return is_within(name, depth);
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
    if (name == prefix) return true;
    if (!name.starts_with(prefix) || name[prefix.size()] != parameter_separator) return false;
    return is_within(std::string_view(name).substr(prefix.size() + 1), depth);
  });
}

rcl_interfaces::msg::ListParametersResult list_with_prefixes(
    const std::vector<std::string>& names) {
  std::vector<std::string> prefixes;
  for (const std::string& name : names) {
    const auto end = name.rfind(parameter_separator);
    if (end == std::string::npos) continue;
    std::string prefix = name.substr(0, end);
    if (std::find(prefixes.begin(), prefixes.end(), prefix) == prefixes.end()) {
      prefixes.push_back(std::move(prefix));
    }
  }
  rcl_interfaces::msg::ListParametersResult result;
  result.names = names;
  result.prefixes = prefixes;
  return result;
}

}  // namespace baton::client
