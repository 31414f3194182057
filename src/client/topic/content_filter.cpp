// SPDX-License-Identifier: Apache-2.0
#include "client/topic/content_filter.hpp"

#include <fmt/format.h>

#include <utility>

#include <baton/exceptions.hpp>

#include "client/topic/filter_parser.hpp"

namespace baton::client {
namespace {

bool holds(const FilterTest& test, const std::byte* message) noexcept {
  const FilterValue left = test.left.read(message);
  const FilterValue right = test.right.read(message);
  if (test.relation == FilterRelation::like) {
    const auto* text = std::get_if<std::string_view>(&left);
    const auto* pattern = std::get_if<std::string_view>(&right);
    return text != nullptr && pattern != nullptr && is_like(*text, *pattern);
  }
  if (std::holds_alternative<std::monostate>(left) ||
      std::holds_alternative<std::monostate>(right)) {
    return false;
  }
  const std::partial_ordering order = compare(left, right);
  switch (test.relation) {
    case FilterRelation::equal:
      return order == 0;
    case FilterRelation::unequal:
      return order != 0;
    case FilterRelation::less:
      return order < 0;
    case FilterRelation::less_or_equal:
      return order <= 0;
    case FilterRelation::greater:
      return order > 0;
    case FilterRelation::greater_or_equal:
      return order >= 0;
    case FilterRelation::like:
      break;
  }
  return false;
}

class ParsedFilter : public ContentFilter {
 public:
  ParsedFilter(FilterProgram program, ContentFilterOptions options)
      : program_(std::move(program)), options_(std::move(options)) {}

  bool matches(const std::byte* message) const noexcept override {
    std::uint32_t at = program_.first;
    while (at < program_.tests.size()) {
      const FilterTest& test = program_.tests[at];
      at = holds(test, message) ? test.if_true : test.if_false;
    }
    return at == FilterTest::accept;
  }
  const ContentFilterOptions& options() const noexcept override { return options_; }

 private:
  const FilterProgram program_;
  const ContentFilterOptions options_;
};

/// Shows a part of the expression, with a mark below the fault.
std::string picture(const std::string& expression, std::size_t at) {
  constexpr std::size_t before = 60;
  constexpr std::size_t width = 100;
  const std::size_t begin = at > before ? at - before : 0;
  std::string line = expression.substr(begin, width);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return fmt::format("  {}\n  {:>{}}", line, "^", at - begin + 1);
}

}  // namespace

std::shared_ptr<ContentFilter> ContentFilter::parse(const msg::TypeSupport& type,
                                                    const ContentFilterOptions& options) {
  try {
    return std::make_shared<ParsedFilter>(
        parse_filter(type, options.filter_expression, options.expression_parameters), options);
  } catch (const FilterFault& fault) {
    throw exceptions::RCLInvalidArgument(fmt::format("filter of {}: {}\n{}", type.type_name,
                                                     fault.what(),
                                                     picture(options.filter_expression, fault.at)));
  }
}

}  // namespace baton::client
