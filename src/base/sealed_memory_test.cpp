// SPDX-License-Identifier: Apache-2.0
#include "base/sealed_memory.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/child_for_test.hpp"
#include "base/headroom.hpp"
#include "base/platform.hpp"

namespace baton::base {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr size_t size_bytes = size_t{1} << 20;
constexpr size_t mib = size_t{1} << 20;

OwnMemory own(size_t bytes = size_bytes) {
  Result<OwnMemory> made = OwnMemory::create("baton-test", bytes);
  EXPECT_TRUE(made) << made.error().text;
  return std::move(*made);
}

/// The descriptor that a peer receives.
UniqueFd received(const OwnMemory& memory) {
  return UniqueFd(::fcntl(memory.read_only_fd(), F_DUPFD_CLOEXEC, 0));
}

std::string refusal(UniqueFd fd, size_t min_bytes = 1, size_t max_bytes = SIZE_MAX) {
  const Result<PeerMemory> peer = PeerMemory::adopt(std::move(fd), min_bytes, max_bytes);
  return peer ? "it was accepted" : peer.error().text;
}

std::string own_path(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

UniqueFd memfd(unsigned flags, int seals, size_t bytes = size_bytes) {
  UniqueFd fd(::memfd_create("foreign", MFD_CLOEXEC | flags));
  if (fd) {
    EXPECT_EQ(0, ::ftruncate(fd.get(), static_cast<off_t>(bytes)));
  }
  if (seals != 0) {
    EXPECT_EQ(0, ::fcntl(fd.get(), F_ADD_SEALS, seals));
  }
  return fd;
}

TEST(SealedMemory, WhatTheOwnerWritesThePeerReads) {
  OwnMemory memory = own();
  const Result<PeerMemory> peer = PeerMemory::adopt(received(memory), size_bytes, size_bytes);
  ASSERT_TRUE(peer) << peer.error().text;
  EXPECT_EQ(peer->size_bytes(), size_bytes);
  ASSERT_TRUE(memory.commit(0, size_bytes));
  std::memset(memory.data(), 7, size_bytes);
  EXPECT_EQ(std::memcmp(peer->data(), memory.data(), size_bytes), 0);
}

TEST(SealedMemory, IsStillThereForThePeerWhenItsOwnerIsGone) {
  Result<PeerMemory> peer = [] {
    OwnMemory memory = own();
    EXPECT_TRUE(memory.commit(0, 1));
    memory.data()[0] = std::byte{9};
    return PeerMemory::adopt(received(memory), 1, SIZE_MAX);
  }();
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->prefault(0, size_bytes), page_bytes());
  EXPECT_EQ(peer->data()[0], std::byte{9});
}

TEST(OwnMemory, CommitsOnlyWhatIsAskedFor) {
  OwnMemory memory = own(64 * mib);
  EXPECT_EQ(memory.size_bytes(), 64 * mib);
  EXPECT_EQ(memory.committed_bytes(), 0u);
  ASSERT_TRUE(memory.commit(8 * mib, 5 * mib));
  EXPECT_EQ(memory.committed_bytes(), 5 * mib);
  ASSERT_TRUE(memory.commit(8 * mib, 9 * mib));
  EXPECT_EQ(memory.committed_bytes(), 9 * mib);
  EXPECT_EQ(memory.data()[12 * mib], std::byte{0});
  EXPECT_TRUE(memory.commit(0, 0));
}

/// How much memory this process has.
size_t resident_bytes() {
  size_t size = 0;
  size_t resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * page_bytes();
}

/// As real-time programs do it: before memory is mapped, and once more behind that. Sanitizers make
/// mlockall() do nothing.
TEST(SealedMemory, GetsNoMemoryForItsAddressesInAProcessThatLocksItsMemory) {
  EXPECT_EQ(0, result_of_child([] {
              const auto lock = [] { return ::mlockall(MCL_CURRENT | MCL_FUTURE) == 0; };
              if (!lock()) return 0;  // this process may not
              const size_t before = resident_bytes();
              OwnMemory memory = own(64 * mib);
              if (!memory.commit(0, mib)) return 1;
              const auto peer = PeerMemory::adopt(received(memory), 1, SIZE_MAX, true, mib);
              if (!peer) return 2;
              if (memory.committed_bytes() != mib) return 3;
              if (!lock()) return 4;
              if (memory.committed_bytes() != mib) return 5;
              if (!memory.commit(mib, mib) || !peer->is_backed(mib, 2 * mib)) return 6;
              memory.data()[2 * mib - 1] = std::byte{7};
              if (peer->data()[2 * mib - 1] != std::byte{7}) return 7;
              if (memory.committed_bytes() != 2 * mib) return 8;
              return resident_bytes() < before + 16 * mib ? 0 : 9;
            }));
}

TEST(PeerMemory, IsReadableAsFarAsItIsSaidToBeThere) {
  OwnMemory memory = own(64 * mib);
  const auto peer = PeerMemory::adopt(received(memory), 1, SIZE_MAX, false, page_bytes());
  ASSERT_TRUE(peer);
  ASSERT_TRUE(memory.commit(0, 8 * mib));
  memory.data()[0] = memory.data()[mib] = memory.data()[8 * mib - 1] = std::byte{7};
  EXPECT_EQ(peer->data()[0], std::byte{7});
  ASSERT_TRUE(peer->is_backed(page_bytes(), 2 * mib));
  EXPECT_EQ(peer->data()[mib], std::byte{7});
  EXPECT_EQ(peer->prefault(2 * mib, 64 * mib), 8 * mib);
  EXPECT_EQ(peer->data()[8 * mib - 1], std::byte{7});
}

/// A limit that comes while messages come is no fault of their publisher.
TEST(PeerMemory, IsThereThoughThisProcessMayNotWriteMoreOfIt) {
  EXPECT_EQ(0, result_of_child([] {
              OwnMemory memory = own(64 * mib);
              const auto peer =
                  PeerMemory::adopt(received(memory), 1, SIZE_MAX, true, page_bytes());
              if (!peer || peer->private_memory() == nullptr || !memory.commit(0, mib)) return 1;
              memory.data()[mib - 1] = std::byte{7};
              const rlimit least{1, 1};
              if (::setrlimit(RLIMIT_DATA, &least) != 0) return 2;
              if (!peer->is_backed(page_bytes(), mib)) return 3;
              if (peer->data()[mib - 1] != std::byte{7}) return 4;
              return peer->private_memory()->open_until(mib) ? 5 : 0;
            }));
}

TEST(OwnMemory, IsRoundedUpToWholePages) { EXPECT_EQ(own(1).size_bytes(), page_bytes()); }

TEST(OwnMemory, RefusesToCommitMoreThanThereIs) {
  const size_t too_much = round_up(memory_headroom().available_bytes + 1024 * mib, mib);
  Result<OwnMemory> memory = OwnMemory::create("large", too_much);
  ASSERT_TRUE(memory) << memory.error().text;
  const Status refused = memory->commit(0, too_much);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ENOMEM);
  EXPECT_THAT(refused.error().text, StartsWith("shared memory 'large': cannot commit "));
  EXPECT_THAT(refused.error().text, HasSubstr("free memory or raise that limit"));
  EXPECT_EQ(memory->committed_bytes(), 0u);
  EXPECT_TRUE(memory->commit(0, 4096)) << "a smaller wish is still granted";
}

