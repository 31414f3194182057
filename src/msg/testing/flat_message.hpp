// SPDX-License-Identifier: Apache-2.0
// A message as it lies in a chunk: the struct, behind it its blocks, nothing between them. Written
// by hand, so that the check of strangers' messages is tested without the arena.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include <baton/msg/operations.hpp>

#include "msg/field_traits.hpp"

namespace baton::msg::testing {

class FlatMessage {
 public:
  FlatMessage(const TypeSupport& type, const void* message)
      : size_bytes_(block_footprint(type.size_bytes) + footprint(type, message)),
        words_((size_bytes_ + 7) / 8) {
    std::memcpy(data(), message, type.size_bytes);
    end_ = block_footprint(type.size_bytes);
    fields(type, data(), static_cast<const std::byte*>(message));
  }

  std::byte* data() { return reinterpret_cast<std::byte*>(words_.data()); }
  std::span<const std::byte> bytes() { return {data(), size_bytes_}; }
  /// The bytes of the struct and all blocks. They are the whole memory if the footprint is right.
  std::size_t used_bytes() const { return end_; }

 private:
  void fields(const TypeSupport& type, std::byte* to, const std::byte* from) {
    for (const Field& field : type.fields) {
      std::size_t count = field.shape == Shape::array ? field.count : 1;
      std::byte* target = to + field.offset_bytes;
      const std::byte* source = from + field.offset_bytes;
      if (is_sequence(field)) {
        const auto& header = *reinterpret_cast<const ContainerHeader*>(source);
        count = header.size;
        source = header.data();
        target = block(target, source, count, element_bytes(field), 0);
      }
      for (std::size_t i = 0; i < count && !is_plain(field); ++i) {
        const std::size_t at = i * element_bytes(field);
        if (field.kind == Kind::message) {
          fields(*field.nested, target + at, source + at);
          continue;
        }
        const auto& header = *reinterpret_cast<const ContainerHeader*>(source + at);
        block(target + at, header.data(), header.size, field.kind == Kind::string ? 1 : 2, 1);
      }
    }
  }

  /// Gives the container at `to` a copy of the block.
  std::byte* block(std::byte* to, const std::byte* from, std::size_t size, std::size_t element_size,
                   std::size_t terminators) {
    auto& header = *reinterpret_cast<ContainerHeader*>(to);
    header = {};
    if (size == 0) return to;
    std::byte* data = this->data() + end_;
    std::memcpy(data, from, (size + terminators) * element_size);
    header.offset_bytes = data - to;
    header.size = header.capacity_and_flags = static_cast<std::uint32_t>(size);
    end_ += block_footprint((size + terminators) * element_size);
    return data;
  }

  std::size_t size_bytes_;
  std::vector<std::uint64_t> words_;
  std::size_t end_ = 0;
};

}  // namespace baton::msg::testing
