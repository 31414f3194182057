// SPDX-License-Identifier: Apache-2.0
// Descriptors, inotify instances, many endpoints, many processes.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <mutex>

#include <baton/baton.hpp>

#include "base/unique_fd.hpp"
#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

struct Number {
  std::uint64_t value;
};

class Limits : public IsolatedTest {};

/// Little address space each: there are many.
Publisher<Number>::SharedPtr small_publisher(Context& context, const std::string& topic) {
  PublisherOptions options;
  options.pool_floor_bytes = options.pool_ceiling_bytes = 1 << 20;
  return create_publisher<Number>(context, topic, 10, options);
}

#ifdef __SANITIZE_THREAD__
constexpr int many = 50;  // a minute's work for ThreadSanitizer already
#else
constexpr int many = 300;
#endif

#ifdef __SANITIZE_ADDRESS__
constexpr bool sanitizer_needs_descriptors = true;  // UBSan looks at memory through a pipe
#else
constexpr bool sanitizer_needs_descriptors = false;
#endif

ChildOptions with_descriptors(std::uint64_t count) {
  ChildOptions options;
  options.prepare = [count] {
    const rlimit limit{count, count};
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
  };
  return options;
}

TEST_F(Limits, WithoutDescriptorsAContextOrEndpointIsRefusedWithAText) {
  if (sanitizer_needs_descriptors) GTEST_SKIP() << "the sanitizer itself needs descriptors";
  for (std::uint64_t count = 4; count < 24; ++count) {
    Peer peer(with_descriptors(count));
    std::string answer = peer.ask("context");
    // A publisher costs descriptors from its first message on.
    for (int i = 0; answer == "ok" && i < 30; ++i) {
      answer = peer.ask(fmt::format("publisher p{} /t", i));
      if (answer == "ok") answer = peer.ask(fmt::format("publish p{} 1", i));
      if (answer == "published 1") answer = "ok";
    }
    EXPECT_THAT(answer, HasSubstr("error ")) << count;
    EXPECT_THAT(answer, HasSubstr("Too many open files")) << count;
    EXPECT_EQ(peer.quit().status, 0);
  }
  EXPECT_TRUE(wait_until([&] { return files_below(registry_root()).empty(); }));
}

TEST_F(Limits, ASubscriberThatRunsOutOfDescriptorsSaysSoAndStaysIdle) {
  if (sanitizer_needs_descriptors) GTEST_SKIP() << "the sanitizer itself needs descriptors";
  Peer crowded(with_descriptors(17));
  ASSERT_EQ(crowded.ask("context name=crowded"), "ok");
  ASSERT_EQ(crowded.ask("subscription s /t"), "ok");
  // Each brings its registry file and its connection.
  std::vector<std::unique_ptr<Context>> contexts;
  std::vector<Publisher<SmallMessage>::SharedPtr> publishers;
  for (int i = 0; i < 12; ++i) {
    contexts.push_back(std::make_unique<Context>(ContextOptions{}));
    publishers.push_back(create_publisher<SmallMessage>(*contexts.back(), "/t", 10));
  }
  EXPECT_EQ(crowded.ask("event RLIMIT_NOFILE"), "event");
  EXPECT_EQ(crowded.ask("take s"), "nothing");
  const std::uint64_t before_ns = cpu_time_ns(crowded.pid());
  (void)wait_until([] { return false; }, std::chrono::milliseconds(500));
  EXPECT_LT(cpu_time_ns(crowded.pid()) - before_ns, 250'000'000u * slowness) << "it is busy";
  EXPECT_EQ(crowded.quit().status, 0);
}

