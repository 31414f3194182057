// SPDX-License-Identifier: Apache-2.0
#include "base/page_map.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "base/mapping.hpp"
#include "base/platform.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {
namespace {

constexpr std::size_t pages = 40;

class PageMapTest : public ::testing::TestWithParam<PageMap::Knows> {
 protected:
  PageMapTest()
      : fd_(::memfd_create("pages", MFD_CLOEXEC)),
        size_(pages * page_bytes()),
        allocated_(::ftruncate(fd_.get(), static_cast<off_t>(size_)) == 0),
        mapping_(*Mapping::map(fd_.get(), size_, Access::private_copy)) {}

  std::byte* page(std::size_t index) { return mapping_.data() + index * page_bytes(); }
  std::string found(const PageMap& map, std::size_t at_once) {
    std::string text;
    std::byte* begin = page(0);
    while (begin != page(pages)) {
      PageMap::Range ranges[8];
      const std::size_t count = map.find_written(begin, page(pages), std::span(ranges, at_once));
      for (std::size_t i = 0; i < count; ++i) {
        const auto from = static_cast<std::size_t>(ranges[i].begin - page(0)) / page_bytes();
        const auto to = static_cast<std::size_t>(ranges[i].end - page(0)) / page_bytes();
        text += std::to_string(from) + "-" + std::to_string(to) + " ";
      }
    }
    return text;
  }

  UniqueFd fd_;
  const std::size_t size_;
  const bool allocated_;
  Mapping mapping_;
};

TEST_P(PageMapTest, FindsThePagesThatWereWritten) {
  ASSERT_TRUE(allocated_);
  const PageMap map(page(0), GetParam());
  if (map.knows() != GetParam()) GTEST_SKIP() << "this kernel has not got it";
  EXPECT_EQ(found(map, 8), "") << "and the trial has left nothing";
  mapping_.prefault(0, size_);
  EXPECT_EQ(found(map, 8), "") << "pages that are there for reading";
  for (const std::size_t index : {0u, 3u, 4u, 5u, 20u, 39u}) *page(index) = std::byte{1};
  EXPECT_EQ(found(map, 8), "0-1 3-6 20-21 39-40 ");
  EXPECT_EQ(found(map, 1), "0-1 3-6 20-21 39-40 ") << "one by one";
  EXPECT_TRUE(map.is_written(page(4)));
  EXPECT_FALSE(map.is_written(page(6)));
}

INSTANTIATE_TEST_SUITE_P(Kernels, PageMapTest,
                         ::testing::Values(PageMap::Knows::scan, PageMap::Knows::entries));

using PageMapWithoutHelp = PageMapTest;

TEST_P(PageMapWithoutHelp, BelievesThatEveryPageWasWritten) {
  const PageMap map(page(0), PageMap::Knows::nothing);
  EXPECT_EQ(map.knows(), PageMap::Knows::nothing);
  EXPECT_EQ(found(map, 8), "0-40 ");
}

INSTANTIATE_TEST_SUITE_P(Kernels, PageMapWithoutHelp, ::testing::Values(PageMap::Knows::nothing));

TEST_P(PageMapTest, CountsThePageFaultOfAFirstWrite) {
  const PageMap map(page(0), GetParam());
  mapping_.prefault(0, size_);
  if (map.faults() == 0) GTEST_SKIP() << "this kernel does not count";
  const std::uint64_t before = map.faults();
  *page(7) = std::byte{1};
  EXPECT_GT(map.faults(), before);
}

}  // namespace
}  // namespace baton::base
