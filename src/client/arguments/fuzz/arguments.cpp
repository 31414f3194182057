// SPDX-License-Identifier: Apache-2.0
// Any command line: each line of the input is an argument. Whatever is accepted can be used for a
// node.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <baton/exceptions.hpp>

#include "base/assert.hpp"
#include "client/arguments/node_arguments.hpp"
#include "client/names/name_fault.hpp"

using namespace baton;
using namespace baton::client;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  std::vector<std::string> arguments;
  for (std::string line; std::getline(lines, line);) {
    if (line == "--params-file") return 0;  // other files are no part of the input
    arguments.push_back(line);
  }
  Arguments parsed;
  try {
    parsed = Arguments::parse(arguments);
  } catch (const exceptions::RCLInvalidROSArgsError&) {
    without_ros_arguments(arguments);
    return 0;
  }
  BATON_ASSERT(parsed.remaining == without_ros_arguments(arguments));
  const NodeArguments of{nullptr, &parsed};
  const auto node = of.remap_node("talker", "/ns");
  BATON_ASSERT(!find_node_name_fault(node.name) && !find_namespace_fault(node.namespace_));
  try {
    for (const NameKind kind : {NameKind::topic, NameKind::service}) {
      BATON_ASSERT(!find_full_topic_name_fault(of.resolve("chatter", node, kind)));
    }
  } catch (const exceptions::NameValidationError&) {
  }
  try {
    of.parameter_overrides(join_namespace(node.namespace_, node.name));
  } catch (const exceptions::InvalidParameterValueException&) {
  }
  return 0;
}