TEST(OwnMemory, SaysWhyItCannotBeCreated) {
  const Result<OwnMemory> memory = OwnMemory::create("huge", size_t{1} << 60);
  ASSERT_FALSE(memory);
  EXPECT_NE(memory.error().code, 0);
}

TEST(OwnMemory, CannotChangeItsSizeEvenByItsOwner) {
  const OwnMemory memory = own();
  const UniqueFd writable(::open(own_path(memory.read_only_fd()).c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_TRUE(writable) << "the owner may open it; the seals decide";
  EXPECT_EQ(-1, ::ftruncate(writable.get(), 0));
  EXPECT_EQ(-1, ::ftruncate(writable.get(), 2 * size_bytes));
  EXPECT_EQ(-1, ::fallocate(writable.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096));
  EXPECT_EQ(-1, ::fcntl(writable.get(), F_ADD_SEALS, F_SEAL_WRITE));
}

TEST(OwnMemory, IsGoneInAForkedChild) {
  OwnMemory memory = own();
  EXPECT_EQ(0, result_of_child([&] {
              if (memory.read_only_fd() != -1) return 1;
              { const OwnMemory gone = std::move(memory); }
              return own().commit(0, 4096) ? 0 : 2;
            }));
  EXPECT_TRUE(memory.commit(0, 4096));
}

/// Everything a peer could try with the descriptor it was given; returns what worked, 0 = nothing.
int attack(int fd) {
  const auto writable_mapping = [](int through) {
    return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, through, 0) != MAP_FAILED;
  };
  if (writable_mapping(fd)) return 1;
  void* const readable = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0);
  if (readable != MAP_FAILED && ::mprotect(readable, 4096, PROT_READ | PROT_WRITE) == 0) return 2;
  if (::ftruncate(fd, 0) == 0) return 3;
  if (::pwrite(fd, "x", 1, 0) > 0) return 4;
  if (::fallocate(fd, 0, 0, 4096) == 0) return 5;
  const int again = ::open(own_path(fd).c_str(), O_RDWR | O_CLOEXEC);
  if (again < 0) return 0;
  if (writable_mapping(again)) return 6;
  if (::pwrite(again, "x", 1, 0) > 0) return 7;
  if (::ftruncate(again, 0) == 0) return 8;
  if (::open(own_path(fd).c_str(), O_RDWR | O_TRUNC | O_CLOEXEC) >= 0) return 9;
  return 0;
}

