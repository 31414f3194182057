// SPDX-License-Identifier: Apache-2.0
#include "base/mapping.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "base/child_for_test.hpp"
#include "base/platform.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {
namespace {

UniqueFd memory(size_t size) {
  UniqueFd fd(::memfd_create("mapping_test", MFD_CLOEXEC));
  EXPECT_EQ(0, ::ftruncate(fd.get(), static_cast<off_t>(size)));
  return fd;
}

size_t resident_pages(const Mapping& mapping) {
  std::vector<unsigned char> pages(mapping.size() / page_bytes());
  EXPECT_EQ(0, ::mincore(mapping.data(), mapping.size(), pages.data()));
  return static_cast<size_t>(
      std::count_if(pages.begin(), pages.end(), [](unsigned char page) { return page & 1; }));
}

TEST(Mapping, SharesWithOtherMappingsOfTheFile) {
  const UniqueFd fd = memory(8192);
  const Result<Mapping> writer = Mapping::map(fd.get(), 8192, Access::read_write);
  const Result<Mapping> reader = Mapping::map(fd.get(), 8192, Access::read_only);
  ASSERT_TRUE(writer && reader);
  writer->data()[5000] = std::byte{42};
  EXPECT_EQ(reader->data()[5000], std::byte{42});
  EXPECT_EQ(reader->size(), 8192u);
}

TEST(Mapping, UnmapsWhenItGoes) {
  const UniqueFd fd = memory(page_bytes());
  std::byte* address = nullptr;
  {
    Result<Mapping> mapping = Mapping::map(fd.get(), page_bytes(), Access::read_write);
    ASSERT_TRUE(mapping);
    address = mapping->data();
    Mapping moved = std::move(*mapping);
    EXPECT_EQ(moved.data(), address);
    EXPECT_EQ(mapping->data(), nullptr);
    moved.data()[0] = std::byte{1};
    Mapping assigned;
    assigned = std::move(moved);
    EXPECT_EQ(assigned.data(), address);
  }
  unsigned char page = 0;
  EXPECT_EQ(-1, ::mincore(address, page_bytes(), &page));
  EXPECT_EQ(errno, ENOMEM);
}

TEST(Mapping, IsNotThereInAForkedChild) {
  const UniqueFd fd = memory(page_bytes());
  Result<Mapping> mapping = Mapping::map(fd.get(), page_bytes(), Access::read_write);
  ASSERT_TRUE(mapping);
  EXPECT_EQ(0, result_of_child([&] {
              std::byte* const address = mapping->data();
              unsigned char page = 0;
              if (::mincore(address, page_bytes(), &page) == 0) return 1;
              // The destructor must not unmap what lies at these addresses now.
              void* const other = ::mmap(address, page_bytes(), PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
              if (other != address) return 2;
              { const Mapping gone(std::move(*mapping)); }
              return ::mincore(address, page_bytes(), &page) == 0 ? 0 : 3;
            }));
  mapping->data()[0] = std::byte{1};
}

TEST(Mapping, SaysWhyItFails) {
  const Result<Mapping> mapping = Mapping::map(-1, 4096, Access::read_only);
  ASSERT_FALSE(mapping);
  EXPECT_EQ(mapping.error().code, EBADF);
  EXPECT_EQ(mapping.error().text, "cannot map 4096 bytes of shared memory: Bad file descriptor");
}

TEST(Mapping, PrefaultsTheRangeItIsGivenAndNoMore) {
  const size_t size = 16 * page_bytes();
  const UniqueFd fd = memory(size);
  const Result<Mapping> mapping = Mapping::map(fd.get(), size, Access::read_write);
  ASSERT_TRUE(mapping);
  mapping->prefault(page_bytes() + 5, 2 * page_bytes());
  EXPECT_EQ(resident_pages(*mapping), 3u);
  mapping->prefault(size, 1);
  mapping->prefault(size - 1, 1000 * page_bytes());
  EXPECT_EQ(resident_pages(*mapping), 4u);
}

}  // namespace
}  // namespace baton::base
