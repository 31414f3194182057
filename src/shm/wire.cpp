// SPDX-License-Identifier: Apache-2.0
#include "shm/wire.hpp"

#include <array>
#include <string_view>

#include "shm/endpoint_json.hpp"
#include "shm/strict_json.hpp"

namespace baton::shm::wire {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Intro, participant, version)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BellOffer, executor)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Hello, publisher, record, subscription, generation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Welcome, publisher, subscription, start, cdr, log_place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Bye, publisher, subscription)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LogOffer, entries)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Wake, executor)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Grew, publisher, subscription, end_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Describe, request, type_name, type_hash)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Description, request, part, parts, text)

static void to_json(nlohmann::json& json, const Reject& reject) {
  json = {{"publisher", reject.publisher},
          {"subscription", reject.subscription},
          {"refusal", reject.refusal},
          {"text", reject.text}};
  if (!reject.policy.empty()) json["policy"] = reject.policy;
}

static void from_json(const nlohmann::json& json, Reject& reject) {
  json.at("publisher").get_to(reject.publisher);
  json.at("subscription").get_to(reject.subscription);
  json.at("refusal").get_to(reject.refusal);
  json.at("text").get_to(reject.text);
  reject.policy = json.value("policy", std::string());
}

namespace {

/// In the order of the types in `Message`.
constexpr std::array<const char*, std::variant_size_v<Message>> kinds = {
    "intro", "bell", "hello",    "welcome",     "reject", "bye",
    "wake",  "grew", "describe", "description", "log"};

template <std::size_t Index = 0>
Message read(std::size_t kind, const nlohmann::json& body) {
  if constexpr (Index < std::variant_size_v<Message>) {
    if (kind == Index) return read_strictly<std::variant_alternative_t<Index, Message>>(body);
    return read<Index + 1>(kind, body);
  } else {
    throw std::out_of_range("kind");
  }
}

}  // namespace

std::vector<std::byte> encode(const Message& message) {
  nlohmann::json json = {{"kind", kinds[message.index()]}};
  std::visit([&](const auto& body) { json["body"] = body; }, message);
  // Replace bad UTF-8: a peer's name must not stop this process from sending.
  const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

base::Result<Message> decode(std::span<const std::byte> packet) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(packet.data()), packet.size());
    const nlohmann::json json = parse_strictly(text);
    const std::string kind = json.at("kind").get<std::string>();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kind == kinds[i]) return read(i, json.at("body"));
    }
    return base::Error{0, "handshake message of unknown kind"};
  } catch (const nlohmann::json::exception& error) {
    return base::Error{0, std::string("not a handshake message: ") + error.what()};
  }
}

}  // namespace baton::shm::wire