TEST(OwnMemory, CannotBeWrittenByAPeerOfTheSameUser) {
  OwnMemory memory = own();
  if (!memory.write_protected()) GTEST_SKIP() << "F_SEAL_FUTURE_WRITE needs Linux 5.1";
  ASSERT_TRUE(memory.commit(0, 4096));
  const int sent = ::dup(memory.read_only_fd());  // untracked: the child keeps it
  EXPECT_EQ(0, result_of_child([&] { return attack(sent); }));
  ::close(sent);
  EXPECT_EQ(memory.data()[0], std::byte{0});
}

TEST(OwnMemory, CannotBeWrittenByAPeerOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "becoming another user needs root";
  OwnMemory memory = own();
  ASSERT_TRUE(memory.commit(0, 4096));
  const int sent = ::dup(memory.read_only_fd());
  EXPECT_EQ(0, result_of_child([&] {
              if (!become_stranger()) return 100;
              if (::open(own_path(sent).c_str(), O_RDWR | O_CLOEXEC) >= 0) return 101;
              if (!PeerMemory::adopt(UniqueFd(::dup(sent)), 1, SIZE_MAX)) return 102;
              return attack(sent);
            }));
  ::close(sent);
  EXPECT_EQ(memory.data()[0], std::byte{0});
}

TEST(PeerMemory, RefusesMemoryWithoutSeals) {
  EXPECT_THAT(refusal(memfd(MFD_ALLOW_SEALING, 0)), HasSubstr("its size is not sealed"));
  EXPECT_THAT(refusal(memfd(0, 0)), HasSubstr("its size is not sealed"));
}

TEST(PeerMemory, RefusesMemoryWithASealMissing) {
  for (const int missing : {F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_SEAL}) {
    const int seals = (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) & ~missing;
    EXPECT_THAT(refusal(memfd(MFD_ALLOW_SEALING, seals)), HasSubstr("its size is not sealed"));
  }
}

TEST(PeerMemory, RefusesMemoryThatItsOwnerCouldTakeAway) {
  const OwnMemory memory = own();
  if (!memory.write_protected()) GTEST_SKIP() << "F_SEAL_FUTURE_WRITE needs Linux 5.1";
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  EXPECT_THAT(refusal(memfd(MFD_ALLOW_SEALING, seals)), HasSubstr("not sealed against writing"));
}

/// In another user's memory, other means show what is backed.
class BackedMemory : public ::testing::TestWithParam<bool> {
 protected:
#if defined(__SANITIZE_THREAD__)
  static constexpr size_t sparse_bytes = size_t{1} << 34;  // the window has 64 GiB beside TSan
#else
  static constexpr size_t sparse_bytes = size_t{1} << 40;
#endif

  void SetUp() override {
    if (GetParam() && ::geteuid() != 0) GTEST_SKIP() << "another user's memory needs root";
    if (GetParam()) {
      ASSERT_EQ(0, ::fchown(memory_.read_only_fd(), stranger, static_cast<gid_t>(-1)));
    }
    Result<PeerMemory> adopted = PeerMemory::adopt(received(memory_), 1, SIZE_MAX);
    ASSERT_TRUE(adopted) << adopted.error().text;
    peer_ = std::move(*adopted);
  }

  OwnMemory memory_ = own(sparse_bytes);
  PeerMemory peer_;
};

INSTANTIATE_TEST_SUITE_P(, BackedMemory, ::testing::Bool(), [](const auto& test) {
  return test.param ? "OfAnotherUser" : "OfTheSameUser";
});

