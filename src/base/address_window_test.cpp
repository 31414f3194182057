// SPDX-License-Identifier: Apache-2.0
#include "base/address_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <random>

#include "base/child_for_test.hpp"
#include "base/platform.hpp"
#include "base/sealed_memory.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {
namespace {

using ::testing::HasSubstr;

constexpr size_t mib = size_t{1} << 20;
constexpr int read_write = PROT_READ | PROT_WRITE;

UniqueFd memory(size_t size_bytes) {
  UniqueFd fd(::memfd_create("address_window_test", MFD_CLOEXEC));
  EXPECT_EQ(0, ::ftruncate(fd.get(), static_cast<off_t>(size_bytes)));
  return fd;
}

std::unique_ptr<AddressWindow> window_of(size_t size_bytes) {
  auto window = AddressWindow::reserve("tests", size_bytes);
  EXPECT_TRUE(window) << window.error().text;
  return std::move(*window);
}

bool is_mapped(const std::byte* address) {
  unsigned char page = 0;
  return ::mincore(const_cast<std::byte*>(address), page_bytes(), &page) == 0;
}

TEST(AddressWindow, PlacesWhatIsMappedWithinItself) {
  const auto window = window_of(64 * mib);
  const UniqueFd fd = memory(2 * mib);
  const auto first = window->map(fd.get(), 2 * mib, read_write);
  const auto second = window->map(fd.get(), 2 * mib, PROT_READ);
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(window->contains(*first) && window->contains(*second + 2 * mib - 1));
  EXPECT_FALSE(window->contains(&fd));
  EXPECT_EQ(window->free_bytes(), 60 * mib);
  (*first)[5] = std::byte{42};
  EXPECT_EQ((*second)[5], std::byte{42});
  window->unmap(*first, 2 * mib);
  window->unmap(*second, 2 * mib);
  EXPECT_EQ(window->free_bytes(), 64 * mib);
}

TEST(AddressWindow, EndsAtItsLastByte) {
  const auto window = window_of(mib);
  const auto* begin = reinterpret_cast<const std::byte*>(window->begin());
  EXPECT_TRUE(window->contains(begin));
  EXPECT_TRUE(window->contains(begin + mib - 1));
  EXPECT_FALSE(window->contains(begin + mib));
  EXPECT_FALSE(window->contains(begin - 1));
}

TEST(AddressWindow, GivesFreedAddressesToTheNext) {
  const auto window = window_of(4 * mib);
  const UniqueFd fd = memory(4 * mib);
  std::byte* places[4];
  for (std::byte*& place : places) place = *window->map(fd.get(), mib, PROT_READ);
  EXPECT_FALSE(window->map(fd.get(), mib, PROT_READ));
  window->unmap(places[1], mib);
  window->unmap(places[2], mib);
  const auto both = window->map(fd.get(), 2 * mib, PROT_READ);
  ASSERT_TRUE(both) << "adjacent free ranges are one";
  EXPECT_EQ(*both, places[1]);
}

TEST(AddressWindow, NoOtherMappingGetsItsFreeAddresses) {
  const auto window = window_of(mib);
  const UniqueFd fd = memory(mib);
  std::byte* const place = *window->map(fd.get(), mib, PROT_READ);
  window->unmap(place, mib);
  void* const other =
      ::mmap(place, mib, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  EXPECT_EQ(other, MAP_FAILED);
  EXPECT_EQ(errno, EEXIST);
}

TEST(AddressWindow, SaysWhatToDoWhenItIsFull) {
  const auto window = window_of(mib);
  const UniqueFd fd = memory(2 * mib);
  const auto mapped = window->map(fd.get(), 2 * mib, PROT_READ);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code, ENOMEM);
  EXPECT_EQ(
      mapped.error().text,
      "all 1048576 bytes of addresses for tests are in use or too scattered for 2097152 bytes "
      "more; use fewer or smaller pools (PublisherOptions::pool_ceiling_bytes)");
  EXPECT_FALSE(window->map(fd.get(), SIZE_MAX, PROT_READ));
}

TEST(AddressWindow, KeepsItsAddressesWhenMappingFails) {
  const auto window = window_of(mib);
  const auto mapped = window->map(-1, 4096, PROT_READ);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code, EBADF);
  EXPECT_EQ(window->free_bytes(), mib);
}

