// SPDX-License-Identifier: Apache-2.0
#include <baton/service_envelope.hpp>

#include <baton/msg/cdr.hpp>
#include <baton/msg/round_up.hpp>

namespace rclcpp::detail {
namespace {

constexpr std::size_t gid_bytes = sizeof(RequestIdentity::client_gid);
static_assert(sizeof(RequestIdentity) == gid_bytes + sizeof(std::int64_t));

const msg::TypeSupport& identity_type() {
  using msg::Kind;
  using msg::Shape;
  static constexpr std::array<msg::Field, 2> fields = {{
      {"client_gid", Kind::uint8, Shape::array, 0, gid_bytes, 0},
      {"sequence", Kind::int64, Shape::single, gid_bytes, 0, 0},
  }};
  static const msg::TypeSupport type = [] {
    msg::TypeSupport made{};
    made.type_name = "baton/msg/RequestIdentity";
    made.size_bytes = sizeof(RequestIdentity);
    made.alignment = alignof(RequestIdentity);
    made.plain = true;
    made.any_bytes = true;
    made.dense = true;
    made.cdr_least_bytes = sizeof(RequestIdentity);
    made.fields = fields;
    return made;
  }();
  return type;
}

}  // namespace

std::size_t cdr_end_of_identity(std::size_t at) noexcept {
  return msg::round_up(at + gid_bytes, sizeof(std::int64_t)) + sizeof(std::int64_t);
}

void encode_identity(msg::CdrWriter& writer, const void* envelope) noexcept {
  const auto& identity = *static_cast<const RequestIdentity*>(envelope);
  writer.elements(identity.client_gid.data(), identity.client_gid.size());
  writer.put(identity.sequence);
}

bool decode_identity(msg::CdrReader& reader, void* envelope) {
  auto& identity = *static_cast<RequestIdentity*>(envelope);
  for (std::uint8_t& byte : identity.client_gid) {
    if (!reader.get(byte)) return false;
  }
  return reader.get(identity.sequence);
}

std::array<msg::Field, 2> envelope_fields(const msg::TypeSupport& message,
                                          std::size_t message_offset_bytes) {
  using msg::Kind;
  using msg::Shape;
  return {{
      {"identity", Kind::message, Shape::single, 0, 0, 0, &identity_type()},
      {"message", Kind::message, Shape::single, static_cast<std::uint32_t>(message_offset_bytes), 0,
       0, &message},
  }};
}

msg::TypeSupport describe_envelope(const msg::TypeSupport& message, std::size_t size_bytes,
                                   std::size_t alignment) {
  constexpr std::uint64_t layout_version = 1;  // size of what lies in front of the message
  msg::TypeSupport made{};
  made.type_name = message.type_name;
  made.hash = message.hash;
  made.layout_hash = (message.layout_hash ^ layout_version) * 0x9e37'79b9'7f4a'7c15;
  made.size_bytes = static_cast<std::uint32_t>(size_bytes);
  made.alignment = static_cast<std::uint32_t>(alignment);
  made.plain = message.plain;
  made.any_bytes = message.any_bytes;
  made.cdr_least_bytes =
      static_cast<std::uint32_t>(sizeof(RequestIdentity)) + message.cdr_least_bytes;
  made.description = message.description;
  return made;
}

}  // namespace rclcpp::detail
