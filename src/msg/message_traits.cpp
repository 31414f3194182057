// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/message_traits.hpp>

#include <ostream>

#include <baton/msg/yaml.hpp>

namespace baton::msg::detail {

std::string yaml_of(const TypeSupport& type, const void* message, bool flow,
                    std::size_t indentation) {
  return to_yaml(type, message, {.flow = flow, .indentation = indentation});
}

void write_text(std::ostream& to, const std::string& text) { to << text; }

}  // namespace baton::msg::detail
