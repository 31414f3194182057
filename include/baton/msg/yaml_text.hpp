// SPDX-License-Identifier: Apache-2.0
//
// yaml-cpp reads a field that is a string, and writes it: `node["name"] >> msg.name`,
// `node.as<baton::msg::String>()`, `emitter_node["name"] = msg.name`. Does nothing where yaml-cpp
// is not included, and needs none of its headers.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <baton/msg/basic_string.hpp>

namespace YAML {

class Node;
template <typename T>
struct convert;

/// As that of std::string, by which it goes. Templates, because yaml-cpp's types are known only
/// where its headers are included. Throws std::length_error where the text is longer than the field
/// may be.
template <std::size_t Bound>
struct convert<baton::msg::BasicString<char, Bound>> {
  using Text = baton::msg::BasicString<char, Bound>;
  template <class N>
  using Standard = std::enable_if_t<!std::is_void_v<N>, convert<std::string>>;

  template <class N = Node>
  static N encode(const Text& text) {
    return Standard<N>::encode(std::string(text.data(), text.size()));
  }
  template <class N = Node>
  static bool decode(const N& node, Text& text) {
    std::string read;
    if (!Standard<N>::decode(node, read)) return false;
    text = read;
    return true;
  }
};

}  // namespace YAML
