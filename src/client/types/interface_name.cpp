// SPDX-License-Identifier: Apache-2.0
#include "client/types/interface_name.hpp"

#include <algorithm>
#include <stdexcept>

namespace baton::client {
namespace {

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace

InterfaceName parse_interface_name(const std::string& text, std::string_view default_folder) {
  const std::size_t first = text.find('/');
  const std::size_t last = text.rfind('/');
  InterfaceName parts;
  if (first != std::string::npos) {
    parts.package = text.substr(0, first);
    parts.name = text.substr(last + 1);
    parts.folder =
        first == last ? std::string(default_folder) : text.substr(first + 1, last - first - 1);
  }
  if (!is_word(parts.package) || !is_word(parts.folder) || !is_word(parts.name)) {
    throw std::runtime_error("'" + text + "' is no name of a type: write package/" +
                             std::string(default_folder) +
                             "/Name, for example 'std_msgs/msg/String'");
  }
  return parts;
}

}  // namespace baton::client
