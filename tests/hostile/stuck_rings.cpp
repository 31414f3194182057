// SPDX-License-Identifier: Apache-2.0
// Peers that hold up a publisher that rings them: whatever else happens, it goes on within moments.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <thread>

#include <baton/baton.hpp>

#include "base/event_fd.hpp"
#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"
#include "testing/stranger.hpp"

namespace baton::testing {
namespace {

using namespace shm::wire;

/// As far as it goes. The bell stays a blocking one also where the kernel cannot empty it without
/// waiting: nothing else reads it.
void fill(int bell) {
  pollfd entry{bell, POLLIN, 0};
  eventfd_t count = 0;
  if (poll(&entry, 1, 0) == 1) {
    ASSERT_EQ(eventfd_read(bell, &count), 0);
  }
  ASSERT_EQ(eventfd_write(bell, 0xfffffffffffffffe), 0);
}

/// Frees a thread that is held up, so that a test that fails ends.
void empty(int bell) { base::detail::take_count(bell); }

/// The eventfds of others that this process rings: its own are not blocking, except those of
/// executors.
std::vector<int> blocking_eventfds() {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone) != "anon_inode:[eventfd]") continue;
    const int fd = std::stoi(entry.path().filename());
    if ((fcntl(fd, F_GETFL) & O_NONBLOCK) == 0) found.push_back(fd);
  }
  return found;
}

class StuckRing : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    context_ = std::make_unique<Context>(ContextOptions{});
    publisher_ = create_publisher<SmallMessage>(*context_, "/t", 10);
  }
  void TearDown() override {
    publisher_.reset();
    context_.reset();
    bell_.reset();
    IsolatedTest::TearDown();
  }

  /// Makes `culprit` a subscriber that is matched and sleeps.
  void subscribe(Stranger& culprit) {
    ASSERT_TRUE(culprit.connect());
    culprit.introduce();
    culprit.send(BellOffer{0}, {bell_.get()}).value();
    const std::uint32_t record = *culprit.rec().open_record();
    const match::EndpointFacts offered = culprit.victims_publisher();
    publisher_id_ = offered.id;
    Hello hello{offered.id, record, offered};
    hello.subscription.id = 1;
    culprit.send(hello).value();
    ASSERT_TRUE(culprit.receive<Welcome>());
    culprit.rec().rec().record[record].executor.store(0, std::memory_order_seq_cst);
    culprit.rec().rec().executor[0].armed.store(1, std::memory_order_seq_cst);
  }

  /// Publishes, which a full bell holds up, and does something else meanwhile.
  void publish_while(const std::function<void()>& something_else) {
    std::atomic<bool> published{false};
    std::thread publishing([&] {
      publisher_->publish(SmallMessage{});
      published = true;
    });
    (void)stays_true([&] { return !published; }, std::chrono::milliseconds(50));
    something_else();
    EXPECT_TRUE(wait_until([&] { return published.load(); })) << "it hangs";
    if (!published) {
      for (const int bell : blocking_eventfds()) empty(bell);
    }
    publishing.join();
  }

  /// Both the publisher and the participant's thread still serve an honest peer.
  void expect_service() {
    Context honest{ContextOptions{}};
    const auto reader = create_subscription<SmallMessage>(honest, "/t", 10);
    ASSERT_TRUE(wait_until([&] { return reader->get_publisher_count() == 1; }));
    SmallMessage message;
    message.fill(1, 1);
    publisher_->publish(message);
    const auto sample = reader->take();
    ASSERT_TRUE(sample);
    EXPECT_TRUE((*sample)->is_whole());
  }

  std::unique_ptr<Context> context_;
  Publisher<SmallMessage>::SharedPtr publisher_;
  std::uint64_t publisher_id_ = 0;
  base::UniqueFd bell_{eventfd(0, EFD_CLOEXEC)};
};

TEST_F(StuckRing, IsEndedThoughItsCulpritLeavesMeanwhile) {
  Stranger culprit(registry());
  subscribe(culprit);
  fill(bell_.get());
  publish_while([&] { culprit.send(Bye{publisher_id_, 1}).value(); });
  EXPECT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 0; }));
  expect_service();
}

TEST_F(StuckRing, IsEndedThoughAnotherSubscribesMeanwhile) {
  Stranger culprit(registry());
  subscribe(culprit);
  Peer honest;
  honest.ask("context");
  fill(bell_.get());
  publish_while([&] { honest.ask("subscription s /t"); });
  EXPECT_EQ(honest.ask("matched s 1"), "ok");
  expect_service();
}

TEST_F(StuckRing, IsEndedThoughAnHonestSubscriptionIsKilledMeanwhile) {
  Stranger culprit(registry());
  subscribe(culprit);
  Peer honest;
  honest.ask("context");
  honest.ask("subscription s /t");
  ASSERT_EQ(honest.ask("matched s 1"), "ok");
  fill(bell_.get());
  publish_while([&] { honest.process().kill(SIGKILL); });
  EXPECT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 1; }));
  expect_service();
}

