// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/private_views.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstring>
#include <utility>

#include "base/platform.hpp"

namespace baton::transport {
namespace {

constexpr std::size_t size_bytes = std::size_t{4} << 20;
constexpr std::size_t message_bytes = 100'000;

/// Notes which samples were released.
class Owner : public SampleOwner {
 public:
  void release(std::uint64_t token) noexcept override { released.push_back(token); }
  std::vector<std::uint64_t> released;
};

class PrivateViewsTest : public ::testing::Test {
 protected:
  PrivateViewsTest()
      : own_(*base::OwnMemory::create("views", size_bytes)),
        peer_(adopt()),
        views_(peer_, nullptr) {
    EXPECT_TRUE(own_.commit(0, size_bytes));
  }
  base::PeerMemory adopt() {
    base::UniqueFd fd(::fcntl(own_.read_only_fd(), F_DUPFD_CLOEXEC, 0));
    return std::move(*base::PeerMemory::adopt(std::move(fd), 1, SIZE_MAX, true));
  }
  Sample sample(std::size_t offset, std::size_t size = message_bytes) {
    Sample made;
    made.data = peer_.data() + offset;
    made.size_bytes = size;
    made.owner = &owner_;
    made.token = offset;
    return made;
  }
  static void write(const Sample& sample, std::size_t at) {
    const_cast<std::byte&>(sample.data[at]) = std::byte{9};
  }

  Owner owner_;
  base::OwnMemory own_;
  base::PeerMemory peer_;
  PrivateViews views_;
};

TEST_F(PrivateViewsTest, ReleaseTheSampleWhenTheWritesAreForgotten) {
  Sample one = sample(4096);
  ASSERT_TRUE(views_.open(one, owner_).is_private);
  write(one, 10);
  EXPECT_EQ(own_.data()[4096 + 10], std::byte{0});
  EXPECT_TRUE(owner_.released.empty());
  one.owner->release(one.token);
  EXPECT_EQ(owner_.released, std::vector<std::uint64_t>{4096});
  own_.data()[4096 + 10] = std::byte{5};
  EXPECT_EQ(one.data[10], std::byte{5});
}

TEST_F(PrivateViewsTest, AreNotOpenedWhereAnotherHasAPageOfTheirs) {
  Sample one = sample(0);
  Sample behind = sample(message_bytes);  // begins in the page where `one` ends
  Sample apart = sample(20 * message_bytes);
  ASSERT_TRUE(views_.open(one, owner_).is_private);
  EXPECT_TRUE(views_.open(apart, owner_).is_private);
  const PrivateAnswer answer = views_.open(behind, owner_);
  EXPECT_FALSE(answer.is_private);
  EXPECT_NE(std::string(answer.why_not).find("the same page"), std::string::npos);
  EXPECT_EQ(behind.owner, &owner_) << "the sample is as it was";
  write(one, message_bytes - 1);
  one.owner->release(one.token);
  own_.data()[message_bytes] = std::byte{3};
  EXPECT_TRUE(views_.open(behind, owner_).is_private);
  EXPECT_EQ(behind.data[0], std::byte{3});
  behind.owner->release(behind.token);
  apart.owner->release(apart.token);
}

TEST_F(PrivateViewsTest, AreNotOpenedForSmallMessages) {
  Sample small = sample(0, smallest_private_bytes - 1);
  const PrivateAnswer answer = views_.open(small, owner_);
  EXPECT_FALSE(answer.is_private);
  EXPECT_EQ(answer.why_not, nullptr) << "that needs no word";
}

TEST_F(PrivateViewsTest, RestEverLongerWhileHoldersWriteALot) {
  int opened = 0;
  for (int round = 0; round < 600; ++round) {
    Sample one = sample(0);
    if (!views_.open(one, owner_).is_private) continue;
    ++opened;
    for (std::size_t at = 0; at < message_bytes; at += base::page_bytes()) write(one, at);
    one.owner->release(one.token);
  }
  EXPECT_GE(opened, 5);
  EXPECT_LE(opened, 12);
  for (int round = 0; round < 300; ++round) {
    Sample one = sample(0);
    if (views_.open(one, owner_).is_private) one.owner->release(one.token);
  }
  Sample one = sample(0);
  EXPECT_TRUE(views_.open(one, owner_).is_private) << "a holder that writes little is believed";
  one.owner->release(one.token);
}

}  // namespace
}  // namespace baton::transport
