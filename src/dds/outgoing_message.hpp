// SPDX-License-Identifier: Apache-2.0
// A message as it goes over the wire: CDR of a generated type; of a plain type its bytes, as a
// sequence of octets.
#pragma once

#include <baton/msg/type_support.hpp>

#include "dds/wire.hpp"

namespace baton::dds {

/// Refers to a message, which must not change meanwhile.
class OutgoingMessage final : public Outgoing {
 public:
  /// Without a `type`, the message is `bytes_of_plain` bytes of a plain type.
  OutgoingMessage(const msg::TypeSupport* type, const void* message, std::size_t bytes_of_plain);

  std::size_t size_bytes() const noexcept override { return size_bytes_; }
  bool encode(std::span<std::byte> bytes) const noexcept override;

 private:
  const msg::TypeSupport* const type_;
  const void* const message_;
  const std::size_t bytes_of_plain_;
  const std::size_t size_bytes_;
};

/// Bytes that are encoded already, encapsulation included.
class OutgoingBytes final : public Outgoing {
 public:
  explicit OutgoingBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::size_t size_bytes() const noexcept override { return bytes_.size(); }
  bool encode(std::span<std::byte> bytes) const noexcept override;

 private:
  const std::span<const std::byte> bytes_;
};

}  // namespace baton::dds
