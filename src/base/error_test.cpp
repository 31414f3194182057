// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace baton::base {
namespace {

Result<int> parse(bool good) {
  if (good) return 7;
  return Error{EINVAL, "not a number"};
}

TEST(Error, OfTheSystemCarriesItsNumberAndText) {
  errno = ENOENT;
  const Error error = os_error("cannot open x");
  EXPECT_EQ(error.code, ENOENT);
  EXPECT_EQ(error.text, "cannot open x: No such file or directory");
  EXPECT_EQ(os_error("y", EPERM).text, "y: Operation not permitted");
}

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = parse(true);
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 7);
  const Result<int> bad = parse(false);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, EINVAL);
  EXPECT_EQ(bad.error().text, "not a number");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  EXPECT_EQ(**result, 3);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 3);
}

TEST(Result, GivesAccessToTheMembersOfItsValue) {
  Result<std::string> text = std::string("fine");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->size(), 4u);
}

TEST(Status, IsOkUnlessItHasAnError) {
  EXPECT_TRUE(Status());
  Status failed = Error{1, "no"};
  ASSERT_FALSE(failed);
  EXPECT_EQ(std::move(failed).error().text, "no");
  Status().value();
}

TEST(ResultDeathTest, SaysWhatWasWrongWhenTheMissingValueIsRead) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH((void)parse(false).value(), "not a number");
  EXPECT_DEATH((void)parse(true).error(), "assertion failed");
  EXPECT_DEATH(Status(Error{0, "broken"}).value(), "broken");
}

}  // namespace
}  // namespace baton::base
