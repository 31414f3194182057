// SPDX-License-Identifier: Apache-2.0
#include "shm/participant_text.hpp"

#include <optional>
#include <utility>

#include "shm/endpoint_json.hpp"
#include "shm/layout.hpp"
#include "shm/strict_json.hpp"

namespace baton::shm {

namespace {

constexpr const char* publisher_key = "publisher";
constexpr const char* subscription_key = "subscription";

std::string line_of(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

/// Takes the first line, without its end, off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

// Only the process, because endpoints have lines of their own.
static void to_json(nlohmann::json& json, const ParticipantInfo& info) {
  json = {{"id", info.id},
          {"version", info.version},
          {"pid", info.pid},
          {"uid", info.uid},
          {"name", info.name}};
  if (!info.nodes.empty()) json["nodes"] = info.nodes;
}

static void from_json(const nlohmann::json& json, ParticipantInfo& info) {
  json.at("id").get_to(info.id);
  json.at("version").get_to(info.version);
  json.at("pid").get_to(info.pid);
  json.at("uid").get_to(info.uid);
  json.at("name").get_to(info.name);
  info.nodes = json.value("nodes", std::vector<std::string>());
}

std::string publisher_line(const match::EndpointFacts& endpoint) {
  return line_of({{publisher_key, endpoint}});
}

std::string subscription_line(const match::EndpointFacts& endpoint) {
  return line_of({{subscription_key, endpoint}});
}

std::string participant_text(const ParticipantInfo& info, const Lines& endpoints) {
  std::string text = line_of(info);
  for (const std::string* line : endpoints) text += *line;
  return text;
}

std::string participant_text(const ParticipantInfo& info) {
  std::string text = line_of(info);
  for (const match::EndpointFacts& each : info.publishers) text += publisher_line(each);
  for (const match::EndpointFacts& each : info.subscriptions) text += subscription_line(each);
  return text;
}

ParticipantReader::ParticipantReader(std::string id, std::uint32_t uid) {
  info_.id = std::move(id);
  info_.uid = uid;
}

ParticipantInfo ParticipantReader::process_of(std::string_view line) const {
  const nlohmann::json json = parse_strictly(line);
  ParticipantInfo info;
  // The version decides how the rest is read.
  info.version = read_strictly<std::uint32_t>(json.at("version"));
  if (info.version == layout_version) {
    info = read_strictly<ParticipantInfo>(json);
  } else {
    info.pid = json.value("pid", std::int64_t{0});
    info.name = json.value("name", std::string());
  }
  info.id = info_.id;
  info.uid = info_.uid;
  return info;
}

base::Result<ParticipantInfo> ParticipantReader::read_process(std::string_view text) const {
  try {
    return process_of(take_line(text));
  } catch (const nlohmann::json::exception& error) {
    return base::Error{0, error.what()};
  }
}

base::Status ParticipantReader::read(std::string_view text) try {
  const std::string_view process_line = take_line(text);
  std::optional<ParticipantInfo> process;
  if (process_line != process_line_ || process_line.empty()) process = process_of(process_line);
  const bool readable = (process ? process->version : info_.version) == layout_version;

  std::vector<match::EndpointFacts> publishers;
  std::vector<match::EndpointFacts> subscriptions;
  std::map<std::string, Place, std::less<>> places;
  const auto add = [&](std::string_view line, bool is_publisher, match::EndpointFacts endpoint) {
    std::vector<match::EndpointFacts>& endpoints = is_publisher ? publishers : subscriptions;
    places[std::string(line)] = {is_publisher, endpoints.size()};
    endpoints.push_back(std::move(endpoint));
  };
  while (readable && !text.empty()) {
    const std::string_view line = take_line(text);
    if (const auto known = known_.find(line); known != known_.end()) {
      const auto [is_publisher, index] = known->second;
      add(line, is_publisher, (is_publisher ? info_.publishers : info_.subscriptions)[index]);
      continue;
    }
    const nlohmann::json json = nlohmann::json::parse(line);
    const bool is_publisher = json.contains(publisher_key);
    add(line, is_publisher,
        json.at(is_publisher ? publisher_key : subscription_key).get<match::EndpointFacts>());
  }

  if (process) info_ = std::move(*process);
  info_.publishers = std::move(publishers);
  info_.subscriptions = std::move(subscriptions);
  process_line_ = process_line;
  known_ = std::move(places);
  return {};
} catch (const nlohmann::json::exception& error) {
  return base::Error{0, error.what()};
}

}  // namespace baton::shm
