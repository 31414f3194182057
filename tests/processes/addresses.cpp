// SPDX-License-Identifier: Apache-2.0
// Thousands of publishers in one process: each has a segment, and each segment takes addresses.
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <baton/baton.hpp>
#include <rcl_interfaces/msg/log.hpp>

#include "base/address_window.hpp"
#include "base/child_for_test.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {

using rcl_interfaces::msg::Log;

class Addresses : public IsolatedTest {};

/// Ten thousand, or what RLIMIT_NOFILE allows: each segment has two descriptors. ThreadSanitizer
/// leaves few addresses to a process.
std::size_t most_publishers() {
#ifdef __SANITIZE_THREAD__
  constexpr std::size_t most = 2'000;
#else
  constexpr std::size_t most = 10'000;
#endif
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  constexpr rlim_t others = 100;
  return std::min<std::size_t>(most, (limit.rlim_max - std::min(limit.rlim_max, others)) / 2);
}

/// Leaves gaps of less than `gap_bytes`, as in a small space of addresses.
void take_addresses_but(std::size_t gap_bytes) {
  for (std::size_t size = std::size_t{1} << 46; size >= gap_bytes; size /= 2) {
    while (::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) !=
           MAP_FAILED) {
    }
  }
}

/// 0, or the number of the step that failed; the reason is on standard error.
int publish_from(std::size_t publishers, std::size_t bytes) {
  try {
    Context context{ContextOptions{}};
    std::vector<Publisher<Log>::SharedPtr> made;
    for (std::size_t i = 0; i < publishers; ++i) {
      made.push_back(create_publisher<Log>(context, "t" + std::to_string(i), 10));
      auto loan = made.back()->borrow_loaned_message();
      loan.get().msg.resize(bytes, 'x');
      made.back()->publish(std::move(loan));
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

TEST_F(Addresses, OfOneProcessSufficeForTenThousandPublishers) {
  const std::size_t publishers = most_publishers();
  EXPECT_EQ(0, base::result_of_child([&] { return publish_from(publishers, 10); }));
  if (publishers < 1'500) GTEST_SKIP() << "RLIMIT_NOFILE allows " << publishers << " publishers";
}

TEST_F(Addresses, OfASmallSpaceSufficeForFiveHundredPublishers) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all of the address space";
#endif
  EXPECT_EQ(0, base::result_of_child([] {
              take_addresses_but(std::size_t{128} << 30);
              const auto window = base::own_window();
              if (!window || (*window)->size_bytes() > std::size_t{64} << 30) return 3;
              return publish_from(500, 100'000);
            }));
}

TEST_F(Addresses, ThatRunOutAreNamedByTheErrorOfALoan) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all of the address space";
#endif
  EXPECT_EQ(0, base::result_of_child([] {
              take_addresses_but(std::size_t{128} << 30);
              Context context{ContextOptions{}};
              const auto publisher = create_publisher<Log>(context, "t", 10);
              try {
                auto loan = publisher->borrow_loaned_message();
                loan.get().msg.resize(std::size_t{200} << 20, 'x');
                publisher->publish(std::move(loan));
                return 1;
              } catch (const exceptions::Error& error) {
                const bool named = std::string(error.what()).find("addresses") != std::string::npos;
                if (!named) std::fprintf(stderr, "%s\n", error.what());
                return named ? 0 : 2;
              }
            }));
}

}  // namespace
}  // namespace baton::testing
