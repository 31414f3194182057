// SPDX-License-Identifier: Apache-2.0
// Peers that keep the protocol and want everything: each has its share, the others go on, and what
// was had is given back.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_lock.hpp"
#include "base/unix_socket.hpp"
#include "testing/isolation.hpp"
#include "testing/process_facts.hpp"
#include "testing/stranger.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::testing {
namespace {

using namespace shm::wire;

class Greedy : public IsolatedTest {
 protected:
  void SetUp() override {
    transport::ParticipantOptions options;
    options.name = "victim";
    options.directory = registry();
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event.text);
    };
    victim_ = std::move(*transport::open_shm_transport(options));
    auto spec = on_topic<transport::PublisherSpec>();
    spec.pool_ceiling_bytes = spec.pool_floor_bytes = 1 << 20;
    publisher_ = std::move(*victim_->open_publisher(spec));
  }
  void TearDown() override {
    publisher_.reset();
    victim_.reset();
    IsolatedTest::TearDown();
  }

  void publish() {
    const auto loan = publisher_->loan(64);
    ASSERT_TRUE(loan) << loan.error().text;
    ASSERT_TRUE(publisher_->publish(loan->token, 64));
  }
  bool told(const std::string& text) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return std::any_of(events_.begin(), events_.end(), [&](const std::string& each) {
        return each.find(text) != std::string::npos;
      });
    });
  }
  void expect_service() {
    transport::ParticipantOptions options;
    options.name = "honest";
    options.directory = registry();
    const auto honest = std::move(*transport::open_shm_transport(options));
    const auto reader =
        std::move(*honest->open_subscription(on_topic<transport::SubscriptionSpec>()));
    ASSERT_TRUE(wait_until([&] { return reader->match_count() == 1; }));
    publish();
    transport::Sample sample;
    ASSERT_TRUE(wait_until([&] { return reader->take(sample); }));
    sample.owner->release(sample.token);
  }

  std::unique_ptr<transport::Transport> victim_;
  std::shared_ptr<transport::PublisherPort> publisher_;

 private:
  std::mutex mutex_;  // covers events_
  std::vector<std::string> events_;
};

TEST_F(Greedy, OnePeerHasAQuarterOfAllConnections) {
  std::vector<std::string> ids = *shm::Registry::open(registry())->list();
  ASSERT_EQ(ids.size(), 1u);
  const base::UniqueFd directory(open(registry().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::vector<base::UniqueFd> connections;
  for (int i = 0; i < 257; ++i) {
    auto connected = base::connect_to(directory.get(), ids[0] + ".sock");
    ASSERT_TRUE(connected) << connected.error().text;
    connections.push_back(std::move(*connected));
  }
  EXPECT_TRUE(told("256 connections already, the most that one peer can have"));
  connections.clear();
  expect_service();
}

TEST_F(Greedy, OnePeerHasAQuarterOfAPublishersMatchesAndItsEndHoldsNoPublisherBack) {
  constexpr std::uint32_t share = 1024;
  std::optional<Stranger> stranger(std::in_place, registry());
  ASSERT_TRUE(stranger->connect());
  stranger->introduce();
  const match::EndpointFacts offered = stranger->victims_publisher();
  for (std::uint32_t i = 0; i < share; ++i) {
    Hello hello{offered.id, *stranger->rec().open_record(), offered};
    hello.subscription.id = i + 1;
    ASSERT_TRUE(wait_until([&] { return static_cast<bool>(stranger->send(hello)); }));
    ASSERT_TRUE(stranger->receive<Welcome>()) << i;
  }
  EXPECT_EQ(publisher_->match_count(), share);
  Hello hello{offered.id, share, offered};
  hello.subscription.id = share + 1;
  stranger->send(hello).value();
  const auto refusal = stranger->receive<Reject>();
  ASSERT_TRUE(refusal);
  EXPECT_EQ(std::get<Reject>(refusal->message).refusal, match::Refusal::no_resources);
  EXPECT_TRUE(told("the most that one peer can have"));

  stranger.reset();  // its lock goes with it
  std::chrono::nanoseconds longest{0};
  EXPECT_TRUE(wait_until([&] {
    const auto begin = std::chrono::steady_clock::now();
    publish();
    longest = std::max<std::chrono::nanoseconds>(longest, std::chrono::steady_clock::now() - begin);
    return publisher_->match_count() == 0;
  }));
  RecordProperty("longest_publish_us", static_cast<int>(longest.count() / 1000));
  expect_service();
}

TEST_F(Greedy, GarbageFilesThatAreLockedCostNoDescriptors) {
  const std::size_t before = open_descriptors().size();
  std::vector<base::UniqueFd> locked;
  for (int i = 0; i < 500; ++i) {
    const std::string path = fmt::format("{}/{:016x}.json", registry(), i);
    base::UniqueFd fd;
    do {  // until it is locked before the other side has removed it as that of a dead process
      fd.reset(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
      ASSERT_TRUE(base::lock_exclusive(fd.get()));
    } while (!std::filesystem::exists(path));
    // Half of them pretend that their owner is just writing.
    const std::string text = i % 2 == 0 ? "garbage" : "baton 0 1000000\n";
    ASSERT_EQ(write(fd.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    locked.push_back(std::move(fd));
  }
  EXPECT_TRUE(told(fmt::format("{:016x}: not a registry file", 498)));
  expect_service();  // all have been looked at
  EXPECT_LE(open_descriptors().size(), before + locked.size() + 16);
  for (int i = 0; i < 500; ++i) {
    std::filesystem::remove(fmt::format("{}/{:016x}.json", registry(), i));
  }
}

}  // namespace
}  // namespace baton::testing
