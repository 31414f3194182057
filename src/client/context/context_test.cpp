// SPDX-License-Identifier: Apache-2.0
#include <baton/context.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/foreign_user.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton {
namespace {

using ::testing::HasSubstr;
using testing::wait_until;

struct Number {
  std::uint64_t value;
};

class ContextTest : public testing::IsolatedTest {
 protected:
  static std::string refusal(const ContextOptions& options = {}) {
    try {
      const Context context(options);
      return "accepted";
    } catch (const exceptions::Error& error) {
      return error.what();
    }
  }
  void make_root(mode_t mode) {
    mkdir(registry_root().c_str(), 0700);
    chmod(registry_root().c_str(), mode);
  }
};

TEST_F(ContextTest, IsVisibleWhileItLivesAndLeavesNothing) {
  {
    const Context context{ContextOptions{}};
    EXPECT_TRUE(context.is_valid());
    EXPECT_EQ(context.get_domain_id(), domain_id());
    EXPECT_EQ(registered(), 1u);
  }
  EXPECT_FALSE(std::filesystem::exists(registry()));
}

TEST_F(ContextTest, ShutdownEndsItAndMayBeRepeated) {
  Context context{ContextOptions{}};
  context.shutdown();
  EXPECT_FALSE(context.is_valid());
  context.shutdown();
  EXPECT_EQ(registered(), 0u);
}

TEST_F(ContextTest, AfterShutdownNoEndpointCanBeMadeWithItAndExecutorsReturnAtOnce) {
  Context context{ContextOptions{}};
  context.shutdown();
  EXPECT_THROW(create_publisher<Number>(context, "t", 1), exceptions::Error);
  EXPECT_THROW(create_subscription<Number>(context, "t", 1), exceptions::Error);
  executors::SingleThreadedExecutor executor{context};
  executor.spin();
  WaitSet wait_set{context};
}

TEST_F(ContextTest, ASleepOfTheLongestTimeLastsUntilShutdown) {
  Context context{ContextOptions{}};
  std::atomic<bool> awake{false};
  std::thread sleeping([&] {
    // lint-ok: no_sleep_in_tests: sleeping is what is tested
    EXPECT_FALSE(context.sleep_for(std::chrono::nanoseconds::max()));
    awake = true;
  });
  EXPECT_TRUE(testing::stays_true([&] { return !awake; }, std::chrono::milliseconds(20)));
  context.shutdown();
  sleeping.join();
  EXPECT_TRUE(awake);
}

TEST_F(ContextTest, ASleepOfATimeThatIsOverDoesNotBegin) {
  Context context{ContextOptions{}};
  for (const auto time : {std::chrono::nanoseconds(-1), std::chrono::nanoseconds::min()}) {
    // lint-ok: no_sleep_in_tests: sleeping is what is tested
    EXPECT_TRUE(context.sleep_for(time));
  }
}

TEST_F(ContextTest, EndpointsOutliveIt) {
  auto context = std::make_unique<Context>(ContextOptions{});
  const auto publisher = create_publisher<Number>(*context, "t", 1);
  const auto subscription = create_subscription<Number>(*context, "t", 1);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  context.reset();
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
  publisher->publish(Number{1});  // no peer is left, and that is no error, as in rclcpp
  publisher->publish(publisher->borrow_loaned_message());
  EXPECT_FALSE(subscription->take());
  EXPECT_EQ(publisher->get_counters().published, 0u);
}

TEST_F(ContextTest, SeveralInOneProcessMeetLikeProcesses) {
  ContextOptions options;
  options.name = "other";
  Context one{ContextOptions{}};
  Context other(options);
  const auto publisher = create_publisher<Number>(one, "t", 1);
  const auto subscription = create_subscription<Number>(other, "t", 1);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  EXPECT_EQ(publisher->get_matches()[0].process_name, "other");
}

TEST_F(ContextTest, DomainsDoNotMeet) {
  ContextOptions options;
  options.domain_id = (domain_id() + 1) % 233;
  Context one{ContextOptions{}};
  Context other(options);
  Context third{ContextOptions{}};
  const auto publisher = create_publisher<Number>(one, "t", 1);
  const auto far = create_subscription<Number>(other, "t", 1);
  const auto near = create_subscription<Number>(third, "t", 1);
  ASSERT_TRUE(wait_until([&] { return near->get_publisher_count() == 1; }));
  EXPECT_EQ(far->get_publisher_count(), 0u);
}

TEST_F(ContextTest, AMissingRegistryDirectoryIsMadeForThisUserAlone) {
  const Context context{ContextOptions{}};
  for (const std::string& path : {registry_root(), registry()}) {
    struct stat status {};
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700u);
  }
}

TEST_F(ContextTest, ARegistryWhoseParentIsMissingIsRefusedByName) {
  ContextOptions options;
  options.registry_dir = scratch() + "/no/such/place";
  EXPECT_THAT(refusal(options), HasSubstr("/no/such"));
}

TEST_F(ContextTest, ARegistryThatIsAFileIsRefusedByName) {
  std::ofstream(registry_root()) << "here first";
  EXPECT_THAT(refusal(), HasSubstr(registry_root()));
  forget_registry_files();
}

TEST_F(ContextTest, ARegistryThatOthersMayWriteIsRefusedWithTheCure) {
  for (const mode_t mode : {0770u, 0707u, 0777u, 0702u}) {
    make_root(mode);
    EXPECT_THAT(refusal(), HasSubstr(registry_root())) << fmt::format("{:o}", mode);
    EXPECT_THAT(refusal(), ::testing::AnyOf(HasSubstr("chmod"), HasSubstr("700")));
  }
  forget_registry_files();
}

TEST_F(ContextTest, ARegistryOfAnotherUserIsRefused) {
  if (!testing::can_switch_user()) GTEST_SKIP() << "only root can give a directory away";
  make_root(0700);
  ASSERT_EQ(chown(registry_root().c_str(), 65534, 65534), 0);
  EXPECT_THAT(refusal(), HasSubstr(registry_root()));
  forget_registry_files();
}

TEST_F(ContextTest, ARegistryThatIsNotWritableIsRefused) {
  if (!testing::can_switch_user()) GTEST_SKIP() << "needs a user that is not root, made by root";
  const testing::ChildOptions nobody = testing::as_nobody(scratch());
  const std::string root = *nobody.environment.at("BATON_REGISTRY_DIR");
  mkdir(root.c_str(), 0500);
  ASSERT_EQ(chown(root.c_str(), 65534, 65534), 0);
  testing::Peer peer(nobody);
  const std::string answer = peer.ask("context");
  EXPECT_THAT(answer, HasSubstr("error"));
  EXPECT_THAT(answer, HasSubstr("Permission denied"));
  EXPECT_THAT(answer, HasSubstr(root));
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(ContextTest, ASymbolicLinkIsNotFollowed) {
  ASSERT_EQ(mkdir((scratch() + "/elsewhere").c_str(), 0700), 0);
  make_root(0700);
  ASSERT_EQ(symlink((scratch() + "/elsewhere").c_str(), registry().c_str()), 0);
  EXPECT_THAT(refusal(), HasSubstr(registry()));
  EXPECT_TRUE(testing::files_below(scratch() + "/elsewhere").empty());
  forget_registry_files();
}

}  // namespace
}  // namespace baton
