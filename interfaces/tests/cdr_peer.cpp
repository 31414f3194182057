// SPDX-License-Identifier: Apache-2.0
//
// The other side of test_cdr.py: answers on standard output what it is asked on standard input,
// until that ends. Numbers are 32 bits in the machine's order, texts and bytes have their length in
// front.
//
//   asked:    name of a type, CDR; no bytes of CDR: a new message instead of a decoded one
//   answered: 0, CDR    what the message is when encoded again
//             1, text   refused: these bytes are not such a message
//             2, text   two ways to do the same gave different results
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/type_support.hpp>

#include "type_table.hpp"

namespace {

using baton::msg::TypeSupport;
using Bytes = std::vector<std::byte>;

enum class Answer : std::uint32_t { message = 0, refused = 1, disagreement = 2 };

/// A message of a type that is known at run time only and outlives it; its memory fits any.
class Message {
 public:
  explicit Message(const TypeSupport& type) : Message(type, allocate(type)) {
    baton::msg::construct(type_, memory_.get());
  }
  Message(const Message& other) : Message(other.type_, allocate(other.type_)) {
    baton::msg::copy(type_, memory_.get(), other.memory_.get());
  }
  Message& operator=(const Message&) = delete;
  ~Message() { baton::msg::destroy(type_, memory_.get()); }

  void* get() noexcept { return memory_.get(); }
  const void* get() const noexcept { return memory_.get(); }

 private:
  struct Free {
    void operator()(void* memory) const noexcept { ::operator delete(memory); }
  };
  using Memory = std::unique_ptr<void, Free>;

  Message(const TypeSupport& type, Memory memory) : type_(type), memory_(std::move(memory)) {}
  static Memory allocate(const TypeSupport& type) {
    return Memory(::operator new(type.size_bytes));
  }

  const TypeSupport& type_;
  Memory memory_;
};

/// The same type without its compiled functions: what reflection makes of a description.
TypeSupport without_functions(const TypeSupport& type) {
  TypeSupport reflected = type;
  reflected.construct = nullptr;
  reflected.destroy = nullptr;
  reflected.copy = nullptr;
  reflected.equal = nullptr;
  reflected.footprint = nullptr;
  reflected.validate = nullptr;
  reflected.cdr_size = nullptr;
  reflected.encode = nullptr;
  reflected.decode = nullptr;
  return reflected;
}

/// Empty, or what went wrong.
std::string check_ways_to_encode(const TypeSupport& type, const Message& message,
                                 const Bytes& encoded) {
  if (baton::msg::encoded_size(type, message.get()) != encoded.size()) {
    return "encoded_size() is not the size";
  }
  Bytes again;
  const TypeSupport reflected = without_functions(type);
  if (!baton::msg::encode_message(reflected, message.get(), again) || again != encoded) {
    return "the walk over fields encodes other bytes than the compiled function";
  }
  const Message copy(message);
  if (!baton::msg::encode_message(type, copy.get(), again) || again != encoded) {
    return "a copy encodes other bytes";
  }
  return {};
}

std::string check_ways_to_decode(const TypeSupport& type, const Bytes& cdr, const Bytes& encoded) {
  const TypeSupport reflected = without_functions(type);
  Message message(reflected);
  Bytes again;
  if (!baton::msg::decode_message(reflected, cdr, message.get()) ||
      !baton::msg::encode_message(type, message.get(), again) || again != encoded) {
    return "the walk over fields decodes another message than the compiled function";
  }
  return {};
}

Answer answer(const TypeSupport& type, const Bytes& cdr, Bytes& encoded, std::string& text) {
  Message message(type);
  if (!cdr.empty() && !baton::msg::decode_message(type, cdr, message.get())) {
    text = "decode_message() says no";
    const TypeSupport reflected = without_functions(type);
    Message other(reflected);
    if (baton::msg::decode_message(reflected, cdr, other.get())) {
      text = "the walk over fields decodes what the compiled function refuses";
      return Answer::disagreement;
    }
    return Answer::refused;
  }
  if (!baton::msg::encode_message(type, message.get(), encoded)) {
    text = "encode_message() says no";
    return Answer::disagreement;
  }
  text = check_ways_to_encode(type, message, encoded);
  if (text.empty() && !cdr.empty()) text = check_ways_to_decode(type, cdr, encoded);
  return text.empty() ? Answer::message : Answer::disagreement;
}

bool read(void* to, std::size_t size_bytes) {
  return std::fread(to, 1, size_bytes, stdin) == size_bytes;
}

template <class Container>
bool read(Container& to) {
  std::uint32_t size = 0;
  if (!read(&size, sizeof size)) return false;
  to.resize(size);
  return read(to.data(), size);
}

void write(Answer answer, const void* from, std::size_t size_bytes) {
  const std::uint32_t head[] = {static_cast<std::uint32_t>(answer),
                                static_cast<std::uint32_t>(size_bytes)};
  std::fwrite(head, sizeof head, 1, stdout);
  std::fwrite(from, 1, size_bytes, stdout);
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::unordered_map<std::string_view, const TypeSupport*> types;
  for (const TypeSupport* type : type_table()) types.emplace(type->type_name, type);

  std::string name;
  Bytes cdr;
  Bytes encoded;
  while (read(name)) {
    const auto found = types.find(name);
    if (found == types.end() || !read(cdr)) {
      std::fprintf(stderr, "cdr_peer: no type %s, or its bytes ended\n", name.c_str());
      return EXIT_FAILURE;
    }
    std::string text;
    const Answer result = answer(*found->second, cdr, encoded, text);
    if (result == Answer::message) {
      write(result, encoded.data(), encoded.size());
    } else {
      write(result, text.data(), text.size());
    }
  }
  return EXIT_SUCCESS;
}
