// SPDX-License-Identifier: Apache-2.0
#include "base/platform.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

TEST(Platform, PagesAreMultiplesOfTheLayoutsPage) {
  EXPECT_GE(page_bytes(), layout_page_bytes);
  EXPECT_EQ(page_bytes() % layout_page_bytes, 0u);
}

TEST(Platform, RoundsUpToPowersOfTwo) {
  static_assert(round_up(0, 64) == 0);
  static_assert(round_up(1, 64) == 64);
  static_assert(round_up(64, 64) == 64);
  EXPECT_EQ(round_up(4097, 4096), 8192u);
}

}  // namespace
}  // namespace baton::base
