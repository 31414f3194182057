// SPDX-License-Identifier: Apache-2.0
// Callbacks that take a `std::shared_ptr<M>`, which they may change: what they have of a message in
// another process's memory, and that no other reader sees their changes.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <functional>
#include <random>
#include <thread>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/baton.hpp>
#include <baton/msg/home.hpp>
#include <geometry_msgs/msg/point.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>
#include <tf2_msgs/msg/tf_message.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using sensor_msgs::msg::Image;
using testing::wait_until;
using tf2_msgs::msg::TFMessage;

constexpr std::size_t whole_pages = 256 * 1024;

std::uint8_t byte_of(std::uint32_t number, std::size_t at) {
  return static_cast<std::uint8_t>(number * 31 + at * 7 + at / 4096);
}

void fill(Image& image, std::uint32_t number, std::size_t size_bytes) {
  image.height = number;
  image.header.frame_id = "camera " + std::to_string(number);
  image.encoding = "rgb8";
  image.data.resize(size_bytes);
  for (std::size_t at = 0; at < size_bytes; at += 509) image.data[at] = byte_of(number, at);
}

void expect_filled(const Image& image, std::uint32_t number, std::size_t size_bytes) {
  EXPECT_EQ(image.height, number);
  EXPECT_EQ(image.header.frame_id, "camera " + std::to_string(number));
  EXPECT_EQ(image.encoding, "rgb8");
  ASSERT_EQ(image.data.size(), size_bytes);
  for (std::size_t at = 0; at < size_bytes; at += 509) {
    ASSERT_EQ(image.data[at], byte_of(number, at)) << "byte " << at << " of image " << number;
  }
}

/// Keeps what is logged about copies.
class CopyLog {
 public:
  CopyLog() {
    lines().clear();
    rcutils_logging_set_output_handler(&hear);
  }
  ~CopyLog() { rcutils_logging_set_output_handler(former_); }
  CopyLog(const CopyLog&) = delete;
  CopyLog& operator=(const CopyLog&) = delete;
  static std::vector<std::string>& lines() {
    static std::vector<std::string> lines;
    return lines;
  }

 private:
  static void hear(const rcutils_log_location_t*, int, const char*, rcutils_time_point_value_t,
                   const char* format, va_list* arguments) {
    char text[1024];
    std::vsnprintf(text, sizeof(text), format, *arguments);
    if (std::string_view(text).find("was copied") != std::string_view::npos) {
      lines().emplace_back(text);
    }
  }
  const rcutils_logging_output_handler_t former_ = rcutils_logging_get_output_handler();
};

class PrivateViews : public testing::IsolatedTest {
 protected:
  void TearDown() override {
    context.reset();
    testing::IsolatedTest::TearDown();
  }

  template <class M = Image>
  typename Publisher<M>::SharedPtr publish_on(const char* topic = "t") {
    return create_publisher<M>(*context, topic, 10);
  }
  /// A subscription whose callback keeps its messages.
  template <class M = Image>
  auto keep(std::deque<std::shared_ptr<M>>& kept, const char* topic = "t") {
    return create_subscription<M>(
        *context, topic, 10,
        [&kept](std::shared_ptr<M> message) { kept.push_back(std::move(message)); },
        holding_many());
  }
  static SubscriptionOptions holding_many() {
    SubscriptionOptions options;
    options.pin_quota = 64;
    return options;
  }
  template <class P>
  static void wait_for(const P& publisher, std::size_t subscriptions) {
    ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == subscriptions; }));
  }
  template <class S>
  static void take_one(const S& subscription) {
    ASSERT_TRUE(wait_until([&] { return subscription->execute(); }));
  }
  static void send(Publisher<Image>& publisher, std::uint32_t number, std::size_t size_bytes) {
    auto loan = publisher.borrow_loaned_message();
    fill(*loan, number, size_bytes);
    publisher.publish(std::move(loan));
  }
  static std::uint64_t copies(const SubscriptionBase& subscription) {
    return subscription.get_counters().copied_for_callback;
  }

  std::unique_ptr<Context> context = std::make_unique<Context>(ContextOptions{});
};