TEST_F(StuckRing, IsEndedThoughItsCulpritIsKilledMeanwhile) {
  Peer culprit;
  culprit.ask("context");
  culprit.ask("subscription s /t");
  culprit.ask("drain s");
  ASSERT_EQ(culprit.ask("matched s 1"), "ok");
  publisher_->publish(SmallMessage{});
  const auto seen = [&] { return culprit.figure("report s", "seen"); };
  ASSERT_TRUE(wait_until([&] { return seen() == 1; }));
  culprit.process().kill(SIGSTOP);
  ASSERT_TRUE(wait_until([&] { return process_state(culprit.pid()) == 'T'; }));
  for (const int bell : blocking_eventfds()) fill(bell);
  publish_while([&] { culprit.process().kill(SIGKILL); });
  EXPECT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 0; }));
  expect_service();
}

TEST_F(StuckRing, CostsItsCulpritAllOtherBells) {
  Stranger culprit(registry());
  subscribe(culprit);
  fill(bell_.get());
  publish_while([] {});
  const base::UniqueFd another(eventfd(0, EFD_CLOEXEC));
  culprit.send(BellOffer{1}, {another.get()}).value();
  EXPECT_TRUE(culprit.hung_up()) << "each could hold up its publisher as long";
  expect_service();
}

class StolenRing : public StuckRing {};

TEST_F(StolenRing, IsMadeAgainWhileMessagesAreUnread) {
  Stranger sleeper(registry());
  subscribe(sleeper);
  const auto steal = [&] {
    return wait_until([&] { return base::detail::take_count(bell_.get()); });
  };
  ASSERT_TRUE(steal()) << "that of the bell's installation";
  publisher_->publish(SmallMessage{});
  EXPECT_TRUE(steal());
  EXPECT_TRUE(steal()) << "the first was stolen";
  EXPECT_TRUE(steal()) << "so was the second";
}

/// A publisher of "/bait": its subscribers show it the bells of their executors.
match::EndpointFacts bait() {
  match::EndpointFacts bait;
  bait.id = 1;
  bait.topic = "/bait";
  bait.type_name = "bait";
  return bait;
}

TEST_F(StolenRing, OfTheProcessItselfIsMadeAgain) {
  Stranger thief(registry(), {bait()});
  Context context{ContextOptions{}};
  const auto bitten = create_subscription<SmallMessage>(context, "/bait", 10);
  const auto reader = create_subscription<SmallMessage>(context, "/t", 10);
  executors::SingleThreadedExecutor executor(context);
  executor.add_subscription(
      reader);  // it has a publisher elsewhere, so the executor sleeps on its bell
  ASSERT_TRUE(thief.accept());
  const auto offer = thief.receive<BellOffer>();
  ASSERT_TRUE(offer && offer->fds.size() == 1);
  const int bell = offer->fds[0].get();
  ASSERT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 1; }));
  int stolen = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (stolen < 3 && std::chrono::steady_clock::now() < deadline) {
    std::atomic<bool> ended{false};
    std::thread spinning([&] {
      executor.spin();
      ended = true;
    });
    ASSERT_TRUE(wait_until([&] { return executor.is_spinning(); }));
    (void)stays_true([&] { return !ended; }, std::chrono::milliseconds(20));  // it falls asleep
    executor.cancel();
    stolen += base::detail::take_count(bell);  // not if the sleeper is quicker
    EXPECT_TRUE(wait_until([&] { return ended.load(); })) << "it sleeps for ever";
    if (!ended) eventfd_write(bell, 1);
    spinning.join();
  }
  EXPECT_EQ(stolen, 3);
}

TEST_F(StolenRing, CostsNoSubscriptionAMessage) {
  Stranger thief(registry(), {bait()});
  Context context{ContextOptions{}};
  std::atomic<std::uint64_t> received{0};
  const auto reader = create_subscription<SmallMessage>(context, "/t", 10,
                                                        [&](const SmallMessage&) { ++received; });
  const auto bitten = create_subscription<SmallMessage>(context, "/bait", 10);
  executors::SingleThreadedExecutor executor(context);
  executor.add_subscription(reader);
  ASSERT_TRUE(thief.accept());
  const auto offer = thief.receive<BellOffer>();
  ASSERT_TRUE(offer && offer->fds.size() == 1);
  std::thread spinning([&] { executor.spin(); });
  ASSERT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 1; }));
  for (std::uint64_t sent = 1; sent <= 5; ++sent) {
    std::thread stealing([&] {  // one ring, or none if the sleeper is quicker
      (void)wait_until(
          [&] { return base::detail::take_count(offer->fds[0].get()) || received == sent; });
    });
    publisher_->publish(SmallMessage{});
    EXPECT_TRUE(wait_until([&] { return received == sent; })) << "it sleeps for ever";
    received = sent;
    stealing.join();
  }
  executor.cancel();
  spinning.join();
}

}  // namespace
}  // namespace baton::testing