TEST_P(BackedMemory, WhatWasCommittedIsThereAndNoMore) {
  EXPECT_FALSE(peer_.is_backed(0, 1));
  ASSERT_TRUE(memory_.commit(0, 5 * mib));
  EXPECT_TRUE(peer_.is_backed(0, 5 * mib));
  EXPECT_TRUE(peer_.is_backed(3 * mib + 1, 5 * mib - 1));
  EXPECT_FALSE(peer_.is_backed(0, 5 * mib + 1));
  EXPECT_FALSE(peer_.is_backed(sparse_bytes - 1, sparse_bytes));
  EXPECT_FALSE(peer_.is_backed(0, SIZE_MAX));
  ASSERT_TRUE(memory_.commit(6 * mib, mib));
  EXPECT_FALSE(peer_.is_backed(0, 7 * mib)) << "there is a gap";
  EXPECT_TRUE(peer_.is_backed(6 * mib, 7 * mib));
  EXPECT_EQ(memory_.committed_bytes(), 6 * mib) << "asking allocates nothing";
}

TEST_P(BackedMemory, MappingAheadAllocatesNothing) {
  ASSERT_TRUE(memory_.commit(0, 5 * mib));
  ASSERT_TRUE(memory_.commit(sparse_bytes - mib, mib));
  EXPECT_EQ(peer_.prefault(0, SIZE_MAX), 5 * mib);
  EXPECT_EQ(peer_.prefault(5 * mib, sparse_bytes), 5 * mib);
  EXPECT_EQ(peer_.prefault(SIZE_MAX, SIZE_MAX), SIZE_MAX);
  EXPECT_EQ(memory_.committed_bytes(), 6 * mib);
}

TEST(PeerMemory, RefusesSizesOutsideTheRange) {
  const OwnMemory memory = own();
  EXPECT_EQ(refusal(received(memory), size_bytes + 1),
            "shared memory refused: 1048576 bytes, expected 1048577 to 18446744073709551615");
  EXPECT_EQ(refusal(received(memory), 1, size_bytes - 1),
            "shared memory refused: 1048576 bytes, expected 1 to 1048575");
  const int seals = memory.write_protected() ? ::fcntl(memory.read_only_fd(), F_GET_SEALS)
                                             : F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  EXPECT_THAT(refusal(memfd(MFD_ALLOW_SEALING, seals, 0), 0), HasSubstr(" 0 bytes"));
}

TEST(PeerMemory, RefusesWhatIsNoMemory) {
  int ends[2];
  ASSERT_EQ(0, ::pipe2(ends, O_CLOEXEC));
  UniqueFd(ends[1]).reset();
  EXPECT_EQ(refusal(UniqueFd(ends[0])), "shared memory refused: not a regular file");
  EXPECT_EQ(refusal(UniqueFd(::open("/dev/zero", O_RDONLY | O_CLOEXEC))),
            "shared memory refused: not a regular file");
  EXPECT_EQ(refusal(UniqueFd(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC))),
            "shared memory refused: not a regular file");
  EXPECT_THAT(refusal(UniqueFd()), StartsWith("shared memory refused: no descriptor"));
}

TEST(PeerMemory, RefusesPlainFiles) {
  EXPECT_THAT(refusal(UniqueFd(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC))),
              HasSubstr("not on tmpfs"));
  char name[] = "/dev/shm/baton-plain-XXXXXX";
  UniqueFd plain(::mkostemp(name, O_CLOEXEC));
  ASSERT_TRUE(plain);
  ::unlink(name);
  ASSERT_EQ(0, ::ftruncate(plain.get(), 4096));
  EXPECT_THAT(refusal(std::move(plain)), HasSubstr("its size is not sealed"));
}

TEST(PeerMemory, RefusesHugePages) {
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  UniqueFd huge = memfd(MFD_HUGETLB | MFD_ALLOW_SEALING, seals, 2 * mib);
  if (!huge) GTEST_SKIP() << "no huge pages here: " << std::strerror(errno);
  EXPECT_THAT(refusal(std::move(huge)), HasSubstr("not on tmpfs"));
}

TEST(PeerMemory, RefusesAPathDescriptor) {
  const OwnMemory memory = own();
  EXPECT_THAT(
      refusal(UniqueFd(::open(own_path(memory.read_only_fd()).c_str(), O_PATH | O_CLOEXEC))),
      ::testing::Not(HasSubstr("accepted")));
}

}  // namespace
}  // namespace baton::base
