// SPDX-License-Identifier: Apache-2.0
#include "communicators/fast_dds/block_type.hpp"

#include <cstring>
#include <new>

namespace perf {
namespace {

constexpr std::size_t encapsulation_bytes = 4;

}  // namespace

BlockType::BlockType(const std::string& name, std::size_t size_bytes, bool plain)
    : TopicType(name, static_cast<uint32_t>(size_bytes + encapsulation_bytes)),
      size_bytes_(size_bytes),
      plain_(plain) {}

bool BlockType::encode(const void* data, Payload& payload) {
  if (payload.max_size < size_bytes_ + encapsulation_bytes) return false;
  constexpr unsigned char little_endian_cdr[encapsulation_bytes] = {0, 1, 0, 0};
  std::memcpy(payload.data, little_endian_cdr, encapsulation_bytes);
  std::memcpy(payload.data + encapsulation_bytes, data, size_bytes_);
  payload.length = encoded_bytes(data);
  payload.encapsulation = CDR_LE;
  return true;
}

bool BlockType::decode(const Payload& payload, void* data) {
  if (payload.length < size_bytes_ + encapsulation_bytes) return false;
  std::memcpy(data, payload.data + encapsulation_bytes, size_bytes_);
  return true;
}

uint32_t BlockType::encoded_bytes(const void*) {
  return static_cast<uint32_t>(size_bytes_ + encapsulation_bytes);
}

void* BlockType::make() { return ::operator new(size_bytes_); }
void BlockType::end(void* data) { ::operator delete(data); }

}  // namespace perf
