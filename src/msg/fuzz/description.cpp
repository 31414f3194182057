// SPDX-License-Identifier: Apache-2.0
// Any text as a type description: refused with a sentence, or a type whose own description is
// itself, and which decodes, prints and reads what it can.
#include <string>
#include <string_view>

#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/yaml.hpp>

#include "base/assert.hpp"

namespace {

using namespace baton::msg;

/// Larger types are correct, but slow.
constexpr std::size_t most_message_bytes = 1 << 16;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  // Bytes behind the first NUL: a message of the type.
  const std::string_view text = all.substr(0, all.find('\0'));
  const auto body = std::as_bytes(std::span(all.substr(std::min(text.size() + 1, all.size()))));

  std::string error;
  const auto type = ReflectedType::parse(text, error);
  BATON_ASSERT((type == nullptr) == !error.empty());
  if (type == nullptr) return 0;
  const auto again = ReflectedType::parse(type->type().description, type->type().hash, error);
  BATON_ASSERT(again != nullptr, error);
  BATON_ASSERT(again->type().layout_hash == type->type().layout_hash);
  if (type->type().size_bytes > most_message_bytes) return 0;

  auto message = DynamicMessage::decode(type, body);
  if (!message) message.emplace(type);
  const std::string yaml = to_yaml(message->type(), message->data(), {.most_elements = 100});
  DynamicMessage copy = *message;
  (void)from_yaml(copy.type(), copy.data(), yaml, error);
  return 0;
}
