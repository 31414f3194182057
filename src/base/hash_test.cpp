// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

TEST(Hash, MatchesThePublishedVectors) {
  static_assert(fnv1a_64("") == 0xcbf29ce484222325);
  static_assert(fnv1a_64("a") == 0xaf63dc4c8601ec8c);
  EXPECT_EQ(fnv1a_64("foobar"), 0x85944171f73967e8u);
}

TEST(Hash, OfBytesAndOfTextAgreeAndCanBeContinued) {
  const std::string_view text = "foobar";
  EXPECT_EQ(fnv1a_64(std::as_bytes(std::span(text))), fnv1a_64(text));
  EXPECT_EQ(fnv1a_64("bar", fnv1a_64("foo")), fnv1a_64(text));
}

}  // namespace
}  // namespace baton::base
