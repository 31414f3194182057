// SPDX-License-Identifier: Apache-2.0
// What an observer sees of processes that never heard of it, and that it changes nothing there.
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>

#include <baton/baton.hpp>

#include "observe/observer.hpp"
#include "shm/segment_names.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Number {
  std::uint64_t value;
};

class Observe : public IsolatedTest {
 protected:
  observe::ObserverOptions here(bool messages = false) const {
    observe::ObserverOptions options;
    options.directories = {registry()};
    options.messages = messages;
    return options;
  }
  /// Two processes with a matched pair on /t.
  void connect(Peer& talker, Peer& listener, const std::string& qos = "") {
    ASSERT_EQ(talker.ask("context name=talker"), "ok");
    ASSERT_EQ(listener.ask("context name=listener"), "ok");
    ASSERT_EQ(talker.ask("publisher p /t " + qos), "ok");
    ASSERT_EQ(listener.ask("subscription s /t " + qos), "ok");
    ASSERT_EQ(talker.ask("matched p 1"), "ok");
    ASSERT_EQ(listener.ask("matched s 1"), "ok");
  }
};

TEST_F(Observe, SeesWhatWasPublishedWhenAndHowLarge) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  observe::Observer observer(here(true));
  (void)observer.look();
  ASSERT_EQ(talker.ask("publish p 3"), "published 3");
  const observe::Snapshot seen = observer.look();
  ASSERT_EQ(seen.processes.size(), 2u);
  EXPECT_THAT(seen.processes[0].not_observable, IsEmpty());
  ASSERT_EQ(seen.publishers.size(), 1u);
  const observe::SeenPublisher& publisher = seen.publishers[0];
  EXPECT_EQ(publisher.facts.topic, "/t");
  EXPECT_EQ(publisher.published, 3u);
  EXPECT_GT(publisher.rate_hz, 0);
  EXPECT_GT(publisher.bytes_per_s, 0);
  EXPECT_GT(publisher.segment_bytes, 4096u);
  ASSERT_EQ(publisher.messages.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(publisher.messages[i].sequence, i + 1);
    EXPECT_EQ(publisher.messages[i].size_bytes, publisher.last_size_bytes);
    EXPECT_LT(std::abs(publisher.messages[i].source_timestamp_ns * 1e-9 - seen.time_s), 60);
  }
  EXPECT_THAT(observer.look().publishers[0].messages, IsEmpty());
  talker.quit();
  listener.quit();
}

TEST_F(Observe, SeesTimesAndBytesOfMessagesThatLeftTheRingBeforeTheLook) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  observe::Observer observer(here(true));
  (void)observer.look();
  ASSERT_EQ(talker.ask("publish p 500"), "published 500");
  const observe::Snapshot seen = observer.look();
  ASSERT_EQ(seen.publishers.size(), 1u);
  const observe::SeenPublisher& publisher = seen.publishers[0];
  EXPECT_GT(publisher.last_size_bytes, 0u);
  EXPECT_NEAR(publisher.bytes_per_s / publisher.rate_hz,
              static_cast<double>(publisher.last_size_bytes), 0.01);
  // Their memory is used again; when each was published is seen all the same.
  ASSERT_EQ(publisher.messages.size(), 500u);
  for (std::size_t i = 1; i < 500; ++i) {
    EXPECT_EQ(publisher.messages[i].sequence, i + 1);
    EXPECT_GE(publisher.messages[i].source_timestamp_ns,
              publisher.messages[i - 1].source_timestamp_ns);
  }
  talker.quit();
  listener.quit();
}

TEST_F(Observe, CountsNothingFromBeforeTheFirstLookForAnyPublisherOfAProcess) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  ASSERT_EQ(talker.ask("publisher q /u"), "ok");
  ASSERT_EQ(listener.ask("subscription r /u"), "ok");
  ASSERT_EQ(talker.ask("matched q 1"), "ok");
  for (const char* one : {"p", "q"}) {
    ASSERT_EQ(talker.ask(std::string("publish ") + one + " 100"), "published 100");
  }
  observe::Observer observer(here(true));
  (void)observer.look();
  for (const char* one : {"p", "q"}) {
    ASSERT_EQ(talker.ask(std::string("publish ") + one + " 1"), "published 101");
  }
  const observe::Snapshot seen = observer.look();
  ASSERT_EQ(seen.publishers.size(), 2u);
  for (const observe::SeenPublisher& publisher : seen.publishers) {
    EXPECT_EQ(publisher.published, 101u) << publisher.facts.topic;
    EXPECT_NEAR(publisher.rate_hz * seen.interval_s, 1, 1e-6) << publisher.facts.topic;
    EXPECT_EQ(publisher.messages.size(), 1u) << publisher.facts.topic;
  }
  talker.quit();
  listener.quit();
}

/// Looks with so few descriptors that some may be wanting.
observe::Snapshot look_with_descriptors(observe::Observer& observer, int descriptors) {
  rlimit usual{};
  EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &usual), 0);
  const rlimit few{static_cast<rlim_t>(descriptors), usual.rlim_max};
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  observe::Snapshot seen = observer.look();
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
  return seen;
}