TEST_F(Limits, APublisherThatRunsOutOfDescriptorsSaysSoAndStaysIdle) {
  if (sanitizer_needs_descriptors) GTEST_SKIP() << "the sanitizer itself needs descriptors";
  Peer crowded(with_descriptors(25));
  ASSERT_EQ(crowded.ask("context name=crowded"), "ok");
  ASSERT_EQ(crowded.ask("publisher p /t"), "ok");
  std::vector<std::unique_ptr<Context>> contexts;
  std::vector<Subscription<SmallMessage>::SharedPtr> subscriptions;
  for (int i = 0; i < 16; ++i) {
    contexts.push_back(
        std::make_unique<Context>(ContextOptions{{}, "", "", [](const ContextEvent&) {}}));
    subscriptions.push_back(create_subscription<SmallMessage>(*contexts.back(), "/t", 10));
  }
  EXPECT_EQ(crowded.ask("event RLIMIT_NOFILE"), "event");
  const std::uint64_t before_ns = cpu_time_ns(crowded.pid());
  (void)wait_until([] { return false; }, std::chrono::milliseconds(500));
  EXPECT_LT(cpu_time_ns(crowded.pid()) - before_ns, 250'000'000u * slowness) << "it is busy";
  EXPECT_EQ(crowded.ask("publish p 1"), "published 1");
  subscriptions.clear();
  contexts.clear();
  // With room again, it takes part again.
  Context late{ContextOptions{}};
  const auto subscription = create_subscription<SmallMessage>(late, "/t", 10);
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  EXPECT_EQ(crowded.quit().status, 0);
}

/// An honest pair, of which one is a process that runs out of descriptors and has some again later.
class WantOfDescriptors : public Limits {
 protected:
  void SetUp() override {
    if (sanitizer_needs_descriptors) GTEST_SKIP() << "the sanitizer itself needs descriptors";
  }
  void TearDown() override {
    publishers_.clear();
    subscription_.reset();
    context_.reset();
    IsolatedTest::TearDown();
  }
  void open_context() {
    ContextOptions options;
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      told_.push_back(event.text);
    };
    context_ = std::make_unique<Context>(options);
  }
  bool told(const std::string& text) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return std::any_of(told_.begin(), told_.end(),
                         [&](const std::string& each) { return each.find(text) != each.npos; });
    });
  }
  void add_publisher() {
    PublisherOptions options;
    options.pool_floor_bytes = options.pool_ceiling_bytes = 1 << 14;
    publishers_.push_back(create_publisher<SmallMessage>(*context_, "/t", 10, options));
  }
  void publish(std::uint64_t sequence) {
    auto loan = publishers_[0]->borrow_loaned_message();
    loan->fill(1, sequence);
    publishers_[0]->publish(std::move(loan));
  }
  /// More than all attempts that used to be made.
  static void pass_the_time() {
    (void)wait_until([] { return false; }, std::chrono::milliseconds(2500));
  }

  std::unique_ptr<Context> context_;
  std::vector<Publisher<SmallMessage>::SharedPtr> publishers_;
  Subscription<SmallMessage>::SharedPtr subscription_;

 private:
  std::mutex mutex_;  // covers told_
  std::vector<std::string> told_;
};

TEST_F(WantOfDescriptors, RefusesASubscriberTheNewMatchAndChangesNothingThatItHolds) {
  open_context();
  add_publisher();
  Peer crowded(with_descriptors(64));
  ASSERT_EQ(crowded.ask("context name=crowded"), "ok");
  ASSERT_EQ(crowded.ask("subscription s /t"), "ok");
  ASSERT_EQ(crowded.ask("matched s 1"), "ok");
  for (std::uint64_t i = 1; i <= 8; ++i) {
    publish(i);
    ASSERT_EQ(crowded.ask("hold s"), fmt::format("message {}", i));
  }
  ASSERT_EQ(crowded.ask("eat_descriptors 0"), "ok");
  add_publisher();
  ASSERT_EQ(crowded.ask("event no descriptor is left for its segment"), "event");
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1500);
  std::uint64_t sequence = 8;
  while (std::chrono::steady_clock::now() < end) publish(++sequence);
  EXPECT_EQ(crowded.ask("held s"), "held=8 changed=0");
  EXPECT_EQ(publishers_[0]->get_subscription_count(), 1u);
  ASSERT_EQ(crowded.ask("free_descriptors"), "ok");
  EXPECT_EQ(crowded.ask("matched s 2"), "ok");
  EXPECT_EQ(crowded.ask("held s"), "held=8 changed=0");
  EXPECT_EQ(crowded.quit().status, 0);
}

