// SPDX-License-Identifier: Apache-2.0
// Hundreds of whole nodes in one process.
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <std_msgs/msg/int64.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using namespace std::chrono_literals;

#ifdef __SANITIZE_THREAD__
constexpr std::int64_t many = 50;
#else
constexpr std::int64_t many = 500 / testing::slowness;
#endif

/// Tells its number to the next one, and has its parameters' services.
class Link : public Node {
 public:
  Link(std::int64_t number, const NodeOptions& options)
      : Node("link" + std::to_string(number), options), number_(number) {
    publisher_ = create_publisher<Int64>("chain" + std::to_string((number + 1) % many), 1);
    subscription_ =
        create_subscription<Int64>("chain" + std::to_string(number), 1,
                                   [this](const Int64& message) { heard_ = message.data; });
    timer_ = create_wall_timer(1ms, [this] {
      Int64 message;
      message.data = number_;
      publisher_->publish(message);
      ++fired_;
      timer_->cancel();
    });
    timer_->cancel();
    declare_parameter("number", number);
  }

  bool matched() const {
    return publisher_->get_subscription_count() == 1 && subscription_->get_publisher_count() == 1;
  }
  void start() { timer_->reset(); }
  bool done() const { return fired_ == 1 && heard_ == (number_ + many - 1) % many; }

 private:
  const std::int64_t number_;
  int fired_ = 0;
  std::int64_t heard_ = -1;
  Publisher<Int64>::SharedPtr publisher_;
  Subscription<Int64>::SharedPtr subscription_;
  TimerBase::SharedPtr timer_;
};

class ManyNodes : public NodeTest {};

TEST_F(ManyNodes, AreMadeMatchedSpunAskedAndDestroyed) {
  std::vector<std::shared_ptr<Link>> links;
  executors::SingleThreadedExecutor executor(executor_options());
  for (std::int64_t i = 0; i < many; ++i) {
    links.push_back(std::make_shared<Link>(i, options()));
    executor.add_node(links.back());
  }
  for (const auto& link : links) ASSERT_TRUE(wait_until([&] { return link->matched(); }));
  EXPECT_EQ(links.front()->get_node_names().size(), static_cast<std::size_t>(many));
  for (const auto& link : links) link->start();
  for (const auto& link : links) {
    ASSERT_TRUE(spin_until(executor, [&] { return link->done(); })) << link->get_name();
  }

  // One after the other goes, and the rest works on: the last one's parameters are asked for.
  const auto last = links.back();
  const auto asking = make_node("asking");
  AsyncParametersClient parameters(asking, last->get_fully_qualified_name());
  executor.add_node(asking);
  links.clear();
  ASSERT_TRUE(parameters.wait_for_service(testing::default_deadline));
  const auto answer = parameters.get_parameters({"number"});
  ASSERT_EQ(executor.spin_until_future_complete(answer, testing::default_deadline),
            FutureReturnCode::SUCCESS);
  EXPECT_EQ(answer.get().at(0).as_int(), many - 1);
  EXPECT_TRUE(wait_until([&] { return asking->get_node_names().size() == 2; }));
}

}  // namespace
}  // namespace baton::nodes
