// SPDX-License-Identifier: Apache-2.0
// An endpoint as JSON, in registry files and in the handshake. Fields that were added later are
// left out where they have their default, and may be missing. Reading converts nothing: `true` and
// 1.5 are no numbers.
#pragma once

#include <limits>

#include <nlohmann/json.hpp>

#include "match/endpoint_facts.hpp"

namespace baton::shm {

namespace detail {

/// A whole number up to `most`. Throws nlohmann::json::exception.
inline std::uint64_t number(const nlohmann::json& json, const char* key,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  const nlohmann::json& value = json.at(key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    throw nlohmann::json::other_error::create(501, std::string(key) + " is out of range", nullptr);
  }
  return value.get<std::uint64_t>();
}

/// Like number(), or `otherwise` where the field is missing.
inline std::uint64_t optional_number(const nlohmann::json& json, const char* key,
                                     std::uint64_t most, std::uint64_t otherwise) {
  return json.contains(key) ? number(json, key, most) : otherwise;
}

inline std::int64_t optional_time(const nlohmann::json& json, const char* key) {
  constexpr auto most = static_cast<std::uint64_t>(match::unlimited_ns);
  return static_cast<std::int64_t>(optional_number(json, key, most, most));
}

inline void put_time(nlohmann::json& json, const char* key, std::int64_t time_ns) {
  if (time_ns != match::unlimited_ns) json[key] = static_cast<std::uint64_t>(time_ns);
}

}  // namespace detail
}  // namespace baton::shm

// The JSON library looks for these in the namespace of the types.
namespace baton::match {

static_assert(static_cast<int>(EndpointKind::topic) == 0 &&
                  static_cast<int>(EndpointKind::service_request) == 1 &&
                  static_cast<int>(EndpointKind::service_reply) == 2,
              "these numbers are in registry files");

inline void to_json(nlohmann::json& json, const Policies& policies) {
  json = {{"reliable", policies.reliable},
          {"transient_local", policies.transient_local},
          {"keep_all", policies.keep_all},
          {"depth", policies.depth}};
  shm::detail::put_time(json, "deadline_ns", policies.deadline_ns);
  shm::detail::put_time(json, "lifespan_ns", policies.lifespan_ns);
  shm::detail::put_time(json, "lease_ns", policies.lease_ns);
  if (policies.manual_by_topic) json["manual_by_topic"] = true;
}

inline void from_json(const nlohmann::json& json, Policies& policies) {
  json.at("reliable").get_to(policies.reliable);
  json.at("transient_local").get_to(policies.transient_local);
  json.at("keep_all").get_to(policies.keep_all);
  policies.depth = shm::detail::number(json, "depth");
  policies.deadline_ns = shm::detail::optional_time(json, "deadline_ns");
  policies.lifespan_ns = shm::detail::optional_time(json, "lifespan_ns");
  policies.lease_ns = shm::detail::optional_time(json, "lease_ns");
  policies.manual_by_topic = json.value("manual_by_topic", false);
}

inline void to_json(nlohmann::json& json, const EndpointFacts& endpoint) {
  json = {{"id", endpoint.id},
          {"topic", endpoint.topic},
          {"type_name", endpoint.type_name},
          {"type_hash", endpoint.type_hash},
          {"layout_hash", endpoint.layout_hash},
          {"policy", endpoint.policies},
          {"type_hash_text", endpoint.type_hash_text}};
  if (!endpoint.node.empty()) json["node"] = endpoint.node;
  if (endpoint.kind != EndpointKind::topic) {
    json["purpose"] = static_cast<std::uint64_t>(endpoint.kind);
  }
}

inline void from_json(const nlohmann::json& json, EndpointFacts& endpoint) {
  endpoint.id = shm::detail::number(json, "id");
  json.at("topic").get_to(endpoint.topic);
  json.at("type_name").get_to(endpoint.type_name);
  endpoint.type_hash = shm::detail::number(json, "type_hash");
  endpoint.layout_hash = shm::detail::number(json, "layout_hash");
  json.at("policy").get_to(endpoint.policies);
  json.at("type_hash_text").get_to(endpoint.type_hash_text);
  endpoint.node = json.value("node", std::string());
  constexpr auto last = static_cast<std::uint64_t>(EndpointKind::service_reply);
  endpoint.kind = static_cast<EndpointKind>(shm::detail::optional_number(json, "purpose", last, 0));
}

}  // namespace baton::match
