// SPDX-License-Identifier: Apache-2.0
// A stranger's message: any bytes in place of its struct and blocks. Compiled and reflected checks
// agree, and what passes can be read to its end.
#include <cstring>
#include <memory>
#include <vector>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

#include "base/assert.hpp"
#include "msg/fuzz/fuzzed_types.hpp"

using namespace baton::msg;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const TypeSupport& type = fuzz::fuzzed_type(data[0]);
  // Memory exactly as large as the input, so that the first byte behind it is noticed.
  const auto memory = std::make_unique<std::byte[]>(size - 1);
  std::memcpy(memory.get(), data + 1, size - 1);
  const std::span<const std::byte> bytes(memory.get(), size - 1);

  const bool valid = validate_message(type, bytes);
  BATON_ASSERT(validate_message(fuzz::reflected(type), bytes) == valid);
  if (!valid) return 0;
  std::vector<std::byte> encoded;
  std::vector<std::byte> walked;
  BATON_ASSERT(encode_message(fuzz::reflected(type), memory.get(), walked));
  BATON_ASSERT(encode_message(type, memory.get(), encoded));
  BATON_ASSERT(encoded == walked);
  BATON_ASSERT(footprint(type, memory.get()) == footprint(fuzz::reflected(type), memory.get()));
  return 0;
}
