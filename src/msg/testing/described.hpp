// SPDX-License-Identifier: Apache-2.0
// Type descriptions in a few words, for tests without compiled types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace baton::msg::testing {

struct ShortField {
  std::string_view name;
  int type_id;
  unsigned capacity = 0;
  unsigned string_capacity = 0;
  std::string_view nested = "";
};

struct ShortType {
  std::string_view name;
  std::vector<ShortField> fields;
};

inline std::string described(const ShortType& type) {
  std::string text = fmt::format(R"({{"type_name": "{}", "fields": [)", type.name);
  std::string_view comma = "";
  for (const ShortField& field : type.fields) {
    text += fmt::format(
        R"({}{{"name": "{}", "type": {{"type_id": {}, "capacity": {}, "string_capacity": {}, )"
        R"("nested_type_name": "{}"}}}})",
        comma, field.name, field.type_id, field.capacity, field.string_capacity, field.nested);
    comma = ", ";
  }
  return text + "]}";
}

inline std::string described(const ShortType& type, const std::vector<ShortType>& referenced) {
  std::string text = fmt::format(R"({{"type_description": {}, "referenced_type_descriptions": [)",
                                 described(type));
  std::string_view comma = "";
  for (const ShortType& one : referenced) {
    text += comma;
    text += described(one);
    comma = ", ";
  }
  return text + "]}";
}

/// Fields of many kinds: `name` and `kinds` of test/msg/Sample.
inline std::string sample_description() {
  return described({"test/msg/Sample",
                    {{"stamp", 1, 0, 0, "builtin_interfaces/msg/Time"},
                     {"name", 17},
                     {"valid", 15},
                     {"x", 11},
                     {"values", 48 + 10, 3},
                     {"data", 144 + 3},
                     {"words", 96 + 21, 2, 5},
                     {"wide", 18},
                     {"parts", 144 + 1, 0, 0, "test/msg/Part"}}},
                   {{"builtin_interfaces/msg/Time", {{"sec", 6}, {"nanosec", 7}}},
                    {"test/msg/Part", {{"id", 2}, {"label", 17}}}});
}

}  // namespace baton::msg::testing
