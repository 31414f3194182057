// SPDX-License-Identifier: Apache-2.0
//
// A message of a type that is known at run time only.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <baton/msg/reflection.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// Owns one message on the heap. As thread-safe as an int. After a move it may only be assigned to
/// or destroyed.
class BATON_PUBLIC DynamicMessage {
 public:
  /// Makes a message whose numbers are 0 and whose containers are empty. One of a compiled type has
  /// its default values.
  explicit DynamicMessage(std::shared_ptr<const ReflectedType> type);
  /// `type` must outlive the message.
  explicit DynamicMessage(const TypeSupport& type);
  /// A copy of `message`, which is one of that type.
  DynamicMessage(std::shared_ptr<const ReflectedType> type, const void* message);
  DynamicMessage(const TypeSupport& type, const void* message);

  DynamicMessage(const DynamicMessage& other);
  DynamicMessage(DynamicMessage&& other) noexcept = default;
  DynamicMessage& operator=(const DynamicMessage& other);
  DynamicMessage& operator=(DynamicMessage&& other) noexcept = default;
  ~DynamicMessage() = default;

  /// Decodes CDR with its encapsulation, possibly a stranger's. Empty: it is no message of this
  /// type. Allocates at most eight times the size of `bytes`.
  static std::optional<DynamicMessage> decode(std::shared_ptr<const ReflectedType> type,
                                              Span<const std::byte> bytes);

  const TypeSupport& type() const noexcept { return *type_; }
  void* data() noexcept { return memory_.get(); }
  const void* data() const noexcept { return memory_.get(); }

  /// True if both have one type and the same values.
  bool operator==(const DynamicMessage& other) const;
  bool operator!=(const DynamicMessage& other) const { return !(*this == other); }

 private:
  struct Delete {
    const TypeSupport* type;
    std::shared_ptr<const ReflectedType> owner;
    void operator()(void* message) const noexcept;
  };
  DynamicMessage(std::shared_ptr<const ReflectedType> owner, const TypeSupport& type,
                 const void* source);

  const TypeSupport* type_;
  std::unique_ptr<void, Delete> memory_;
};

}  // namespace baton::msg