TEST_F(WantOfDescriptors, OfAPublisherDelaysASubscriptionAndBothAreTold) {
  for (int left = 0; left < 4; ++left) {
    Peer crowded(with_descriptors(64));
    ASSERT_EQ(crowded.ask("context name=crowded"), "ok");
    ASSERT_EQ(crowded.ask("publisher p /t"), "ok");
    ASSERT_EQ(crowded.ask(fmt::format("eat_descriptors {}", left)), "ok");
    open_context();
    subscription_ = create_subscription<SmallMessage>(*context_, "/t", 10);
    pass_the_time();
    if (subscription_->get_publisher_count() == 0) {
      EXPECT_TRUE(told("raise RLIMIT_NOFILE")) << left;
      EXPECT_EQ(crowded.ask("event raise RLIMIT_NOFILE"), "event") << left;
    }
    ASSERT_EQ(crowded.ask("free_descriptors"), "ok");
    EXPECT_TRUE(wait_until([&] { return subscription_->get_publisher_count() == 1; })) << left;
    EXPECT_EQ(crowded.ask("publish p 1"), "published 1");
    EXPECT_TRUE(wait_until([&] { return subscription_->take().has_value(); })) << left;
    subscription_.reset();
    context_.reset();
    EXPECT_EQ(crowded.quit().status, 0);
  }
}

TEST_F(WantOfDescriptors, OfAPublisherStillWakesAnExecutorThatIsOpenedMeanwhile) {
  Peer crowded(with_descriptors(64));
  ASSERT_EQ(crowded.ask("context name=crowded"), "ok");
  ASSERT_EQ(crowded.ask("publisher p /t"), "ok");
  open_context();
  subscription_ = create_subscription<SmallMessage>(*context_, "/t", 10);
  ASSERT_EQ(crowded.ask("matched p 1"), "ok");
  ASSERT_EQ(crowded.ask("eat_descriptors 0"), "ok");
  WaitSet wait_set(*context_);
  wait_set.add_subscription(subscription_);
  for (int i = 1; i <= 5; ++i) {
    crowded.tell("publish p 1");
    ASSERT_NE(wait_set.wait(default_deadline), WaitResultKind::Timeout) << i;
    EXPECT_TRUE(subscription_->take());
    EXPECT_EQ(crowded.answer(), fmt::format("published {}", i));
  }
  EXPECT_EQ(crowded.ask("matched p 1"), "ok");
  EXPECT_EQ(crowded.quit().status, 0);
}

TEST_F(WantOfDescriptors, OfASubscriberOverlooksNoPublisherForGood) {
  Peer crowded(with_descriptors(64));
  ASSERT_EQ(crowded.ask("context name=crowded"), "ok");
  ASSERT_EQ(crowded.ask("subscription s /t"), "ok");
  ASSERT_EQ(crowded.ask("eat_descriptors 0"), "ok");
  open_context();
  add_publisher();
  ASSERT_EQ(crowded.ask("event raise RLIMIT_NOFILE"), "event");
  pass_the_time();
  ASSERT_EQ(crowded.ask("free_descriptors"), "ok");
  EXPECT_EQ(crowded.ask("matched s 1"), "ok");
  EXPECT_EQ(crowded.quit().status, 0);
}

