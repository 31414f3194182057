// SPDX-License-Identifier: Apache-2.0
#include "msg/unicode.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace baton::msg {
namespace {

TEST(Unicode, KnowsUtf8) {
  for (const char* text : {"", "abc", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text :
       {"\xff", "\x80", "\xc3", "\xc3(", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf4\x90\x80\x80", "\xf8\x80\x80\x80\x80", "\xe2\x82"}) {
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
  EXPECT_EQ(to_utf8(lone),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(to_utf16("a\xff"
                     "b"),
            u"a\ufffdb");
}

TEST(Unicode, APrintableTextStaysAsItIs) {
  for (const char* text : {"", "talker (pid 4711)", "a\\b \"c\" 100 %",
                           "Gr\xc3\xb6\xc3\x9f"
                           "e \xe2\x82\xac"}) {
    EXPECT_EQ(printable(text, 512), text);
  }
}

TEST(Unicode, WhatCouldFakeALineOrControlATerminalIsWrittenOut) {
  EXPECT_EQ(printable("a\nb\r\tc", 512), "a\\x0ab\\x0d\\x09c");
  EXPECT_EQ(printable("\x1b[2Jgone\x7f", 512), "\\x1b[2Jgone\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1), 512), "\\x00");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m",
                      512),
            "\\xc2\\x9b31m")
      << "a control character of Latin 1";
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "txt.exe",
                      512),
            "\\xe2\\x80\\xaetxt.exe")
      << "right to left";
  EXPECT_EQ(printable("\xe2\x80\xa8", 512), "\\xe2\\x80\\xa8") << "a separator of lines";
  EXPECT_EQ(printable("\xff"
                      "a\xc3",
                      512),
            "\\xffa\\xc3")
      << "no characters";
}

TEST(Unicode, ALongTextIsCutBetweenCharacters) {
  EXPECT_EQ(printable("12345678", 8), "12345678");
  EXPECT_EQ(printable("123456789", 8), "12345...");
  EXPECT_EQ(printable("1234\xe2\x82\xac"
                      "789",
                      8),
            "1234...");
  EXPECT_EQ(printable("1234\n5678", 8), "1234...");
  EXPECT_EQ(printable(std::string(1 << 20, '\n'), 512).size(), 511u);
}

}  // namespace
}  // namespace baton::msg
