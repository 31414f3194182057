// SPDX-License-Identifier: Apache-2.0
#include "client/names/expand_name.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <baton/exceptions.hpp>
#include <baton/expand_topic_or_service_name.hpp>

#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

[[noreturn]] void refuse(const std::string& name, const NameFault& fault, NameKind kind) {
  if (kind == NameKind::service) {
    throw exceptions::InvalidServiceNameError(name.c_str(), fault.why.c_str(), fault.at);
  }
  throw exceptions::InvalidTopicNameError(name.c_str(), fault.why.c_str(), fault.at);
}

std::optional<std::string_view> find_substitution(std::string_view substitution,
                                                  std::string_view node_name,
                                                  std::string_view namespace_) {
  if (substitution == "{node}") return node_name;
  if (substitution == "{ns}" || substitution == "{namespace}") return namespace_;
  return std::nullopt;
}

/// Replaces substitutions in a name with balanced braces. Returns a fault for a substitution that
/// ROS does not know.
std::optional<NameFault> substitute(std::string_view name, std::string_view node_name,
                                    std::string_view namespace_, std::string& out) {
  std::size_t at = 0;
  while (at < name.size()) {
    const std::size_t open = std::min(name.find('{', at), name.size());
    out += name.substr(at, open - at);
    if (open == name.size()) break;
    const std::size_t close = name.find('}', open);
    const std::string_view substitution = name.substr(open, close - open + 1);
    const auto text = find_substitution(substitution, node_name, namespace_);
    if (!text) {
      return NameFault{fmt::format("unknown substitution: {}; there are {{node}}, {{ns}} and "
                                   "{{namespace}}",
                                   substitution),
                       open};
    }
    out += *text;
    at = close + 1;
  }
  return std::nullopt;
}

std::optional<NameFault> expand(std::string_view name, std::string_view node_name,
                                std::string_view namespace_, std::string& out) {
  if (auto fault = find_topic_name_fault(name)) return fault;
  std::string replaced;
  if (auto fault = substitute(name, node_name, namespace_, replaced)) return fault;
  if (replaced.front() == '~') {
    out = join_namespace(namespace_, node_name) + replaced.substr(1);
  } else {
    out = replaced.front() == '/' ? replaced : join_namespace(namespace_, replaced);
  }
  return std::nullopt;
}

}  // namespace

std::string join_namespace(std::string_view namespace_, std::string_view name) {
  return fmt::format("{}/{}", namespace_ == "/" ? "" : namespace_, name);
}

std::optional<std::string> expand_name(std::string_view name, std::string_view node_name,
                                       std::string_view namespace_) {
  std::string expanded;
  if (expand(name, node_name, namespace_, expanded)) return std::nullopt;
  return expanded;
}

void check_full_name(const std::string& name, NameKind kind) {
  if (const auto fault = find_full_topic_name_fault(name)) refuse(name, *fault, kind);
}

std::string expand_name_or_throw(const std::string& name, const std::string& node_name,
                                 const std::string& namespace_, NameKind kind) {
  if (const auto fault = find_topic_name_fault(name)) refuse(name, *fault, kind);
  check_node_name(node_name);
  check_namespace(namespace_);
  std::string expanded;
  if (const auto fault = expand(name, node_name, namespace_, expanded)) refuse(name, *fault, kind);
  check_full_name(expanded, kind);
  return expanded;
}

}  // namespace baton::client

namespace rclcpp {

std::string expand_topic_or_service_name(const std::string& name, const std::string& node_name,
                                         const std::string& namespace_, bool is_service) {
  const auto kind = is_service ? client::NameKind::service : client::NameKind::topic;
  return client::expand_name_or_throw(name, node_name, namespace_, kind);
}

}  // namespace rclcpp