TEST_F(PrivateViews, ShowAMessageWithoutACopy) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  send(*publisher, 1, whole_pages);
  take_one(subscription);
  expect_filled(*kept[0], 1, whole_pages);
  EXPECT_EQ(msg::home_of(kept[0].get()), msg::Home::received);
  EXPECT_EQ(copies(*subscription), 0u);
  kept.clear();
}

TEST_F(PrivateViews, KeepAWriteFromEveryOtherReader) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> one;
  std::deque<std::shared_ptr<Image>> other;
  const auto first = keep(one);
  const auto second = keep(other);
  const auto reading = create_subscription<Image>(*context, "t", 10);
  wait_for(publisher, 3);
  send(*publisher, 1, whole_pages);
  take_one(first);
  take_one(second);
  one[0]->data[100'000] = 200;
  one[0]->height = 77;
  one[0]->encoding = "mono";
  EXPECT_EQ(one[0]->data[100'000], 200);
  expect_filled(*other[0], 1, whole_pages);
  other[0]->data[509] = 3;
  EXPECT_EQ(one[0]->data[509], byte_of(1, 509));
  const auto sample = reading->take();
  ASSERT_TRUE(sample);
  expect_filled(sample->get(), 1, whole_pages);
  EXPECT_EQ(copies(*first) + copies(*second), 0u);
  one.clear();
  other.clear();
}

TEST_F(PrivateViews, GrowOnTheHeap) {
  const auto publisher = publish_on<TFMessage>();
  std::deque<std::shared_ptr<TFMessage>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  for (int round = 0; round < 20; ++round) {
    auto loan = publisher->borrow_loaned_message();
    loan->transforms.resize(1000);
    for (auto& each : loan->transforms) each.child_frame_id = std::string(40, 'c');
    publisher->publish(std::move(loan));
    take_one(subscription);
    TFMessage& message = *kept[0];
    if (round == 0) {
      EXPECT_EQ(msg::home_of(&message), msg::Home::received);
    }
    ASSERT_EQ(message.transforms.size(), 1000u);
    EXPECT_EQ(message.transforms[999].child_frame_id, std::string(40, 'c'));
    message.transforms[0].child_frame_id = std::string(500, 'x');
    message.transforms[1].child_frame_id += "and more than its block has room for";
    message.transforms[2].child_frame_id.clear();
    message.transforms[3].child_frame_id.shrink_to_fit();
    for (int i = 0; i < 500; ++i) message.transforms.emplace_back().header.frame_id = "added";
    std::swap(message.transforms[0], message.transforms[1400]);
    message.transforms.erase(message.transforms.begin() + 10);
    EXPECT_EQ(message.transforms[1399].child_frame_id, std::string(500, 'x'));
    EXPECT_EQ(message.transforms[0].header.frame_id, "added");
    EXPECT_EQ(message.transforms[20].child_frame_id, std::string(40, 'c'));
    const TFMessage whole = message;  // NOLINT: the copy is the test
    message = TFMessage();
    EXPECT_TRUE(message.transforms.empty());
    message = whole;
    EXPECT_EQ(message, whole);
    kept.clear();
  }
}

TEST_F(PrivateViews, ShowEachMessageOfAChunkAnew) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  std::mt19937 random(4711);
  for (std::uint32_t number = 1; number <= 1500; ++number) {
    const std::size_t size_bytes = number % 3 == 0 ? 150'000 : whole_pages;
    send(*publisher, number, size_bytes);
    take_one(subscription);
    ASSERT_NO_FATAL_FAILURE(expect_filled(*kept.back(), number, size_bytes));
    Image& image = *kept.back();
    for (unsigned writes = random() % 4; writes > 0; --writes) {
      image.data[random() % size_bytes] = static_cast<std::uint8_t>(random());
    }
    if (random() % 5 == 0) image.data.resize(size_bytes + random() % 5000);
    if (random() % 5 == 0) image.header.frame_id = std::string(100, 'f');
    while (kept.size() > random() % 5) kept.pop_front();
  }
  EXPECT_EQ(copies(*subscription), 0u);
  kept.clear();
}

TEST_F(PrivateViews, StayAsTheyWereWhileThePublisherGoesOn) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  for (std::uint32_t number = 0; number < 8; ++number) {
    send(*publisher, number, whole_pages);
    take_one(subscription);
    kept.back()->data[5] = static_cast<std::uint8_t>(100 + number);
  }
  for (std::uint32_t number = 100; number < 300; ++number) send(*publisher, number, whole_pages);
  for (std::uint32_t number = 0; number < 8; ++number) {
    EXPECT_EQ(kept[number]->data[5], 100 + number);
    expect_filled(*kept[number], number, whole_pages);
  }
  kept.clear();
}

