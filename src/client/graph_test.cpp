// SPDX-License-Identifier: Apache-2.0
#include <baton/graph.hpp>

#include <gmock/gmock.h>
#include <unistd.h>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using ::testing::HasSubstr;
using testing::wait_until;

struct Number {
  static constexpr std::string_view baton_type_name = "test/Number";
  std::uint64_t value;
};

class GraphTest : public testing::IsolatedTest {
 protected:
  static std::string refusal(const Graph& graph, const std::string& name) {
    try {
      return graph.get_type_description(name);
    } catch (const exceptions::Error& error) {
      return error.what();
    }
  }
};

TEST_F(GraphTest, ShowsTheEndpointsOfAllContexts) {
  Context here{ContextOptions{}};
  ContextOptions named;
  named.name = "there";
  Context there(named);
  const Graph graph(here);
  EXPECT_TRUE(graph.get_endpoints().empty());
  const auto publisher = create_publisher<Number>(here, "/b", 10);
  const auto subscription = create_subscription<Number>(there, "/a", 10);
  ASSERT_TRUE(wait_until([&] { return graph.get_endpoints().size() == 2; }));
  const std::vector<EndpointInfo> seen = graph.get_endpoints();
  EXPECT_EQ(seen[0].topic, "/a");
  EXPECT_EQ(seen[0].endpoint_type, EndpointType::Subscription);
  EXPECT_EQ(seen[0].process_name, "there");
  EXPECT_EQ(seen[1].topic, "/b");
  EXPECT_EQ(seen[1].endpoint_type, EndpointType::Publisher);
  for (const EndpointInfo& each : seen) {
    EXPECT_EQ(each.type_name, "test/Number");
    EXPECT_EQ(each.pid, getpid());
  }
}

TEST_F(GraphTest, SaysWhyThereIsNoDescription) {
  Context context{ContextOptions{}};
  const Graph graph(context);
  const auto publisher = create_publisher<Number>(context, "/b", 10);
  EXPECT_THAT(refusal(graph, "/b"), HasSubstr("plain C++ type"));
  EXPECT_THAT(refusal(graph, "b"), HasSubstr("plain C++ type"));
  EXPECT_THAT(refusal(graph, "test/Number"), HasSubstr("plain C++ type"));
  EXPECT_THAT(refusal(graph, "/c"), HasSubstr("no endpoint"));
}

TEST_F(GraphTest, ThrowsAfterShutdown) {
  Context context{ContextOptions{}};
  const Graph graph(context);
  context.shutdown();
  EXPECT_THROW(graph.get_endpoints(), exceptions::Error);
  EXPECT_THAT(refusal(graph, "/b"), HasSubstr("shut down"));
}

}  // namespace
}  // namespace baton
