// SPDX-License-Identifier: Apache-2.0
// What ROS calls things in DDS.
//
// A topic "/a/b" is "rt/a/b"; the topics of services have their names already ("rq/sRequest"). A
// type "pkg/msg/Foo" is "pkg::msg::dds_::Foo_". A plain C++ type has no definition that both sides
// could compare, so its two hashes are part of its name: types that differ do not match.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <baton/endpoint_event.hpp>

namespace baton::dds {

struct TopicName {
  std::string topic;
  EndpointKind kind = EndpointKind::topic;
};

/// `plain`: of a plain C++ type; the topic's name is without ROS's prefix.
std::string to_dds_topic(std::string_view topic, EndpointKind kind, bool plain);
TopicName from_dds_topic(std::string_view name);

std::string to_dds_type(std::string_view type_name);
std::string to_dds_plain_type(std::string_view type_name, std::uint64_t type_hash,
                              std::uint64_t layout_hash);

struct TypeName {
  std::string type_name;
  bool is_plain = false;  // if true, the two hashes are set
  std::uint64_t type_hash = 0;
  std::uint64_t layout_hash = 0;
};
TypeName from_dds_type(std::string_view name);

}  // namespace baton::dds