TEST_F(Observe, MakesNoRateOfWhatWasPublishedBeforeARingWasOpened) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  ASSERT_EQ(talker.ask("publish p 100"), "published 100");
  const int lowest_free = base::UniqueFd(::dup(STDERR_FILENO)).get();
  int without_ring = 0;
  for (int descriptors = lowest_free; descriptors < lowest_free + 16; ++descriptors) {
    observe::Observer observer(here());
    const observe::Snapshot first = look_with_descriptors(observer, descriptors);
    if (first.publishers.size() != 1 || first.publishers[0].published != 0) continue;
    for (const observe::Process& process : first.processes) {
      if (process.participant == first.publishers[0].participant && process.not_observable.empty())
        ++without_ring;
    }
    ASSERT_TRUE(wait_until([&] {
      const observe::SeenPublisher publisher = observer.look().publishers.at(0);
      EXPECT_EQ(publisher.rate_hz, 0) << "with " << descriptors << " descriptors";
      return publisher.published == 100;
    }));
    EXPECT_EQ(observer.look().publishers.at(0).rate_hz, 0);
  }
  EXPECT_GT(without_ring, 0) << "each look that saw the process had its ring, too";
  talker.quit();
  listener.quit();
}

TEST_F(Observe, SeesHowFarASubscriptionIsBehindAndWhatItHoldsSinceWhen) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  ASSERT_EQ(talker.ask("publish p 5"), "published 5");
  observe::Observer observer(here());
  observe::Snapshot seen = observer.look();
  ASSERT_EQ(seen.subscriptions.size(), 1u);
  ASSERT_EQ(seen.subscriptions[0].matches.size(), 1u);
  EXPECT_EQ(seen.subscriptions[0].matches[0].behind, 5u);
  EXPECT_THAT(seen.subscriptions[0].matches[0].held, IsEmpty());
  ASSERT_THAT(listener.ask("hold s"), HasSubstr("1"));
  seen = observer.look();
  ASSERT_EQ(seen.subscriptions[0].matches[0].held.size(), 1u);
  EXPECT_EQ(seen.subscriptions[0].matches[0].behind, 4u);
  EXPECT_EQ(seen.subscriptions[0].matches[0].held[0].sequence, 1u);
  EXPECT_EQ(seen.subscriptions[0].matches[0].held[0].since_s, 0);
  seen = observer.look();
  EXPECT_GT(seen.subscriptions[0].matches[0].held[0].since_s, 0);
  EXPECT_THAT(to_json(seen), HasSubstr(R"("way":"shared memory","zero_copy":true)"));
  ASSERT_EQ(listener.ask("release"), "ok");
  EXPECT_THAT(observer.look().subscriptions[0].matches[0].held, IsEmpty());
  talker.quit();
  listener.quit();
}

TEST_F(Observe, NamesTheEndThatCopiesBecauseItsLoansAreDisabled) {
  const ChildOptions copying{{}, {}, {{"ROS_DISABLE_LOANED_MESSAGES", "1"}}, {}};
  for (const bool at_publisher : {true, false}) {
    Peer talker(at_publisher ? copying : ChildOptions{});
    Peer listener(at_publisher ? ChildOptions{} : copying);
    connect(talker, listener);
    observe::Observer observer(here());
    EXPECT_THAT(to_json(observer.look()),
                HasSubstr(std::string(R"("zero_copy":false,"why":"copied at the )") +
                          (at_publisher ? "publisher" : "subscription") +
                          ": its process was started with ROS_DISABLE_LOANED_MESSAGES=1"));
    talker.quit();
    listener.quit();
  }
}

TEST_F(Observe, SeesWhatASubscriptionHasMissedOnceItTakesAgain) {
  Peer talker;
  Peer listener;
  connect(talker, listener, "depth=2");
  ASSERT_EQ(talker.ask("publish p 7"), "published 7");
  observe::Observer observer(here());
  observe::SeenMatch match = observer.look().subscriptions.at(0).matches.at(0);
  EXPECT_EQ(match.behind, 7u);
  EXPECT_EQ(match.missed, 0u);
  ASSERT_THAT(listener.ask("hold s"), HasSubstr("6"));
  match = observer.look().subscriptions.at(0).matches.at(0);
  EXPECT_EQ(match.behind, 1u);
  EXPECT_EQ(match.missed, 5u);
  EXPECT_THAT(to_json(observer.look()), HasSubstr(R"("missed":5)"));
  talker.quit();
  listener.quit();
}