/// All inotify instances that the user may have; empty if that is any number.
std::vector<base::UniqueFd> all_inotify_instances() {
  std::vector<base::UniqueFd> taken;
  for (base::UniqueFd fd(inotify_init1(IN_CLOEXEC)); fd; fd.reset(inotify_init1(IN_CLOEXEC))) {
    taken.push_back(std::move(fd));
    if (taken.size() > 100'000) return {};
  }
  return taken;
}

/// Participants that others see, each by a publisher.
class Neighbours {
 public:
  explicit Neighbours(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      contexts_.push_back(std::make_unique<Context>(ContextOptions{}));
      publishers_.push_back(create_publisher<SmallMessage>(*contexts_.back(), "/neighbour", 10));
    }
  }

 private:
  std::vector<std::unique_ptr<Context>> contexts_;
  std::vector<Publisher<SmallMessage>::SharedPtr> publishers_;
};

TEST_F(Limits, WithoutInotifyParticipantsThatHaveLeftKeepNoDescriptor) {
  std::vector<base::UniqueFd> taken = all_inotify_instances();
  if (taken.empty()) GTEST_SKIP() << "this user may have any number of them";
  Context context(
      ContextOptions{{}, "", "", [](const ContextEvent&) {}});  // what it says is not logged
  taken.clear();
  const Graph graph(context);
  const std::size_t before = open_descriptors().size();
  {
    const Neighbours neighbours(20);
    EXPECT_TRUE(wait_until([&] { return graph.get_endpoints().size() == 20; }));
  }
  EXPECT_TRUE(wait_until([&] { return open_descriptors().size() <= before; }))
      << open_descriptors().size() << " after " << before;
}

std::size_t inotify_queue_length() {
  std::size_t length = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> length;
  return length;
}

TEST_F(Limits, ParticipantsThatLeaveWhileEventsOverflowKeepNoDescriptor) {
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  const auto descriptors = [&peer] { return std::stoull(peer.ask("descriptors")); };
  const std::size_t before = descriptors();
  {
    const Neighbours neighbours(20);
    ASSERT_TRUE(wait_until([&] { return descriptors() == before + 20; }));
    peer.process().kill(SIGSTOP);
    ASSERT_TRUE(wait_until([&] { return process_state(peer.pid()) == 'T'; }));
    // Two events each, which the kernel cannot merge.
    const std::string file = registry() + "/filler";
    for (std::size_t i = 0; i < inotify_queue_length(); ++i) {
      base::UniqueFd(open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
      ASSERT_EQ(unlink(file.c_str()), 0);
    }
  }
  peer.process().kill(SIGCONT);
  EXPECT_TRUE(wait_until([&] { return descriptors() == before; })) << descriptors();
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(Limits, WithoutInotifyTheRegistryIsPolledAndThatIsSaidOnce) {
  std::vector<base::UniqueFd> taken = all_inotify_instances();
  if (taken.empty()) GTEST_SKIP() << "this user may have any number of them";
  std::mutex mutex;
  std::vector<std::string> told;
  ContextOptions options;
  options.on_event = [&](const ContextEvent& event) {
    const std::lock_guard lock(mutex);
    if (event.kind == EventKind::resources) told.push_back(event.text);
  };
  Context context(options);
  const auto subscription = create_subscription<SmallMessage>(context, "/t", 10);
  taken.clear();
  Context other{ContextOptions{}};
  auto publisher = create_publisher<SmallMessage>(other, "/t", 10);
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  publisher.reset();
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 0; }));
  publisher = create_publisher<SmallMessage>(other, "/t", 10);
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  const std::lock_guard lock(mutex);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_THAT(told[0], HasSubstr("max_user_instances"));
}

