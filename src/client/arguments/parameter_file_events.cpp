// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/parameter_file_events.hpp"

#include <fmt/format.h>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/node_pattern.hpp"
#include "client/arguments/parameter_yaml.hpp"

namespace baton::client {
namespace {

constexpr const char* parameters_key = "ros__parameters";
constexpr const char* shape =
    "a parameter file is `node_name:`, below it `ros__parameters:`, below it `name: value`";

}  // namespace

void ParameterFileEvents::OnNull(const YAML::Mark& mark, YAML::anchor_t) {
  if (frames_.empty()) return;  // a document of nothing but comments
  const bool as_key = frames_.back().level != Level::list && frames_.back().key_next;
  on_scalar(mark, "!", written_null(mark, as_key));
}

void ParameterFileEvents::on_scalar(const YAML::Mark& mark, const std::string& tag,
                                    const std::string& text) {
  if (frames_.empty()) refuse(mark, fmt::format("'{}' stands alone; {}", text, shape));
  if (frames_.back().level != Level::list && frames_.back().key_next) return take_key(mark, text);
  if (frames_.back().level == Level::nodes) {
    refuse(mark, fmt::format("'{}' has a value but is neither a parameter nor a node; {}",
                             frames_.back().key, shape));
  }
  take_value(mark, literal(mark, tag, text));
}

void ParameterFileEvents::take_key(const YAML::Mark& mark, const std::string& key) {
  if (key.empty()) refuse(mark, "a name is empty");
  frames_.back().key = key;
  frames_.back().key_next = false;
}

void ParameterFileEvents::take_value(const YAML::Mark& mark, ParameterLiteral&& value) {
  if (frames_.back().level == Level::list) {
    try {
      return list_.append(std::move(value));
    } catch (const ArgumentFault& fault) {
      refuse(mark, fault.what());
    }
  }
  assign(mark, std::move(value));
}

void ParameterFileEvents::assign(const YAML::Mark& mark, ParameterLiteral&& value) {
  Frame& frame = frames_.back();
  if (assignments_.size() == max_parameters_per_file) {
    refuse(mark, fmt::format("a file holds at most {} parameters; make several files of it",
                             max_parameters_per_file));
  }
  assignments_.push_back({node_pattern_, joined(mark, frame.prefix, frame.key), std::move(value)});
  frame.key_next = true;
}

std::string ParameterFileEvents::joined(const YAML::Mark& mark, const std::string& prefix,
                                        const std::string& rest) const {
  if (prefix.size() + rest.size() > max_parameter_name_length) {
    refuse(mark, fmt::format("names have at most {} characters", max_parameter_name_length));
  }
  return prefix + rest;
}

void ParameterFileEvents::OnSequenceStart(const YAML::Mark& mark, const std::string&,
                                          YAML::anchor_t, YAML::EmitterStyle::value) {
  if (frames_.empty()) refuse(mark, fmt::format("a list stands alone; {}", shape));
  if (frames_.back().level == Level::list) {
    refuse(mark, "a list within a list is no parameter; ROS has lists of one dimension");
  }
  if (frames_.back().key_next) refuse(mark, "a list cannot be a name");
  if (frames_.back().level == Level::nodes) {
    refuse(mark, fmt::format("'{}' has a list but is neither a parameter nor a node; {}",
                             frames_.back().key, shape));
  }
  list_mark_ = mark;
  frames_.push_back({Level::list, {}});
}

void ParameterFileEvents::OnSequenceEnd() {
  frames_.pop_back();
  assign(list_mark_, list_.take());
}

void ParameterFileEvents::OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                                     YAML::EmitterStyle::value) {
  if (frames_.size() == max_parameter_depth) {
    refuse(mark, fmt::format("this is nested more than {} deep", max_parameter_depth));
  }
  if (frames_.empty()) return frames_.push_back({Level::nodes, {}});
  const Frame& above = frames_.back();
  if (above.level == Level::list) {
    refuse(mark, "a list of parameters holds scalars only; give each group a name of its own");
  }
  if (above.key_next) refuse(mark, "a mapping cannot be a name");
  if (above.level == Level::nodes) return enter_below_nodes(mark);
  frames_.push_back({Level::parameters, joined(mark, above.prefix, above.key + '.')});
}

void ParameterFileEvents::enter_below_nodes(const YAML::Mark& mark) {
  const Frame& above = frames_.back();
  if (above.key != parameters_key) {
    const bool needs_slash =
        !above.prefix.ends_with('/') && !(above.prefix.empty() && above.key.starts_with('/'));
    frames_.push_back(
        {Level::nodes, joined(mark, above.prefix, (needs_slash ? "/" : "") + above.key)});
    return;
  }
  if (above.prefix.empty()) {
    refuse(mark, "ros__parameters has no node above it; write `/**:` there for all nodes");
  }
  if (const auto fault = find_pattern_fault(above.prefix)) {
    refuse(mark, fmt::format("'{}' stands for no node: {}", above.prefix, *fault));
  }
  node_pattern_ = above.prefix;
  frames_.push_back({Level::parameters, {}});
}

void ParameterFileEvents::OnMapEnd() {
  frames_.pop_back();
  if (!frames_.empty()) frames_.back().key_next = true;
}

}  // namespace baton::client
