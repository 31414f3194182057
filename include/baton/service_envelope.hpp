// SPDX-License-Identifier: Apache-2.0
// What is sent for a service: a request or a response, behind the identity of the request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <baton/ros_c/rmw_message_info.h>
#include <baton/msg/home.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/round_up.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Which client asked, and which of its requests it is.
struct RequestIdentity {
  std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> client_gid{};
  std::int64_t sequence = 0;  ///< counts the client's requests, from 1

  bool operator==(const RequestIdentity& other) const {
    return client_gid == other.client_gid && sequence == other.sequence;
  }
  bool operator!=(const RequestIdentity& other) const { return !(*this == other); }
};

/// Converts to ROS's type.
inline rmw_request_id_t to_request_id(const RequestIdentity& identity) {
  rmw_request_id_t id{};
  std::memcpy(id.writer_guid, identity.client_gid.data(), sizeof id.writer_guid);
  id.sequence_number = identity.sequence;
  return id;
}
inline RequestIdentity to_identity(const rmw_request_id_t& id) {
  RequestIdentity identity;
  std::memcpy(identity.client_gid.data(), id.writer_guid, sizeof id.writer_guid);
  identity.sequence = id.sequence_number;
  return identity;
}

/// A message that is being sent. In a loan its strings and sequences lie in the loan, too.
template <class M>
struct Enveloped {
  explicit Enveloped(msg::MessageInitialization how = msg::MessageInitialization::all)
      : message(how) {}
  bool operator==(const Enveloped& other) const {
    return identity == other.identity && message == other.message;
  }
  bool operator!=(const Enveloped& other) const { return !(*this == other); }
  static void operator delete(void* memory) noexcept { msg::free_message(memory); }

  RequestIdentity identity;
  M message;
};

/// The functions for an Enveloped<M>, for code that does not know M.
struct EnvelopeType {
  const msg::TypeSupport* envelope = nullptr;
  const msg::TypeSupport* message = nullptr;
  std::size_t message_offset_bytes = 0;
};

namespace detail {

// XCDR1 of the identity, in front of the message's.
BATON_PUBLIC std::size_t cdr_end_of_identity(std::size_t at) noexcept;
BATON_PUBLIC void encode_identity(msg::CdrWriter& writer, const void* envelope) noexcept;
BATON_PUBLIC bool decode_identity(msg::CdrReader& reader, void* envelope);

/// A type support without functions. Name, hash and description are those of the message, so that a
/// refusal names the type that the user wrote.
BATON_PUBLIC msg::TypeSupport describe_envelope(const msg::TypeSupport& message,
                                                std::size_t size_bytes, std::size_t alignment);
BATON_PUBLIC std::array<msg::Field, 2> envelope_fields(const msg::TypeSupport& message,
                                                       std::size_t message_offset_bytes);

/// Calls the functions of M's type for the message in the envelope.
template <class M>
class EnvelopeSupport {
 public:
  static constexpr std::size_t offset_bytes = msg::round_up(sizeof(RequestIdentity), alignof(M));

  EnvelopeSupport()
      : fields_(envelope_fields(type(), offset_bytes)),
        support_(describe_envelope(type(), sizeof(Enveloped<M>), alignof(Enveloped<M>))) {
    support_.fields = fields_;
    support_.construct = [](void* memory, msg::MessageInitialization how) {
      ::new (memory) RequestIdentity;
      msg::construct(type(), at(memory), how);
    };
    support_.destroy = [](void* envelope) noexcept { msg::destroy(type(), at(envelope)); };
    support_.copy = [](void* to, const void* from) {
      ::new (to) RequestIdentity(*static_cast<const RequestIdentity*>(from));
      msg::copy(type(), at(to), at(from));
    };
    support_.equal = [](const void* one, const void* other) {
      return *static_cast<const RequestIdentity*>(one) ==
                 *static_cast<const RequestIdentity*>(other) &&
             msg::equal(type(), at(one), at(other));
    };
    support_.footprint = [](const void* envelope) noexcept {
      return msg::footprint(type(), at(envelope));
    };
    support_.validate = [](const void* envelope, msg::Extent& extent) noexcept {
      return msg::validate(type(), at(envelope), extent);
    };
    support_.cdr_size = [](const void* envelope, std::size_t from) noexcept {
      const std::size_t begin = cdr_end_of_identity(from);
      return begin - from + msg::cdr_size(type(), at(envelope), begin);
    };
    support_.encode = [](msg::CdrWriter& writer, const void* envelope) noexcept {
      encode_identity(writer, envelope);
      msg::encode(type(), writer, at(envelope));
    };
    support_.decode = [](msg::CdrReader& reader, void* envelope) {
      return decode_identity(reader, envelope) && msg::decode(type(), reader, at(envelope));
    };
  }

  const msg::TypeSupport& support() const { return support_; }

 private:
  static const msg::TypeSupport& type() { return msg::type_support<M>(); }
  static void* at(void* envelope) { return static_cast<std::byte*>(envelope) + offset_bytes; }
  static const void* at(const void* envelope) {
    return static_cast<const std::byte*>(envelope) + offset_bytes;
  }

  const std::array<msg::Field, 2> fields_;
  msg::TypeSupport support_;
};

}  // namespace detail

/// The envelope of a generated request or response. It refers to objects that are never destroyed.
template <class M>
EnvelopeType envelope_type() {
  static const detail::EnvelopeSupport<M> made;
  return {&made.support(), &msg::type_support<M>(), detail::EnvelopeSupport<M>::offset_bytes};
}

}  // namespace rclcpp
