// SPDX-License-Identifier: Apache-2.0
// What a name means within a node, before remapping.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace baton::client {

enum class NameKind { topic, service };

/// "/ns/name", or "/name" in the root namespace "/".
std::string join_namespace(std::string_view namespace_, std::string_view name);

/// Replaces "~", "{node}", "{ns}" and "{namespace}" and puts a relative name into the namespace; no
/// value if `name` is malformed or holds another substitution. The node's names must be valid; what
/// comes out may still be too long.
std::optional<std::string> expand_name(std::string_view name, std::string_view node_name,
                                       std::string_view namespace_);

/// Throws exceptions::InvalidTopicNameError or InvalidServiceNameError unless `name` may be seen on
/// the wire.
void check_full_name(const std::string& name, NameKind kind);

/// Throws as baton::expand_topic_or_service_name does.
std::string expand_name_or_throw(const std::string& name, const std::string& node_name,
                                 const std::string& namespace_, NameKind kind);

}  // namespace baton::client
