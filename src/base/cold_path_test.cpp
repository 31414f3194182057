// SPDX-License-Identifier: Apache-2.0
#include "base/cold_path.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace baton::base {
namespace {

TEST(ColdPath, LinesBehindLieOneLineApart) {
  alignas(cache_line_bytes) std::byte lines[3 * cache_line_bytes];
  EXPECT_EQ(line_behind(lines), &lines[cache_line_bytes]);
  EXPECT_EQ(line_behind(lines, 2), &lines[2 * cache_line_bytes]);
  EXPECT_NE(line_behind(nullptr), nullptr);  // there need not be an object
}

TEST(ColdPath, ExpectsWhatWasToldLast) {
  int objects[6];
  ColdPath path;
  EXPECT_FALSE(path.expects(&objects[0], &objects[1]));
  path.expect({&objects[0], &objects[1], &objects[2], &objects[3], &objects[4]});
  EXPECT_TRUE(path.expects(&objects[0], &objects[1]));
  path.expect_next(&objects[5]);
  EXPECT_TRUE(path.expects(&objects[0], &objects[1])) << "it has a place of its own";
  path.expect({&objects[0], &objects[5], &objects[2], &objects[3], &objects[4]});
  EXPECT_FALSE(path.expects(&objects[0], &objects[1]));
  EXPECT_EQ(path.first(), &objects[0]);
  path.fetch();
}

TEST(ColdPath, FetchesWhatIsNotMapped) {
  ColdPath path;
  path.expect_next(nullptr);
  path.expect({nullptr, &path, line_behind(&path), line_behind(nullptr), nullptr});
  path.fetch();
}

}  // namespace
}  // namespace baton::base
