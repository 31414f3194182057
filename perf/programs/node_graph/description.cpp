// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace node_graph {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Topic topic_from(const nlohmann::json& json) {
  Topic topic;
  topic.name = json.at("name").get<std::string>();
  const auto fail = [&topic](const char* text) {
    throw BadDescription(fmt::format("topic {}: {}", topic.name, text));
  };
  topic.size_bytes = json.at("size_bytes").get<std::size_t>();
  topic.rate_hz = json.value("rate_hz", 0.0);
  topic.after = json.value("after", "");
  topic.from = json.at("from").get<std::string>();
  topic.to = json.at("to").get<std::vector<std::string>>();
  if (topic.size_bytes == 0) fail("size_bytes must be above 0");
  if (topic.to.empty()) fail("to has no node");
  if ((topic.rate_hz > 0) == !topic.after.empty()) fail("it needs either rate_hz or after");
  return topic;
}

void check_chains(const std::vector<Topic>& topics) {
  for (const Topic& topic : topics) {
    if (topic.after.empty()) continue;
    const auto before = std::find_if(topics.begin(), topics.end(), [&topic](const Topic& other) {
      return other.name == topic.after;
    });
    if (before == topics.end()) {
      throw BadDescription(fmt::format("topic {}: there is no topic {}", topic.name, topic.after));
    }
    if (!contains(before->to, topic.from)) {
      throw BadDescription(fmt::format("topic {}: {} does not subscribe to {}", topic.name,
                                       topic.from, topic.after));
    }
  }
}

}  // namespace

Description Description::from_json(const nlohmann::json& json) {
  Description description;
  try {
    for (const nlohmann::json& topic : json.at("topics")) {
      description.topics.push_back(topic_from(topic));
    }
  } catch (const nlohmann::json::exception& error) {
    throw BadDescription(fmt::format("topic {}: {}", description.topics.size(), error.what()));
  }
  if (description.topics.empty()) throw BadDescription("it has no topics");
  check_chains(description.topics);
  return description;
}

Description Description::from_file(const std::string& file_name) {
  std::ifstream file(file_name);
  if (!file) throw BadDescription(fmt::format("{}: cannot be read", file_name));
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) throw BadDescription(fmt::format("{}: not JSON", file_name));
  try {
    return from_json(json);
  } catch (const BadDescription& error) {
    throw BadDescription(fmt::format("{}: {}", file_name, error.what()));
  }
}

std::vector<std::string> Description::nodes() const {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (!contains(names, name)) names.push_back(name);
  };
  for (const Topic& topic : topics) {
    add(topic.from);
    std::for_each(topic.to.begin(), topic.to.end(), add);
  }
  return names;
}

}  // namespace node_graph