TEST_F(PrivateViews, MayBeHeldAndChangedByManyThreads) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  for (std::uint32_t round = 0; round < 40; ++round) {
    std::vector<std::thread> threads;
    for (std::uint32_t each = 0; each < 4; ++each) {
      const std::uint32_t number = round * 4 + each;
      send(*publisher, number, whole_pages);
      take_one(subscription);
      threads.emplace_back([number, image = std::move(kept.back())] {
        expect_filled(*image, number, whole_pages);
        image->data.resize(whole_pages + 1000);
        image->data[4000] = 1;
        image->header.frame_id += " with a name that grows";
      });
      kept.pop_back();
    }
    for (auto& thread : threads) thread.join();
  }
}

TEST_F(PrivateViews, OutliveTheirSubscriptionAndItsContext) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  auto other = std::make_unique<Context>(ContextOptions{});
  auto subscription = create_subscription<Image>(
      *other, "t", 10, [&kept](std::shared_ptr<Image> image) { kept.push_back(image); });
  wait_for(publisher, 1);
  send(*publisher, 3, whole_pages);
  take_one(subscription);
  subscription.reset();
  other.reset();
  kept[0]->header.frame_id = std::string(1000, 'x');
  kept[0]->header.frame_id = "camera 3";
  expect_filled(*kept[0], 3, whole_pages);
  kept.clear();
}

/// Runs `work` in a child, which has a context of its own. Returns its exit status.
int in_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST_F(PrivateViews, StayWhenTheirPublisherIsKilled) {
  context.reset();  // the child begins without one
  const pid_t child = fork();
  if (child == 0) {
    Context own{ContextOptions{}};
    const auto publisher = create_publisher<Image>(own, "t", 10);
    if (!wait_until([&] { return publisher->get_subscription_count() == 1; })) _exit(1);
    send(*publisher, 9, whole_pages);
    pause();
  }
  context = std::make_unique<Context>(ContextOptions{});
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  take_one(subscription);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 0; }));
  expect_filled(*kept[0], 9, whole_pages);
  kept[0]->data[1] = 1;
  kept[0]->data.resize(2 * whole_pages);
  EXPECT_EQ(copies(*subscription), 0u);
  kept.clear();
}

TEST_F(PrivateViews, BelongToTheProcessThatTookThem) {
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  send(*publisher, 1, whole_pages);
  take_one(subscription);
  kept[0]->header.frame_id = std::string(100, 'x');
  EXPECT_EQ(in_child([&] {
              kept.clear();
              return 0;
            }),
            0);
  kept[0]->header.frame_id = "camera 1";
  expect_filled(*kept[0], 1, whole_pages);
  kept.clear();
  send(*publisher, 2, whole_pages);
  take_one(subscription);
  expect_filled(*kept[0], 2, whole_pages);
  kept.clear();
}

TEST_F(PrivateViews, AreNotMadeOfSmallMessages) {
  const CopyLog log;
  const auto publisher = publish_on();
  std::deque<std::shared_ptr<Image>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  send(*publisher, 1, 1000);
  take_one(subscription);
  expect_filled(*kept[0], 1, 1000);
  EXPECT_EQ(msg::home_of(kept[0].get()), msg::Home::heap);
  EXPECT_EQ(copies(*subscription), 1u);
  EXPECT_THAT(CopyLog::lines(), ::testing::IsEmpty());
}

TEST_F(PrivateViews, OfSmallStructsAreMissedWithoutAWord) {
  const CopyLog log;
  const auto publisher = publish_on<geometry_msgs::msg::Point>();
  std::deque<std::shared_ptr<geometry_msgs::msg::Point>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  publisher->publish(geometry_msgs::msg::Point{});
  take_one(subscription);
  EXPECT_EQ(copies(*subscription), 1u);
  EXPECT_THAT(log.lines(), ::testing::IsEmpty());
}

