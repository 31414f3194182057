// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/child_for_test.hpp"

namespace baton::base {
namespace {

TEST(Process, KnowsItsOwnNames) {
  EXPECT_EQ(own_program_name().find('/'), std::string::npos);
  EXPECT_FALSE(own_program_name().empty());
  EXPECT_EQ(process_name(::getpid()), own_program_name().substr(0, 15));
}

TEST(Process, ThatIsGoneHasNoName) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  EXPECT_TRUE(process_exists(child));  // running or a zombie
  ASSERT_EQ(child, ::waitpid(child, nullptr, 0));
  EXPECT_FALSE(process_exists(child));
  EXPECT_EQ(process_name(child), "");
  EXPECT_FALSE(process_exists(0));
  EXPECT_FALSE(process_exists(-1));
  EXPECT_TRUE(process_exists(1));
}

TEST(Process, RandomIdsAre16HexadecimalDigitsAndDiffer) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = random_id();
    EXPECT_EQ(id.size(), 16u);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 1000u);
}

TEST(Process, BootIdStaysTheSame) {
  EXPECT_EQ(boot_id().size(), 36u);
  EXPECT_EQ(boot_id(), boot_id());
}

}  // namespace
}  // namespace baton::base
