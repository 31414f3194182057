// SPDX-License-Identifier: Apache-2.0
// Which messages a subscription wants: the filter expressions of DDS, evaluated where the messages
// lie.
//
// Grammar: OMG DDS 1.4, annex B, "FilterExpression": comparisons of a field with a literal, a
// parameter (%0 .. %99) or another field, BETWEEN, LIKE, AND, OR, NOT, parentheses. Fields are
// named with dots, "header.frame_id".
// Thread safety: all of it; immutable once parsed.
#pragma once

#include <cstddef>
#include <memory>

#include <baton/msg/type_support.hpp>
#include <baton/subscription_options.hpp>

namespace baton::client {

class ContentFilter {
 public:
  /// Throws exceptions::RCLInvalidArgument that points at what is wrong.
  static std::shared_ptr<ContentFilter> parse(const msg::TypeSupport& type,
                                              const ContentFilterOptions& options);
  virtual ~ContentFilter() = default;

  /// `message` is a valid message of the type. Does not allocate, does not throw.
  virtual bool matches(const std::byte* message) const noexcept = 0;
  virtual const ContentFilterOptions& options() const noexcept = 0;
};

}  // namespace baton::client