TEST_F(Limits, ThreeHundredPublishersInOneProcess) {
  Context context{ContextOptions{}};
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  std::vector<Publisher<Number>::SharedPtr> publishers;
  for (int i = 0; i < many; ++i) {
    publishers.push_back(small_publisher(context, fmt::format("/topic_{}", i)));
  }
  std::vector<Subscription<Number>::SharedPtr> subscriptions;
  for (int i = 0; i < many; ++i) {
    subscriptions.push_back(create_subscription<Number>(context, fmt::format("/topic_{}", i), 10));
  }
  for (std::uint64_t i = 0; i < many; ++i) {
    ASSERT_TRUE(wait_until([&] { return subscriptions[i]->get_publisher_count() == 1; })) << i;
    publishers[i]->publish(Number{i});
  }
  for (std::uint64_t i = 0; i < many; ++i) {
    const auto sample = subscriptions[i]->take();
    ASSERT_TRUE(sample) << i;
    EXPECT_EQ((*sample)->value, i);
  }
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(Limits, EndpointsWithoutAMatchCostNeitherDescriptorsNorAddresses) {
  Context context{ContextOptions{}};
  const std::size_t descriptors = open_descriptors().size();
  std::vector<Publisher<Number>::SharedPtr> publishers;  // of 1 GiB each, if they were used
  std::vector<Subscription<Number>::SharedPtr> subscriptions;
  for (int i = 0; i < 15 * many; ++i) {
    publishers.push_back(create_publisher<Number>(context, fmt::format("/out_{}", i), 10));
    subscriptions.push_back(create_subscription<Number>(context, fmt::format("/in_{}", i), 10));
  }
  EXPECT_EQ(open_descriptors().size(), descriptors);
  EXPECT_EQ(publishers.back()->get_counters().committed_bytes, 0u);
  Context other{ContextOptions{}};
  const Graph graph(other);
  const std::size_t all = publishers.size() + subscriptions.size();
  constexpr auto enough = std::chrono::seconds(60);  // nearly 10,000 of them are read
  EXPECT_TRUE(wait_until([&] { return graph.get_endpoints().size() == all; }, enough));
  // One of many is as good as one of few.
  const auto subscription = create_subscription<Number>(other, "/out_7", 10);
  ASSERT_TRUE(wait_until([&] { return publishers[7]->get_subscription_count() == 1; }));
  publishers[7]->publish(Number{7});
  EXPECT_TRUE(wait_until([&] { return subscription->take().has_value(); }));
  publishers.clear();
  subscriptions.clear();
  EXPECT_TRUE(wait_until([&] { return graph.get_endpoints().size() == 1; }, enough));
}

TEST_F(Limits, ThreeHundredPublishersOnOneTopic) {
  Context context{ContextOptions{}};
  Context other{ContextOptions{}};
  const auto subscription = create_subscription<Number>(other, "/t", 10);
  std::vector<Publisher<Number>::SharedPtr> publishers;
  for (int i = 0; i < many; ++i) publishers.push_back(small_publisher(context, "/t"));
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == many; }));
  for (std::uint64_t i = 0; i < many; ++i) publishers[i]->publish(Number{i});
  std::vector<bool> seen(many);
  for (int i = 0; i < many; ++i) {
    const auto sample = subscription->take();
    ASSERT_TRUE(sample);
    EXPECT_FALSE(seen[(*sample)->value]);
    seen[(*sample)->value] = true;
  }
  publishers.clear();
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 0; }));
}

TEST_F(Limits, SixtyFourSubscriberProcesses) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  std::vector<std::unique_ptr<Peer>> peers;
  for (int i = 0; i < 64; ++i) {
    peers.push_back(std::make_unique<Peer>());
    peers.back()->tell("context");
    peers.back()->tell("subscription s /t");
    peers.back()->tell("matched s 1");
  }
  for (auto& peer : peers) {
    for (int i = 0; i < 3; ++i) ASSERT_EQ(peer->answer(), "ok");
  }
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 64; }));
  SmallMessage message;
  for (std::uint64_t sequence = 1; sequence <= 5; ++sequence) {
    for (auto& peer : peers) peer->tell("await s");
    message.fill(1, sequence);
    publisher->publish(message);
    for (auto& peer : peers) ASSERT_EQ(peer->answer(), fmt::format("message {}", sequence));
  }
  for (auto& peer : peers) EXPECT_EQ(peer->quit().status, 0);
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
}

}  // namespace
}  // namespace baton::testing
