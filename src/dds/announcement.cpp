// SPDX-License-Identifier: Apache-2.0
#include "dds/announcement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include <baton/msg/type_hash.hpp>

namespace baton::dds {
namespace {

std::string_view value_of(std::string_view user_data, std::string_view key) {
  while (!user_data.empty()) {
    const std::size_t end = std::min(user_data.find(';'), user_data.size());
    const std::string_view pair = user_data.substr(0, end);
    if (pair.starts_with(key) && pair.substr(key.size()).starts_with('=')) {
      return pair.substr(key.size() + 1);
    }
    user_data.remove_prefix(std::min(end + 1, user_data.size()));
  }
  return {};
}

std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> found;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    found.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return found;
}

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_id(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  return text.size() == 16 && text.find_first_not_of(digits) == std::string_view::npos;
}

}  // namespace

std::string to_user_data(const ParticipantAnnouncement& announcement, std::string_view enclave) {
  std::string places;
  for (const std::string& place : announcement.places) places += "," + place;
  return fmt::format("enclave={};baton={},{}{};", enclave, announcement.id, announcement.pid,
                     places);
}

ParticipantAnnouncement parse_participant(std::string_view user_data) {
  const auto said = words(value_of(user_data, "baton"));
  if (said.size() < 2 || !is_id(said[0])) return {};
  const auto pid = number<std::int64_t>(said[1]);
  if (!pid || *pid < 0) return {};
  ParticipantAnnouncement found{std::string(said[0]), *pid};
  for (std::size_t i = 2; i < said.size(); ++i) {
    if (is_id(said[i])) found.places.emplace_back(said[i]);
  }
  return found;
}

std::string to_user_data(const EndpointAnnouncement& announcement) {
  std::string text;
  if (!announcement.type_hash.empty()) text = fmt::format("typehash={};", announcement.type_hash);
  return text + fmt::format("baton={},{}{},{},{};", static_cast<int>(announcement.kind),
                            announcement.keep_all ? "all" : "", announcement.depth,
                            announcement.ignores_own ? "others" : "any", announcement.node);
}

EndpointAnnouncement parse_endpoint(std::string_view user_data) {
  EndpointAnnouncement found;
  const std::string_view hash = value_of(user_data, "typehash");
  if (msg::parse_type_hash(hash)) found.type_hash = hash;
  const auto said = words(value_of(user_data, "baton"));
  if (said.size() < 3) return found;
  const bool keep_all = said[1].starts_with("all");
  const auto kind = number<unsigned>(said[0]);
  const auto depth = number<std::size_t>(said[1].substr(keep_all ? 3 : 0));
  if (!kind || *kind > static_cast<unsigned>(EndpointKind::service_reply) || !depth) return found;
  found.is_baton = true;
  found.kind = static_cast<EndpointKind>(*kind);
  found.keep_all = keep_all;
  found.depth = *depth;
  found.ignores_own = said[2] == "others";
  if (said.size() > 3) found.node = said[3];
  return found;
}

}  // namespace baton::dds
