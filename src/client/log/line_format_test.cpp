// SPDX-License-Identifier: Apache-2.0
#include "client/log/line_format.hpp"

#include <gmock/gmock.h>

#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string formatted(std::string_view format, const LogRecord& record) {
  std::string line;
  LineFormat(format).append(record, line);
  return line;
}

LogRecord example() {
  return {.stamp_ns = 1'700'000'000'012'345'678,
          .level = 30,
          .name = "arm.left",
          .text = "hot: {name}",
          .file = "arm.cpp",
          .function = "move",
          .line = 42};
}

TEST(LineFormat, TheDefaultIsTheOneOfRos) {
  EXPECT_EQ(formatted(LineFormat::default_format, example()),
            "[WARN] [1700000000.012345678] [arm.left]: hot: {name}");
}

TEST(LineFormat, EveryWordIsReplaced) {
  EXPECT_EQ(
      formatted("{severity}|{name}|{message}|{function_name}|{file_name}|{line_number}|{time}|"
                "{time_as_nanoseconds}",
                example()),
      "WARN|arm.left|hot: {name}|move|arm.cpp|42|1700000000.012345678|1700000000012345678");
}

TEST(LineFormat, DatesAreLocal) {
  const testing::ScopedVariable zone("TZ", "UTC-1");
  ::tzset();
  EXPECT_EQ(formatted("{date_time_with_ms}", example()), "2023-11-14 23:13:20.012");
}

TEST(LineFormat, ShortTimesArePadded) {
  const LogRecord record{.stamp_ns = 5'000'000'007};
  EXPECT_EQ(formatted("{time} {time_as_nanoseconds}", record),
            "0000000005.000000007 0000000005000000007");
}

TEST(LineFormat, OtherBracesStandForThemselves) {
  const LineFormat json(R"({"level": "{severity}", "o": {}} { {name)");
  std::string line;
  json.append(example(), line);
  EXPECT_EQ(line, R"({"level": "WARN", "o": {}} { {name)");
  EXPECT_THAT(json.unknown_words(), IsEmpty());
}

TEST(LineFormat, AMisspeltWordIsToldOf) {
  const LineFormat format("{mesage} {name}");
  std::string line;
  format.append(example(), line);
  EXPECT_EQ(line, "{mesage} arm.left");
  EXPECT_THAT(format.unknown_words(), ElementsAre("mesage"));
}

TEST(LineFormat, EscapesAreTheirCharacters) {
  EXPECT_EQ(formatted(R"(\x1b[1m{name}\n\t\\\q\x)", example()), "\x1b[1marm.left\n\t\\\\q\\x");
}

TEST(LineFormat, WithoutAPlaceItsWordsAreEmpty) {
  EXPECT_EQ(formatted("{function_name}{file_name}{line_number}", {}), "0");
}

}  // namespace
}  // namespace baton::client