TEST_F(Observe, CountsWhatNoOtherProcessGets) {
  Context context{ContextOptions{}};
  const auto unread = create_publisher<Number>(context, "/unread", 10);
  PublisherOptions options;
  options.use_intra_process_comm = IntraProcessSetting::Enable;
  SubscriptionOptions reading;
  reading.use_intra_process_comm = IntraProcessSetting::Enable;
  const auto inside = create_publisher<Number>(context, "/inside", 10, options);
  const auto reader = create_subscription<Number>(
      context, "/inside", 10, [](const Number&) {}, reading);
  observe::Observer observer(here());
  ASSERT_TRUE(wait_until([&] { return observer.look().publishers.size() == 2; }));
  for (std::uint64_t i = 0; i < 4; ++i) unread->publish(Number{i});
  inside->publish(std::make_unique<Number>(Number{1}));
  auto loan = inside->borrow_loaned_message();
  loan.get().value = 2;
  inside->publish(std::move(loan));
  std::map<std::string, observe::SeenPublisher> seen;
  for (const observe::SeenPublisher& one : observer.look().publishers) {
    seen.emplace(one.facts.topic, one);
  }
  EXPECT_EQ(seen.at("/unread").published, 4u);
  EXPECT_EQ(seen.at("/inside").published, 2u);
  EXPECT_EQ(seen.at("/inside").in_process, 2u);
  EXPECT_GT(seen.at("/inside").last_ns, 0);
}

TEST_F(Observe, FiguresEndWithTheirPublisherAndBeginAtZero) {
  Context context{ContextOptions{}};
  observe::Observer observer(here());
  for (int round = 0; round < 3; ++round) {
    const auto publisher = create_publisher<Number>(context, "/t", 10);
    publisher->publish(Number{1});
    // The one before may still be announced.
    EXPECT_TRUE(wait_until([&] {
      const observe::Snapshot seen = observer.look();
      return seen.publishers.size() == 1 && seen.publishers[0].published == 1;
    }));
  }
  EXPECT_TRUE(wait_until([&] { return observer.look().publishers.empty(); }));
}

TEST_F(Observe, WakesNoThreadOfAnIdleProcessAndTakesNoMemoryThere) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  ASSERT_EQ(talker.ask("publish p 5"), "published 5");
  observe::Observer observer(here(true));
  const std::uint64_t memory = observer.look().publishers.at(0).segment_bytes;
  const auto sleeps = [&] {
    return voluntary_context_switches(talker.pid()) + voluntary_context_switches(listener.pid());
  };
  // Again while the processes come to rest. A wake-up by a look would show each time.
  EXPECT_TRUE(wait_until([&] {
    const std::uint64_t before = sleeps();
    for (int i = 0; i < 300; ++i) (void)observer.look();
    return sleeps() == before;
  }));
  EXPECT_EQ(observer.look().publishers.at(0).segment_bytes, memory);
  talker.quit();
  listener.quit();
}

TEST_F(Observe, AProcessThatDiesIsGoneAtTheNextLook) {
  Peer talker;
  Peer listener;
  connect(talker, listener);
  observe::Observer observer(here());
  EXPECT_EQ(observer.look().processes.size(), 2u);
  talker.process().kill(SIGKILL);
  ASSERT_TRUE(talker.process().wait());
  EXPECT_EQ(observer.look().processes.size(), 1u);
  listener.quit();
  forget_registry_files();
}

TEST_F(Observe, SaysWhyAProcessIsNotObservable) {
  Peer talker;
  ASSERT_EQ(talker.ask("context name=talker"), "ok");
  ASSERT_EQ(talker.ask("publisher p /t"), "ok");
  const auto files = observe::SegmentFiles::of(talker.pid());
  ASSERT_TRUE(files) << files.error().text;
  EXPECT_FALSE(files->open("baton-rec-0000000000000000"));
  EXPECT_FALSE(observe::SegmentFiles::of(-1));
  EXPECT_FALSE(observe::SegmentFiles::with("baton-rec-0000000000000000"));
  talker.quit();
}

TEST_F(Observe, MemoryOfLiarsIsRefused) {
  const base::UniqueFd liar(::memfd_create("baton-pub-0123456789abcdef-1", MFD_CLOEXEC));
  ASSERT_EQ(0, ::ftruncate(liar.get(), 1 << 20));
  const auto files = observe::SegmentFiles::of(::getpid());
  ASSERT_TRUE(files);
  auto opened = files->open("baton-pub-0123456789abcdef-1");
  ASSERT_TRUE(opened);
  EXPECT_FALSE(observe::ObservedRing::open(std::move(*opened))) << "its size is not sealed";
  auto sealed = base::OwnMemory::create("baton-rec-0123456789abcdef", sizeof(shm::Rec));
  ASSERT_TRUE(sealed && sealed->commit(0, sizeof(shm::Rec)));
  auto board = observe::SegmentFiles::of(::getpid())->open("baton-rec-0123456789abcdef");
  ASSERT_TRUE(board);
  EXPECT_FALSE(observe::ObservedBoard::open(std::move(*board))) << "it has no header";
}

TEST_F(Observe, MakesNoDirectoryWhereNoParticipantIs) {
  observe::ObserverOptions options;
  options.directories = {scratch() + "/none"};
  observe::Observer observer(options);
  EXPECT_THAT(observer.look().processes, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(scratch() + "/none"));
}

}  // namespace
}  // namespace baton::testing