TEST(AddressWindow, IsNeitherLeakyNorOverlappingWhateverTheOrder) {
  constexpr size_t pages = 64;
  const auto window = window_of(pages * page_bytes());
  const UniqueFd fd = memory(pages * page_bytes());
  struct Place {
    std::byte* begin;
    size_t size_bytes;
  };
  std::vector<Place> places;
  std::mt19937 random(1);
  size_t used = 0;
  for (int step = 0; step < 2000; ++step) {
    if (random() % 2 == 0) {
      const size_t size_bytes = (1 + random() % 9) * page_bytes() - random() % 2;
      const auto begin = window->map(fd.get(), size_bytes, PROT_READ);
      if (begin) {
        for (const Place& other : places) {
          EXPECT_TRUE(*begin + size_bytes <= other.begin ||
                      other.begin + other.size_bytes <= *begin);
        }
        places.push_back({*begin, size_bytes});
        used += round_up(size_bytes, page_bytes());
      }
    } else if (!places.empty()) {
      std::swap(places[random() % places.size()], places.back());
      window->unmap(places.back().begin, places.back().size_bytes);
      used -= round_up(places.back().size_bytes, page_bytes());
      places.pop_back();
    }
    ASSERT_EQ(window->free_bytes() + used, window->size_bytes());
  }
  for (const Place& place : places) window->unmap(place.begin, place.size_bytes);
  const auto whole = window->map(fd.get(), pages * page_bytes(), PROT_READ);
  EXPECT_TRUE(whole) << "one free range again";
}

/// Where a fork handler that runs before the window's maps a page, and that page.
std::byte* place_for_handler = nullptr;
std::byte* page_of_handler = nullptr;

/// Before all other initialisation: handlers run in the order in which they were registered.
[[gnu::constructor(101)]] void register_handler() {
  ::pthread_atfork(nullptr, nullptr, [] {
    if (place_for_handler == nullptr) return;
    void* const page = ::mmap(place_for_handler, page_bytes(), read_write,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page != place_for_handler) return;
    page_of_handler = static_cast<std::byte*>(page);
    *page_of_handler = std::byte{7};
  });
}

TEST(AddressWindow, LeavesAForkedChildWhatAnEarlierForkHandlerHasMappedThere) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the stack of ThreadSanitizer's own thread may lie there";
#endif
  const auto window = window_of(4 * mib);
  const UniqueFd fd = memory(mib);
  std::byte* const place = *window->map(fd.get(), mib, read_write);
  std::byte* const next = *window->map(fd.get(), mib, read_write);
  window->unmap(next, mib);
  place_for_handler = place + mib / 2;
  EXPECT_EQ(0, result_of_child([&] {
              if (page_of_handler == nullptr) return 1;
              if (*page_of_handler != std::byte{7}) return 2;
              *page_of_handler = std::byte{8};
              return window->free_bytes() == 3 * mib ? 0 : 3;
            }));
  place_for_handler = nullptr;
}

TEST(AddressWindow, IsEmptyAndClosedToItsHeapInAForkedChild) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the stack of ThreadSanitizer's own thread may lie there";
#endif
  const auto window = window_of(4 * mib);
  const UniqueFd fd = memory(mib);
  std::byte* const place = *window->map(fd.get(), mib, read_write);
  place[0] = std::byte{1};
  const int kept = ::dup(fd.get());
  EXPECT_EQ(0, result_of_child([&] {
              if (window->free_bytes() != 4 * mib) return 1;
              if (::mmap(place, mib, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
                         -1, 0) != MAP_FAILED) {
                return 2;
              }
              const auto again = window->map(kept, mib, read_write);
              return again && *again == place && place[0] == std::byte{1} ? 0 : 3;
            }));
  ::close(kept);
  EXPECT_EQ(window->free_bytes(), 3 * mib);
  EXPECT_EQ(place[0], std::byte{1});
}

