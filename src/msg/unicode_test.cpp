// SPDX-License-Identifier: Apache-2.0
#include "msg/unicode.hpp"

#include <gtest/gtest.h>

namespace baton::msg {
namespace {

TEST(Unicode, KnowsUtf8) {
  for (const char* text : {"", "abc", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text : {"\xff", "\x80", "\xc3", "\xc3(", "\xc0\x80", "\xe0\x80\x80",
                           "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x80\x80\x80\x80",
                           "\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(Unicode, GoesThereAndBack) {
  const std::u16string wide = u"a\u00e9\u20ac\U0001f600";
  EXPECT_EQ(to_utf8(wide), "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(to_utf16(to_utf8(wide)), wide);
}

TEST(Unicode, ReplacesWhatBelongsToNoCharacter) {
  const std::u16string lone = {u'a', char16_t{0xd800}, u'b', char16_t{0xdc00}};
  EXPECT_EQ(to_utf8(lone), "a\xef\xbf\xbd" "b\xef\xbf\xbd");
  EXPECT_EQ(to_utf16("a\xff" "b"), u"a\ufffdb");
}

}  // namespace
}  // namespace baton::msg
