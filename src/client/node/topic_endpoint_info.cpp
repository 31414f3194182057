// SPDX-License-Identifier: Apache-2.0
#include <baton/topic_endpoint_info.hpp>

#include <charconv>
#include <string_view>
#include <tuple>
#include <utility>

#include "client/node/graph_names.hpp"

namespace rclcpp {
namespace {

/// The number of two hexadecimal digits; 256 and above for other text.
unsigned byte_of(std::string_view digits) {
  unsigned number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return error == std::errc() && end == digits.data() + digits.size() ? number : 256;
}

/// Of "RIHS01_" and 64 digits; version 0 for any other text.
rosidl_type_hash_t parse_hash(std::string_view text) {
  constexpr std::string_view prefix = "RIHS01_";
  rosidl_type_hash_t hash{};
  if (text.size() != prefix.size() + 2 * sizeof hash.value || !text.starts_with(prefix)) return {};
  text.remove_prefix(prefix.size());
  for (std::size_t i = 0; i < sizeof hash.value; ++i) {
    const unsigned number = byte_of(text.substr(2 * i, 2));
    if (number > 255) return {};
    hash.value[i] = static_cast<std::uint8_t>(number);
  }
  hash.version = 1;
  return hash;
}

}  // namespace

TopicEndpointInfo::TopicEndpointInfo(EndpointInfo info) : info_(std::move(info)) {
  type_hash_ = parse_hash(info_.type_hash);
  if (info_.node.empty()) {
    node_name_ = "_NODE_NAME_UNKNOWN_";
    node_namespace_ = "_NODE_NAMESPACE_UNKNOWN_";
  } else {
    std::tie(node_name_, node_namespace_) = client::split_node_name(info_.node);
  }
}

}  // namespace rclcpp
