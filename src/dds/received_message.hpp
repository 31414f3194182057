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
  /// Decodes bytes that begin with their encapsulation; empty if they are not a message of that
  /// type. Without a `type`: a plain message. Throws std::bad_alloc.
  static transport::MessageRef decode(const msg::TypeSupport* type,
                                      std::span<const std::byte> bytes);

  /// In which form a service's message came.
  enum class Form {
    none,         // none that can be read
    plain,        // the form of ROS with Fast DDS
    with_header,  // behind the identity of its request: the form of ROS with Cyclone DDS
  };
  /// Decodes the message of a service into an envelope; empty unless `form` is plain. Throws
  /// std::bad_alloc.
  static transport::MessageRef decode_body(const EnvelopeType& type,
                                           std::span<const std::byte> bytes, Form& form);
  /// Sets the identity in an envelope that decode_body() made, before a reader sees it.
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