TEST_F(PrivateViews, GiveWayToCopiesWhereACallbackWritesNearlyEverything) {
  const CopyLog log;
  const auto publisher = publish_on();
  const auto subscription =
      create_subscription<Image>(*context, "t", 10, [](std::shared_ptr<Image> image) {
        for (auto& byte : image->data) byte = static_cast<std::uint8_t>(byte + 1);
      });
  wait_for(publisher, 1);
  for (std::uint32_t number = 0; number < 100; ++number) {
    send(*publisher, number, whole_pages);
    take_one(subscription);
  }
  EXPECT_GT(copies(*subscription), 80u);
  EXPECT_LT(copies(*subscription), 100u) << "now and then another one is tried";
  ASSERT_THAT(CopyLog::lines(), ::testing::SizeIs(1)) << "it is said once";
  EXPECT_THAT(CopyLog::lines()[0],
              ::testing::AllOf(::testing::HasSubstr("topic '/t'"),
                               ::testing::HasSubstr("writes so much of each message")));
}

TEST_F(PrivateViews, AreNotForCallbacksThatTakeAUniquePtr) {
  const CopyLog log;
  const auto publisher = publish_on();
  std::vector<std::unique_ptr<Image>> kept;
  const auto subscription = create_subscription<Image>(
      *context, "t", 10,
      [&kept](std::unique_ptr<Image> image) { kept.push_back(std::move(image)); });
  wait_for(publisher, 1);
  for (std::uint32_t number = 0; number < 3; ++number) {
    send(*publisher, number, whole_pages);
    take_one(subscription);
    expect_filled(*kept.back(), number, whole_pages);
  }
  EXPECT_EQ(copies(*subscription), 3u);
  ASSERT_THAT(CopyLog::lines(), ::testing::SizeIs(1));
  EXPECT_THAT(CopyLog::lines()[0], ::testing::HasSubstr("std::unique_ptr<M>"));
}

TEST_F(PrivateViews, GiveWayToCopiesWhereMemoryIsRationed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer takes more addresses than the limit of this test";
#endif
  context.reset();
  EXPECT_EQ(in_child([] {
              const rlimit limit{std::size_t{4} << 30, RLIM_INFINITY};
              if (setrlimit(RLIMIT_DATA, &limit) != 0) return 1;
              const CopyLog log;
              Context own{ContextOptions{}};
              const auto publisher = create_publisher<Image>(own, "t", 10);
              std::vector<std::shared_ptr<Image>> kept;
              const auto subscription = create_subscription<Image>(
                  own, "t", 10, [&](std::shared_ptr<Image> image) { kept.push_back(image); });
              if (!wait_until([&] { return publisher->get_subscription_count() == 1; })) return 2;
              for (std::uint32_t number = 0; number < 3; ++number) {
                send(*publisher, number, whole_pages);
                if (!wait_until([&] { return subscription->execute(); })) return 3;
                if (kept.back()->height != number) return 4;
              }
              if (copies(*subscription) != 3) return 5;
              if (CopyLog::lines().size() != 1) return 6;
              return CopyLog::lines()[0].find("ulimit -d") != std::string::npos ? 0 : 7;
            }),
            0);
}

/// A struct without strings and sequences.
struct Block {
  std::uint64_t number;
  std::array<std::uint8_t, 200'000> bytes;
};

TEST_F(PrivateViews, AreMadeOfPlainStructs) {
  const auto publisher = publish_on<Block>();
  std::deque<std::shared_ptr<Block>> kept;
  const auto subscription = keep(kept);
  wait_for(publisher, 1);
  for (std::uint64_t number = 0; number < 200; ++number) {
    auto loan = publisher->borrow_loaned_message();
    loan->number = number;
    loan->bytes[100'000] = static_cast<std::uint8_t>(number);
    publisher->publish(std::move(loan));
    take_one(subscription);
    EXPECT_EQ(kept.back()->number, number);
    EXPECT_EQ(kept.back()->bytes[100'000], static_cast<std::uint8_t>(number));
    kept.back()->bytes[100'000] = 255;
    kept.back()->number = 1;
    if (number % 4 == 0) kept.clear();
  }
  EXPECT_EQ(copies(*subscription), 0u);
  kept.clear();
}

}  // namespace
}  // namespace baton
