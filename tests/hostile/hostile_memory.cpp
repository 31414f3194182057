// SPDX-License-Identifier: Apache-2.0
// A publisher whose segment is large and empty: what it says of its size costs no reader memory.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/sealed_memory.hpp"
#include "shm/ring_writer.hpp"
#include "testing/isolation.hpp"
#include "testing/stranger.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::testing {
namespace {

using namespace shm::wire;

/// What a test without the bound would take from the machine.
constexpr std::size_t empty_bytes = std::size_t{1} << 30;

struct Segment {
  base::OwnMemory memory = std::move(*base::OwnMemory::create("hostile", empty_bytes));
  const base::Status committed = memory.commit(0, shm::pool_offset_bytes);
  shm::Pub& pub = *reinterpret_cast<shm::Pub*>(memory.data());
  shm::RingWriter writer{
      pub, memory.size_bytes(), {}, {}, [this](std::size_t at, std::size_t size) {
        return memory.commit(at, size);
      }};
};

class EmptySegment : public IsolatedTest {
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
    transport::SubscriptionSpec wanted;
    wanted.topic = "/t";
    wanted.type_hash = 7;
    wanted.layout_hash = 8;
    wanted.pin_quota = 1;
    subscription_ = std::move(*victim_->open_subscription(wanted));
    stranger_.emplace(registry(), std::vector{endpoint()});
    welcome();
  }
  void TearDown() override {
    subscription_.reset();
    victim_.reset();
    stranger_.reset();
    segment_.reset();
    IsolatedTest::TearDown();
  }

  static match::EndpointFacts endpoint() {
    match::EndpointFacts made;
    made.id = 1;
    made.topic = "/t";
    made.type_hash = 7;
    made.layout_hash = 8;
    made.policies.reliable = true;
    return made;
  }
  void welcome() {
    ASSERT_TRUE(stranger_->accept());
    const auto hello = stranger_->receive<Hello>();
    ASSERT_TRUE(hello);
    subscription_id_ = std::get<Hello>(hello->message).subscription.id;
    stranger_->send(Welcome{1, subscription_id_, 0}, {segment_->memory.read_only_fd()}).value();
    ASSERT_TRUE(wait_until([&] { return subscription_->match_count() == 1; }));
  }
  void publish() {
    const shm::ChunkIndex chunk = *segment_->writer.loan(64);
    segment_->writer.publish(chunk, 64, 0);
  }
  bool told(const std::string& text) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return std::any_of(events_.begin(), events_.end(), [&](const std::string& each) {
        return each.find(text) != std::string::npos;
      });
    });
  }

  std::unique_ptr<transport::Transport> victim_;
  std::shared_ptr<transport::SubscriptionPort> subscription_;
  std::uint64_t subscription_id_ = 0;
  std::optional<Stranger> stranger_;
  std::optional<Segment> segment_{std::in_place};

 private:
  std::mutex mutex_;  // covers events_
  std::vector<std::string> events_;
};

TEST_F(EmptySegment, GrowthThatIsOnlySaidAllocatesNothing) {
  publish();
  const std::size_t before = segment_->memory.committed_bytes();
  for (const std::uint64_t end : {std::uint64_t{empty_bytes}, UINT64_MAX, std::uint64_t{0}}) {
    stranger_->send(Grew{1, subscription_id_, end}).value();
  }
  // What comes behind it ends the connection: by then it was looked at.
  stranger_->send(Hello{}).value();
  EXPECT_TRUE(stranger_->hung_up());
  EXPECT_EQ(segment_->memory.committed_bytes(), before);
}

TEST_F(EmptySegment, ASizeWithoutMemoryBehindItEndsTheMatch) {
  publish();
  publish();
  segment_->pub.slot[2].size_bytes.store(empty_bytes / 2, std::memory_order_relaxed);
  const std::size_t before = segment_->memory.committed_bytes();
  transport::Sample first;
  ASSERT_TRUE(subscription_->take(first));
  transport::Sample second;  // over the quota: it would be copied
  EXPECT_FALSE(subscription_->take(second));
  EXPECT_EQ(subscription_->counters().dropped_peers, 1u);
  EXPECT_EQ(segment_->memory.committed_bytes(), before);
  EXPECT_TRUE(told("contradicts itself"));
  first.owner->release(first.token);
}

}  // namespace
}  // namespace baton::testing
