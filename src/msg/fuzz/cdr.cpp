// SPDX-License-Identifier: Apache-2.0
// Any bytes as CDR of any type, in either byte order: the compiled and the reflected decoder agree,
// neither allocates more than eight times the bytes, and what was decoded is encoded again.
#include <cstring>
#include <vector>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

#include "base/assert.hpp"
#include "msg/fuzz/counted_allocations.hpp"
#include "msg/fuzz/fuzzed_types.hpp"

namespace {

using namespace baton::msg;

/// A message in aligned memory that ends with it.
struct Message {
  explicit Message(const TypeSupport& of) : type(of), memory(::operator new(of.size_bytes)) {
    construct(type, memory);
  }
  ~Message() {
    destroy(type, memory);
    ::operator delete(memory);
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  bool decode(std::span<const std::byte> bytes) {
    const std::size_t before = fuzz::allocated_bytes;
    const bool decoded = decode_message(type, bytes, memory);
    const std::size_t allocated = fuzz::allocated_bytes - before;
    // A block has at least the size of its terminator, rounded up by the container.
    BATON_ASSERT(allocated <= 16 + 8 * bytes.size(), allocated, bytes.size());
    return decoded;
  }

  const TypeSupport& type;
  void* memory;
};

std::vector<std::byte> encoded(const TypeSupport& type, const void* message) {
  std::vector<std::byte> bytes;
  BATON_ASSERT(encode_message(type, message, bytes));
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 + encapsulation_bytes) return 0;
  const TypeSupport& type = fuzz::fuzzed_type(data[0]);
  // Make the first bytes valid: otherwise half of the inputs would be refused for them.
  std::vector<std::byte> bytes(size - 1);
  std::memcpy(bytes.data(), data + 1, bytes.size());
  bytes[0] = std::byte{0};
  bytes[1] &= std::byte{1};

  Message compiled(type);
  const bool decoded = compiled.decode(bytes);
  {
    Message walked(fuzz::reflected(type));
    BATON_ASSERT(walked.decode(bytes) == decoded);
    if (decoded) {
      BATON_ASSERT(encoded(type, compiled.memory) == encoded(walked.type, walked.memory));
      BATON_ASSERT(footprint(type, compiled.memory) == footprint(walked.type, walked.memory));
    }
  }
  if (decoded) {
    const std::vector<std::byte> again = encoded(type, compiled.memory);
    Message copy(type);
    BATON_ASSERT(copy.decode(again));
    BATON_ASSERT(encoded(type, copy.memory) == again);
  }
  // Decode also into a message that has contents: nothing of the old ones is lost, nothing freed
  // twice.
  const bool once_more = compiled.decode(bytes);
  BATON_ASSERT(once_more == decoded);
  return 0;
}
