// SPDX-License-Identifier: Apache-2.0
// Reads YAML as events, so that a file costs as much memory as the values it yields, and not a tree
// of itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "client/arguments/parameter_literal.hpp"
#include "msg/yaml_guard.hpp"

namespace baton::client {

/// What readers of values and of files share. Anchors mean nothing, aliases are refused.
class YamlEvents : public msg::YamlGuard {
 public:
  /// `file` is for errors; if it is empty, the text is an argument. Both must outlive this object.
  YamlEvents(const std::string& yaml, const std::string& file) : YamlGuard(yaml), file_(file) {}

  /// Throws ArgumentFault with the place.
  void run();

 protected:
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) final;

  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& why) const;
  /// Like read_scalar(), but a Refusal tells the place.
  ParameterLiteral literal(const YAML::Mark& mark, const std::string& tag,
                           const std::string& text) const;
  /// As ROS does, takes YAML's words for null as texts. Refuses a missing value.
  std::string written_null(const YAML::Mark& mark, bool as_key) const;

 private:
  const std::string& file_;
};

}  // namespace baton::client
