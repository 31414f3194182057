// SPDX-License-Identifier: Apache-2.0
#include "programs/node_graph/description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace node_graph {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

json topic(const char* name, const char* from, const char* to) {
  return {{"name", name}, {"size_bytes", 8}, {"from", from}, {"to", {to}}, {"rate_hz", 10}};
}

json after(json topic, const char* before) {
  topic.erase("rate_hz");
  topic["after"] = before;
  return topic;
}

std::string refusal(const json& topics) {
  try {
    (void)Description::from_json({{"topics", topics}});
    return "accepted";
  } catch (const BadDescription& error) {
    return error.what();
  }
}

TEST(GraphDescription, tells_the_nodes_and_what_makes_them_publish) {
  const Description graph = Description::from_json(
      {{"topics",
        {topic("scan", "lidar", "filter"), after(topic("clear", "filter", "car"), "scan")}}});
  EXPECT_THAT(graph.nodes(), ElementsAre("lidar", "filter", "car"));
  EXPECT_EQ(graph.topics[0].rate_hz, 10);
  EXPECT_EQ(graph.topics[1].after, "scan");
}

TEST(GraphDescription, refuses_what_cannot_run_and_names_the_topic) {
  EXPECT_THAT(refusal(json::array()), HasSubstr("no topics"));
  EXPECT_THAT(refusal(json::array({{{"name", "scan"}}})), HasSubstr("size_bytes"));
  EXPECT_THAT(refusal(json::array({after(topic("clear", "filter", "car"), "scan")})),
              HasSubstr("topic clear: there is no topic scan"));
  EXPECT_THAT(
      refusal({topic("scan", "lidar", "car"), after(topic("clear", "filter", "car"), "scan")}),
      HasSubstr("topic clear: filter does not subscribe to scan"));
  json both = topic("scan", "lidar", "car");
  both["after"] = "scan";
  EXPECT_THAT(refusal(json::array({both})), HasSubstr("either rate_hz or after"));
  json empty = topic("scan", "lidar", "car");
  empty["size_bytes"] = 0;
  EXPECT_THAT(refusal(json::array({empty})), HasSubstr("above 0"));
}

TEST(GraphDescription, names_a_file_that_cannot_be_read) {
  try {
    (void)Description::from_file("/no/such/graph.json");
    FAIL();
  } catch (const BadDescription& error) {
    EXPECT_THAT(error.what(), HasSubstr("/no/such/graph.json: cannot be read"));
  }
}

}  // namespace
}  // namespace node_graph
