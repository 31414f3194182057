// SPDX-License-Identifier: Apache-2.0
// The check of a stranger's message by its field table. Types cannot contain themselves, so the
// recursion is as deep as the type; how long it takes is bounded by the extent's budget.
#include <baton/msg/operations.hpp>

#include "msg/field_traits.hpp"

namespace baton::msg::walk {

namespace {

bool validate_elements(const Field& field, const std::byte* first, std::uint32_t count,
                       Extent& extent) noexcept {
  if (takes_any_bytes(field)) return true;
  if (field.kind == Kind::boolean) return Extent::booleans(first, count);
  const std::size_t step = element_bytes(field);
  const std::uint32_t bound = string_bound_of(field);
  for (std::uint32_t i = 0; i < count; ++i, first += step) {
    const bool valid = field.kind == Kind::message  ? walk::validate(*field.nested, first, extent)
                       : field.kind == Kind::string ? extent.string<char>(first, bound)
                                                    : extent.string<char16_t>(first, bound);
    if (!valid) return false;
  }
  return true;
}

}  // namespace

bool validate(const TypeSupport& type, const void* message, Extent& extent) noexcept {
  if (type.any_bytes) return true;
  for (const Field& field : type.fields) {
    const std::byte* at = static_cast<const std::byte*>(message) + field.offset_bytes;
    std::uint32_t count = field.shape == Shape::array ? field.count : 1;
    if (is_sequence(field)) {
      ValidBlock block;
      if (!extent.sequence(at, element_bytes(field), element_alignment(field), bound_of(field),
                           block)) {
        return false;
      }
      at = block.data;
      count = block.size;
    }
    if (!validate_elements(field, at, count, extent)) return false;
  }
  return true;
}

}  // namespace baton::msg::walk

namespace baton::msg {

bool validate_message(const TypeSupport& type, Span<const std::byte> memory) noexcept {
  if (memory.size() < type.size_bytes) return false;
  if (reinterpret_cast<std::uintptr_t>(memory.data()) % type.alignment != 0) return false;
  Extent extent(memory);
  return validate(type, memory.data(), extent);
}

}  // namespace baton::msg
