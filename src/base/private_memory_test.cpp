// SPDX-License-Identifier: Apache-2.0
#include "base/private_memory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstring>
#include <utility>

#include "base/child_for_test.hpp"
#include "base/platform.hpp"
#include "base/sealed_memory.hpp"

namespace baton::base {
namespace {

constexpr std::size_t size_bytes = std::size_t{1} << 20;

class PrivateMemoryTest : public ::testing::Test {
 protected:
  PrivateMemoryTest() : own_(*OwnMemory::create("private", size_bytes)), peer_(adopt()) {
    EXPECT_TRUE(own_.commit(0, size_bytes));
    std::memset(own_.data(), 1, size_bytes);
  }
  PeerMemory adopt() {
    auto peer = PeerMemory::adopt(UniqueFd(::fcntl(own_.read_only_fd(), F_DUPFD_CLOEXEC, 0)), 1,
                                  SIZE_MAX, true);
    EXPECT_TRUE(peer) << peer.error().text;
    return std::move(*peer);
  }
  const PrivateMemory& memory() const { return *peer_.private_memory(); }
  std::byte& at(std::size_t offset) const { return memory().data()[offset]; }

  OwnMemory own_;
  PeerMemory peer_;
};

TEST_F(PrivateMemoryTest, ShowsWhatThePeerWrites) {
  ASSERT_NE(peer_.private_memory(), nullptr) << peer_.why_not_private();
  EXPECT_EQ(at(5000), std::byte{1});
  own_.data()[5000] = std::byte{2};
  EXPECT_EQ(at(5000), std::byte{2});
}

TEST_F(PrivateMemoryTest, KeepsAWriteToItselfUntilItIsForgotten) {
  const auto mark = memory().mark(0, size_bytes);
  ASSERT_TRUE(mark);
  at(5000) = std::byte{9};
  at(size_bytes - 1) = std::byte{9};
  EXPECT_EQ(own_.data()[5000], std::byte{1});
  EXPECT_EQ(peer_.data()[5000], std::byte{1});
  own_.data()[5000] = std::byte{3};
  EXPECT_EQ(at(5000), std::byte{9});
  const auto written = memory().forget_writes(0, size_bytes, *mark);
  ASSERT_TRUE(written);
  if (memory().knows() != PageMap::Knows::nothing) {
    EXPECT_EQ(*written, 2u);
  }
  EXPECT_EQ(at(5000), std::byte{3});
  EXPECT_EQ(at(size_bytes - 1), std::byte{1});
}

TEST_F(PrivateMemoryTest, ForgetsNothingWhereNothingWasWritten) {
  const auto mark = memory().mark(0, size_bytes);
  ASSERT_TRUE(mark);
  const auto written = memory().forget_writes(0, size_bytes, *mark);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, 0u);
}

TEST_F(PrivateMemoryTest, ForgetsARangeAndLeavesTheNext) {
  const std::size_t half = size_bytes / 2;
  const auto mark = memory().mark(0, half);
  const auto next = memory().mark(half, half);
  ASSERT_TRUE(mark && next);
  at(0) = std::byte{7};
  at(half) = std::byte{8};
  EXPECT_TRUE(memory().forget_writes(0, half, *mark));
  EXPECT_EQ(at(0), std::byte{1});
  EXPECT_EQ(at(half), std::byte{8});
}

/// As mlockall() does it. Sanitizers make mlock() do nothing.
bool lock_four_pages([[maybe_unused]] const PrivateMemory& memory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#else
  return ::mlock(memory.data(), 4 * page_bytes()) == 0;
#endif
}

TEST_F(PrivateMemoryTest, IsNotGivenOutWhereAnotherHandHasWritten) {
  if (memory().knows() == PageMap::Knows::nothing) GTEST_SKIP() << "this kernel cannot tell";
  if (!lock_four_pages(memory())) GTEST_SKIP() << "memory may not be locked";
  EXPECT_FALSE(memory().mark(0, 100));
  EXPECT_TRUE(memory().mark(8 * page_bytes(), 100));
}

TEST_F(PrivateMemoryTest, IsForgottenAlsoWhereItWasLocked) {
  const auto mark = memory().mark(0, size_bytes);
  ASSERT_TRUE(mark);
  if (!lock_four_pages(memory())) GTEST_SKIP() << "memory may not be locked";
  own_.data()[0] = std::byte{5};
  EXPECT_EQ(at(0), std::byte{1}) << "locking copies";
  EXPECT_TRUE(memory().forget_writes(0, size_bytes, *mark));
  EXPECT_EQ(at(0), std::byte{5});
}

TEST_F(PrivateMemoryTest, IsNotCopiedWholeInAProcessThatLocksItsMemory) {
  EXPECT_EQ(result_of_child([] {
              rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
              if (::setrlimit(RLIMIT_MEMLOCK, &unlimited) != 0) return 0;
              auto own = OwnMemory::create("locked", size_bytes);
              if (!own || !own->commit(0, size_bytes)) return 0;
              if (::mlockall(MCL_FUTURE) != 0) return 0;
              auto memory = PrivateMemory::map(own->read_only_fd(), size_bytes);
              if (!memory) return 0;
              own->data()[5000] = std::byte{4};
              return memory->data()[5000] == std::byte{4} ? 0 : 1;
            }),
            0);
}

TEST_F(PrivateMemoryTest, IsNotMappedWhereMemoryIsRationed) {
  EXPECT_EQ(result_of_child([this] {
              const rlimit limit{std::size_t{1} << 30, RLIM_INFINITY};
              if (::setrlimit(RLIMIT_DATA, &limit) != 0) return 1;
              const auto memory = PrivateMemory::map(own_.read_only_fd(), size_bytes);
              if (memory) return 2;
              return memory.error().text.find("ulimit -d") != std::string::npos ? 0 : 3;
            }),
            0);
}

TEST_F(PrivateMemoryTest, IsAChildsOwnAfterAFork) {
  at(0) = std::byte{9};
  EXPECT_EQ(result_of_child([] {
              auto own = OwnMemory::create("child", size_bytes);
              if (!own || !own->commit(0, size_bytes)) return 1;
              auto memory = PrivateMemory::map(own->read_only_fd(), size_bytes);
              if (!memory) return 2;
              const auto mark = memory->mark(0, size_bytes);
              if (!mark) return 3;
              memory->data()[100] = std::byte{6};
              if (!memory->forget_writes(0, size_bytes, *mark)) return 4;
              return memory->data()[100] == std::byte{0} ? 0 : 5;
            }),
            0);
}

}  // namespace
}  // namespace baton::base
