// SPDX-License-Identifier: Apache-2.0
// The message on `ros_discovery_info`: which nodes a participant has, and which endpoints are
// whose.
//
// Its type is rmw_dds_common/msg/ParticipantEntitiesInfo, whose Gid had 24 bytes in Humble and has
// 16 since. What is read is a stranger's: bounded by its bytes, in either length.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dds/wire.hpp"

namespace baton::dds {

inline constexpr const char* node_list_topic = "ros_discovery_info";
/// The topic on which participants of Baton tell descriptions of their types.
inline constexpr const char* type_library_topic = "baton/type_description";
inline constexpr const char* node_list_type = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";

struct NodeEntry {
  std::string name;  // fully qualified
  std::vector<Guid> readers;
  std::vector<Guid> writers;

  bool operator==(const NodeEntry&) const = default;
};

/// RIHS01 of that type with Gids of 16 bytes, as in ROS 2 Iron and later.
inline constexpr const char* newer_list_type_hash =
    "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e";

inline constexpr std::size_t gid_bytes = 16;
inline constexpr std::size_t humble_gid_bytes = 24;

struct NodeList {
  Guid participant{};
  std::vector<NodeEntry> nodes;
  std::size_t bytes_of_gid = gid_bytes;  // on the wire

  bool operator==(const NodeList&) const = default;
};

/// `bytes` begin with the encapsulation.
std::vector<std::byte> encode_node_list(const NodeList& list);
std::optional<NodeList> decode_node_list(std::span<const std::byte> bytes);

}  // namespace baton::dds
