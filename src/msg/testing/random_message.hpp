// SPDX-License-Identifier: Apache-2.0
// Any message of any type, made of random values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <baton/msg/type_support.hpp>

#include "msg/field_traits.hpp"

namespace baton::msg::testing {

/// Values are written as YAML, so that they come into the message by the same way whatever made its
/// type.
class RandomYaml {
 public:
  explicit RandomYaml(std::uint64_t seed) : random_(seed) {}

  std::string message(const TypeSupport& type, int depth = 0) {
    std::string text = "{";
    for (const Field& field : type.fields) {
      // Leaves empty structures out: YAML has no value for them.
      if (field.name == "structure_needs_at_least_one_member") break;
      if (text.size() > 1) text += ", ";
      text += fmt::format("{}: {}", field.name, value(field, depth));
    }
    return text + "}";
  }

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  std::string value(const Field& field, int depth) {
    if (field.shape == Shape::single) return one(field, depth);
    std::size_t count = field.count;
    if (field.shape != Shape::array) {
      // Uses fewer elements the deeper they are, so that messages stay small.
      const std::uint64_t most = depth > 1 ? 2 : below(4) == 0 ? 40 : 4;
      count = std::min<std::size_t>(below(most + 1), bound_of(field));
    }
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) text += ", ";
      text += one(field, depth);
    }
    return text + "]";
  }

  std::string one(const Field& field, int depth) {
    switch (field.kind) {
      case Kind::message:
        return message(*field.nested, depth + 1);
      case Kind::string:
      case Kind::wide_string:
        return string(std::min<std::size_t>(below(20), string_bound_of(field)));
      case Kind::boolean:
        return below(2) == 0 ? "false" : "true";
      case Kind::wide_character:
        return fmt::format("{}", below(0x10000));
      default:
        return with_type(field.kind, [&]<class T>(std::type_identity<T>) -> std::string {
          const std::uint64_t bits = below(3) == 0 ? below(3) : random_();
          T number{};
          std::memcpy(&number, &bits, sizeof number);
          // No NaN: it is equal to nothing, itself included. Other tests have it.
          if (number != number) number = T{};
          if constexpr (std::is_floating_point_v<T>) {
            if (number - number != T{}) return number < 0 ? "-.inf" : ".inf";
            return fmt::format("{:.17g}", number);
          } else {
            return fmt::format("{}", +number);
          }
        });
    }
  }

  std::string string(std::size_t length) {
    static constexpr std::string_view characters = "abcXYZ019 _-:#,[]{}'&*!|>%@`~/?.";
    std::string text = "'";
    for (std::size_t i = 0; i < length; ++i) {
      const char c = characters[below(characters.size())];
      text.append(c == '\'' ? 2 : 1, c);
    }
    return text + "'";
  }

  std::mt19937_64 random_;
};

}  // namespace baton::msg::testing
