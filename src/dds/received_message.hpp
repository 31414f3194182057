// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include <baton/msg/type_support.hpp>
#include <baton/service_envelope.hpp>

#include "transport/inbox/counted_message.hpp"

namespace baton::dds {

/// A message that came over the wire, decoded on the heap.
class ReceivedMessage final : public transport::CountedMessage {
 public:
  /// Of bytes with their encapsulation; nothing if they are not a message of that type. `type`
  /// null: a plain type. Throws std::bad_alloc.
  static transport::MessageRef decode(const msg::TypeSupport* type,
                                      std::span<const std::byte> bytes);

  /// How a service's message came.
  enum class Form {
    none,         // not at all
    plain,        // as ROS has it in Fast DDS
    with_header,  // behind the identity of its request, as ROS has it in Cyclone DDS
  };
  /// A whole envelope, of the bytes of its message; nothing unless its form is plain. Throws
  /// std::bad_alloc.
  static transport::MessageRef decode_body(const EnvelopeType& type,
                                           std::span<const std::byte> bytes, Form& form);
  /// Of an envelope that was decoded here, before a reader sees it.
  static void set_identity(transport::CountedMessage& envelope, const RequestIdentity& identity);

  void* give_away() noexcept override;

 private:
  /// A message of zeros.
  explicit ReceivedMessage(const msg::TypeSupport& type);
  explicit ReceivedMessage(std::span<const std::byte> plain);
  ~ReceivedMessage() override;

  const msg::TypeSupport* const type_;
  std::byte* memory_;
};

}  // namespace baton::dds
