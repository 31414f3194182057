// SPDX-License-Identifier: Apache-2.0
#include "dds/names.hpp"

#include <fmt/format.h>

#include <charconv>

namespace baton::dds {
namespace {

constexpr std::string_view topic_prefix = "rt";
constexpr std::string_view request_prefix = "rq/";
constexpr std::string_view reply_prefix = "rr/";
constexpr std::string_view type_namespace = "dds_::";
constexpr char hash_mark = '#';
constexpr std::size_t hash_digits = 16;

bool parse_hash(std::string_view text, std::uint64_t& hash) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string to_dds_topic(std::string_view topic, EndpointKind kind, bool plain) {
  if (plain || kind != EndpointKind::topic || !topic.starts_with('/')) return std::string(topic);
  return fmt::format("{}{}", topic_prefix, topic);
}

TopicName from_dds_topic(std::string_view name) {
  if (name.starts_with(request_prefix)) return {std::string(name), EndpointKind::service_request};
  if (name.starts_with(reply_prefix)) return {std::string(name), EndpointKind::service_reply};
  if (name.starts_with(topic_prefix) && name.substr(topic_prefix.size()).starts_with('/')) {
    name.remove_prefix(topic_prefix.size());
  }
  return {std::string(name), EndpointKind::topic};
}

std::string to_dds_type(std::string_view type_name) {
  std::string name;
  for (std::size_t at = 0; at < type_name.size();) {
    const std::size_t slash = type_name.find('/', at);
    if (slash == std::string_view::npos) {
      return fmt::format("{}{}{}_", name, name.empty() ? "" : type_namespace, type_name.substr(at));
    }
    name += fmt::format("{}::", type_name.substr(at, slash - at));
    at = slash + 1;
  }
  return name;
}

std::string to_dds_plain_type(std::string_view type_name, std::uint64_t type_hash,
                              std::uint64_t layout_hash) {
  return fmt::format("{}{}{:016x}{:016x}", type_name, hash_mark, type_hash, layout_hash);
}

TypeName from_dds_type(std::string_view name) {
  TypeName made;
  const std::size_t mark = name.rfind(hash_mark);
  if (mark != std::string_view::npos && name.size() - mark - 1 == 2 * hash_digits) {
    made.is_plain = parse_hash(name.substr(mark + 1, hash_digits), made.type_hash) &&
                    parse_hash(name.substr(mark + 1 + hash_digits), made.layout_hash);
    made.type_name = made.is_plain ? name.substr(0, mark) : name;
    return made;
  }
  const std::size_t inner = name.find(type_namespace);
  if (inner == std::string_view::npos || !name.ends_with('_')) {
    made.type_name = name;
    return made;
  }
  for (std::size_t at = 0; at < inner;) {
    const std::size_t colons = name.find("::", at);
    made.type_name += fmt::format("{}/", name.substr(at, colons - at));
    at = colons + 2;
  }
  name.remove_prefix(inner + type_namespace.size());
  name.remove_suffix(1);
  made.type_name += name;
  return made;
}

}  // namespace baton::dds
