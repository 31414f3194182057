// SPDX-License-Identifier: Apache-2.0
#include "client/service/service_topics.hpp"

namespace baton::client {
namespace {

constexpr std::string_view request_prefix = "rq";
constexpr std::string_view request_suffix = "Request";
constexpr std::string_view reply_prefix = "rr";
constexpr std::string_view reply_suffix = "Reply";

std::string join(std::string_view prefix, std::string_view name, std::string_view suffix) {
  std::string joined(prefix);
  joined += name;
  joined += suffix;
  return joined;
}

std::string between(std::string_view prefix, std::string_view suffix, std::string_view text) {
  const bool fits = text.size() > prefix.size() + suffix.size() && text.starts_with(prefix) &&
                    text.ends_with(suffix) && text[prefix.size()] == '/';
  if (!fits) return {};
  return std::string(text.substr(prefix.size(), text.size() - prefix.size() - suffix.size()));
}

}  // namespace

std::string request_topic(std::string_view service) {
  return join(request_prefix, service, request_suffix);
}

std::string reply_topic(std::string_view service) {
  return join(reply_prefix, service, reply_suffix);
}

std::string service_of(EndpointKind kind, std::string_view topic) {
  switch (kind) {
    case EndpointKind::service_request:
      return between(request_prefix, request_suffix, topic);
    case EndpointKind::service_reply:
      return between(reply_prefix, reply_suffix, topic);
    case EndpointKind::topic:
      break;
  }
  return {};
}

std::string_view service_type_of(std::string_view message_type) {
  for (const std::string_view suffix : {"_Request", "_Response"}) {
    if (message_type.ends_with(suffix)) {
      return message_type.substr(0, message_type.size() - suffix.size());
    }
  }
  return message_type;
}

}  // namespace baton::client
