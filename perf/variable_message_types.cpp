// SPDX-License-Identifier: Apache-2.0
#include "variable_message_types.hpp"

#include <type_traits>

#include "variable_messages.hpp"

namespace perf {
namespace {

struct Content {
  size_t default_bytes;
  const char* element;  ///< empty: nothing can be chosen
  size_t element_bytes;
};

template <class M>
Content content() {
  using namespace messages;
  if constexpr (BoundedSequence<M>) return {M::_bounded_sequence_type::max_size(), "", 1};
  if constexpr (std::is_same_v<M, PolygonStamped>) {
    return {polygon_default_bytes, "point", polygon_point_bytes};
  }
  if constexpr (std::is_same_v<M, Image>) return {image_default_bytes, "pixel", image_pixel_bytes};
  if constexpr (std::is_same_v<M, PointCloud2>) {
    return {cloud_default_bytes, "point", cloud_point_bytes};
  }
  return {0, "byte", 1};
}

template <class M>
MessageType describe_variable(const char* name) {
  static_assert(std::is_standard_layout_v<M>);
  const Content made_of = content<M>();
  MessageType type;
  type.name = name;
  type.alignment_bytes = alignof(M);
  type.content_offset = sizeof(M);
  type.element = made_of.element;
  type.element_bytes = made_of.element_bytes;
  type.is_text = std::is_same_v<M, messages::UnboundedString>;
  if constexpr (messages::HasOwnId<M>) {
    type.payload_offset = sizeof(M);
    type.time_offset = offsetof(M, time);
    type.id_offset = offsetof(M, id);
  } else {
    type.payload_offset = sizeof(M) + sizeof(uint64_t);
    type.time_offset = offsetof(M, header);
    type.time_format = TimeFormat::seconds_and_nanoseconds;
    type.id_offset = sizeof(M);
  }
  type.size_bytes = sizeof(M) + made_of.default_bytes;
  type.payload_size_bytes = type.size_bytes - type.payload_offset;
  return type;
}

static_assert(sizeof(std_msgs::msg::Header::stamp) == MessageType::time_size_bytes);

}  // namespace

std::vector<MessageType> variable_message_types() {
  std::vector<MessageType> types;
  messages::for_each_variable_message(
      [&types]<class M>(const char* name) { types.push_back(describe_variable<M>(name)); });
  return types;
}

}  // namespace perf
