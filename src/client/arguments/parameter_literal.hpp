// SPDX-License-Identifier: Apache-2.0
// Values of parameters as they are written in YAML.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <baton/parameter_value.hpp>

namespace baton::client {

/// A list of nothing: it has no type, so it is refused where it would be used.
struct EmptyList {
  bool operator==(const EmptyList&) const = default;
};

using ParameterLiteral =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::uint8_t>,
                 std::vector<bool>, std::vector<std::int64_t>, std::vector<double>,
                 std::vector<std::string>, EmptyList>;

/// A plain (not quoted) scalar: bool, integer (decimal, 0x, octal with a leading 0), double (.inf,
/// .nan, 1e3), else the text itself. The locale does not matter.
ParameterLiteral read_plain_scalar(const std::string& text);

/// `tag` as YAML's events name it. Throws ArgumentFault for a tag that `text` does not fit or that
/// no parameter can have.
ParameterLiteral read_scalar(const std::string& tag, const std::string& text);

/// The kind of a literal for error texts: "an integer", "a list of texts" ...
std::string_view kind_of(const ParameterLiteral& literal);

/// Collects items of one type into a list.
class LiteralList {
 public:
  /// Throws ArgumentFault for an item whose type differs from the first one's.
  void append(ParameterLiteral&& item);
  /// Returns the list, and empties this object.
  ParameterLiteral take();

 private:
  ParameterLiteral list_ = EmptyList{};
};

/// Throws exceptions::InvalidParameterValueException for an empty list; `name` is for the error's
/// text.
ParameterValue to_parameter_value(const ParameterLiteral& literal, const std::string& name);

}  // namespace baton::client