TEST(AddressWindow, ThatOnlyChoseItsAddressesWorksLikeOneThatTookThem) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer forbids most addresses";
#endif
  Result<Windows> windows = AddressWindow::choose(64 * mib, 256 * mib);
  ASSERT_TRUE(windows) << windows.error().text;
  AddressWindow& own = *windows->own;
  EXPECT_EQ(own.size_bytes(), 64 * mib);
  EXPECT_EQ(own.begin() + own.size_bytes(), windows->received->begin());
  EXPECT_FALSE(is_mapped(reinterpret_cast<std::byte*>(own.begin())));
  const UniqueFd fd = memory(mib);
  std::byte* const first = *own.map(fd.get(), mib, read_write);
  std::byte* const second = *own.map(fd.get(), mib, read_write);
  EXPECT_TRUE(own.contains(first) && own.contains(second));
  own.unmap(first, mib);
  EXPECT_FALSE(is_mapped(first));
  void* const stranger = ::mmap(first, page_bytes(), PROT_READ,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  ASSERT_EQ(stranger, first);
  std::byte* const third = *own.map(fd.get(), mib, read_write);
  EXPECT_EQ(third, second + mib) << "where a stranger lies nothing is put";
  ::munmap(stranger, page_bytes());
  own.unmap(second, mib);
  own.unmap(third, mib);
}

TEST(AddressWindow, IsNotTakenFromAddressesThatAreRationed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all of the address space";
#endif
  EXPECT_EQ(0, result_of_child([] {
              const rlimit limit{size_t{1} << 42, size_t{1} << 42};
              if (::setrlimit(RLIMIT_AS, &limit) != 0) return 1;
              Result<Windows> windows = reserve_windows();
              if (!windows) return 2;
              return is_mapped(reinterpret_cast<std::byte*>(windows->own->begin())) ? 3 : 0;
            }));
}

TEST(AddressWindow, OfTheProcessHoldsWhatItOwnsAndWhatItReceived) {
  Result<OwnMemory> memory = OwnMemory::create("window-test", mib);
  ASSERT_TRUE(memory);
  const Result<PeerMemory> peer =
      PeerMemory::adopt(UniqueFd(::dup(memory->read_only_fd())), 1, SIZE_MAX);
  ASSERT_TRUE(peer);
  EXPECT_TRUE((*own_window())->contains(memory->data()));
  EXPECT_FALSE((*own_window())->contains(peer->data()));
  EXPECT_TRUE((*received_window())->contains(peer->data()));
  EXPECT_FALSE((*received_window())->contains(memory->data()));
}

TEST(AddressWindow, OfTheProcessHasRoomForTenThousandPools) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer leaves few addresses";
#endif
  AddressWindow& own = **own_window();
  const UniqueFd fd = memory(1025 * mib);
  std::vector<std::byte*> places;
  for (size_t i = 0; i < 10'000; ++i) {
    ASSERT_GE(own.fair_share_bytes(), 1025 * mib) << i;
    const auto place = own.map(fd.get(), 1025 * mib, PROT_READ);
    ASSERT_TRUE(place) << i << ": " << place.error().text;
    places.push_back(*place);
  }
  for (std::byte* const place : places) own.unmap(place, 1025 * mib);
}

TEST(AddressWindow, ASmallOneHasRoomForFiveHundredMappingsOfItsFairShare) {
  const auto window = window_of(64 * 1024 * mib);
  const UniqueFd fd = memory(1024 * mib);
  EXPECT_EQ(window->fair_share_bytes(), 128 * mib);
  for (size_t i = 0; i < 500; ++i) {
    const size_t size_bytes = window->fair_share_bytes() & ~(page_bytes() - 1);
    ASSERT_GE(size_bytes, 48 * mib) << i;
    ASSERT_TRUE(window->map(fd.get(), size_bytes, PROT_READ)) << i;
  }
}

const AddressWindow* told_own = nullptr;

TEST(AddressWindow, TellsItsListenerAtOnceWhenItIsThere) {
  AddressWindow* const own = *own_window();
  on_windows([](const AddressWindow& window, const AddressWindow&) { told_own = &window; });
  EXPECT_EQ(told_own, own);
  on_windows(nullptr);
}

}  // namespace
}  // namespace baton::base
