// SPDX-License-Identifier: Apache-2.0
#include "base/cold_lines.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

class Shape {
 public:
  virtual ~Shape() = default;
  virtual int corners() const { return 0; }
};
class Square final : public Shape {
 public:
  int corners() const override { return 4; }
};

TEST(ColdLines, NextLinesLieOneLineApart) {
  alignas(cache_line_bytes) std::byte lines[3 * cache_line_bytes];
  EXPECT_EQ(next_line(lines), &lines[cache_line_bytes]);
  EXPECT_EQ(next_line(lines, 2), &lines[2 * cache_line_bytes]);
}

TEST(ColdLines, ANextLineNeedsNoObject) { EXPECT_NE(next_line(nullptr), nullptr); }

TEST(ColdLines, ObjectsOfOneClassShareTheirVirtualFunctions) {
  const Square one;
  const Square other;
  const Shape shape;
  EXPECT_NE(virtual_functions_of(one), nullptr);
  EXPECT_EQ(virtual_functions_of(one), virtual_functions_of(other));
  EXPECT_NE(virtual_functions_of(one), virtual_functions_of(shape));
  // By what it is, not by what it is seen as.
  EXPECT_EQ(virtual_functions_of(static_cast<const Shape&>(one)), virtual_functions_of(other));
}

}  // namespace
}  // namespace baton::base
