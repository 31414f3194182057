// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "client/arguments/parameter_assignment.hpp"
#include "client/arguments/yaml_events.hpp"

namespace baton::client {

/// Reads a parameter file: namespaces and nodes, `ros__parameters`, groups of parameters, values.
class ParameterFileEvents final : public YamlEvents {
 public:
  using YamlEvents::YamlEvents;

  /// Call this after run().
  std::vector<ParameterAssignment> take() { return std::move(assignments_); }

 private:
  enum class Level { nodes, parameters, list };
  struct Frame {
    Level level;
    /// The beginning of a node's name ("/ns/node"), or of a parameter's name ("group.").
    std::string prefix;
    std::string key = {};
    bool key_next = true;
  };

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void on_scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

  void take_key(const YAML::Mark& mark, const std::string& key);
  void take_value(const YAML::Mark& mark, ParameterLiteral&& value);
  void assign(const YAML::Mark& mark, ParameterLiteral&& value);
  void enter_below_nodes(const YAML::Mark& mark);
  std::string joined(const YAML::Mark& mark, const std::string& prefix,
                     const std::string& rest) const;

  std::vector<Frame> frames_;
  std::string node_pattern_;
  LiteralList list_;
  YAML::Mark list_mark_;
  std::vector<ParameterAssignment> assignments_;
};

}  // namespace baton::client
