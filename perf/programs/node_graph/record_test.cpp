// SPDX-License-Identifier: Apache-2.0
#include "programs/node_graph/record.hpp"

#include <gtest/gtest.h>

namespace node_graph {
namespace {

TEST(GraphRecord, counts_durations_of_equal_length_together) {
  Durations durations;
  for (const std::int64_t value_ns : {900, 7, 900, 1'000'001}) durations.add(value_ns);
  const nlohmann::json json = durations.as_json();
  EXPECT_EQ(json.at("max"), 1'000'001);
  // From 2,048 on a value has three digits.
  EXPECT_EQ(json.at("counts"), nlohmann::json({{7, 1}, {900, 2}, {999'936, 1}}));
}

TEST(GraphRecord, without_durations_there_is_nothing_to_count) {
  EXPECT_EQ(Durations().as_json().at("counts"), nlohmann::json::array());
}

TEST(GraphRecord, a_message_counts_when_its_chain_began_in_the_window) {
  Window window;
  EXPECT_FALSE(window.has(1)) << "nothing counts before the window is known";
  window.set(100, 200);
  EXPECT_FALSE(window.has(99));
  EXPECT_TRUE(window.has(100));
  EXPECT_TRUE(window.has(199));
  EXPECT_FALSE(window.has(200));
  EXPECT_TRUE(window.is_over(200));
}

}  // namespace
}  // namespace node_graph
