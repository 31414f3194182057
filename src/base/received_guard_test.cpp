// SPDX-License-Identifier: Apache-2.0
#include "base/received_guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/address_window.hpp"
#include "base/platform.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {
namespace {

using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

/// Sanitizers have a handler of their own, which this one does not replace.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BATON_TEST_UNDER_SANITIZER 1
#else
#define BATON_TEST_UNDER_SANITIZER 0
#endif

class ReceivedGuardDeathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (BATON_TEST_UNDER_SANITIZER) GTEST_SKIP() << "a sanitizer's handler stays";
  }
  /// A page of a message as it is received.
  static volatile std::byte* received() {
    const UniqueFd fd(::memfd_create("received_guard_test", MFD_CLOEXEC));
    if (::ftruncate(fd.get(), static_cast<off_t>(page_bytes())) != 0) ::_exit(1);
    return (*received_window())->map(fd.get(), page_bytes(), PROT_READ).value();
  }
};

TEST_F(ReceivedGuardDeathTest, WritingToAReceivedMessageIsSaidAndEndsAsEver) {
  EXPECT_EXIT(received()[8] = std::byte{1}, KilledBySignal(SIGSEGV),
              "baton: a received message was written to");
}

TEST_F(ReceivedGuardDeathTest, ReadingOneThatWasLetGoIsSaid) {
  EXPECT_EXIT(
      {
        volatile std::byte* const message = received();
        (*received_window())->unmap(const_cast<std::byte*>(message), page_bytes());
        (void)message[8];
      },
      KilledBySignal(SIGSEGV), "or used after it was let go");
}

TEST_F(ReceivedGuardDeathTest, NothingIsSaidOfOtherAddresses) {
  EXPECT_EXIT(
      {
        received();
        *reinterpret_cast<volatile int*>(std::uintptr_t{64}) = 1;
      },
      KilledBySignal(SIGSEGV), "^$");
}

TEST_F(ReceivedGuardDeathTest, ASignalThatWasSentEndsTheProcess) {
  EXPECT_EXIT(
      {
        received();
        ::kill(::getpid(), SIGSEGV);
        for (;;) ::pause();
      },
      KilledBySignal(SIGSEGV), "^$");
}

TEST_F(ReceivedGuardDeathTest, AHandlerThatIsThereStays) {
  EXPECT_EXIT(
      {
        ::signal(SIGSEGV, [](int) { ::_exit(7); });
        guard_received_memory(0, 1);
        received()[8] = std::byte{1};
      },
      ExitedWithCode(7), "^$");
}

}  // namespace
}  // namespace baton::base
