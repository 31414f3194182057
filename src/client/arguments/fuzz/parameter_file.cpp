// SPDX-License-Identifier: Apache-2.0
// Any bytes as a parameter file, and as the value of `-p name:=`.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.hpp"
#include "client/arguments/argument_fault.hpp"
#include "client/arguments/node_pattern.hpp"
#include "client/arguments/parameter_yaml.hpp"

using namespace baton::client;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    for (const ParameterAssignment& each : read_parameters(text, "file.yaml")) {
      BATON_ASSERT(!find_pattern_fault(each.node_pattern));
      BATON_ASSERT(!each.name.empty() && each.name.size() <= max_parameter_name_length);
      matches_node(each.node_pattern, "/a/b/talker");
    }
  } catch (const ArgumentFault& fault) {
    BATON_ASSERT(std::string(fault.what()).starts_with("file.yaml:"));
  }
  try {
    read_parameter_value(text);
  } catch (const ArgumentFault&) {
  }
  return 0;
}
