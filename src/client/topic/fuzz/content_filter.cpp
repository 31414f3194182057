// SPDX-License-Identifier: Apache-2.0
// A filter expression, a NUL, and its parameter: parsed for a type with all shapes of fields, and
// evaluated.
#include <cstddef>
#include <cstdint>
#include <string>

#include <baton/exceptions.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>

#include "client/topic/content_filter.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rcl_interfaces::msg::ParameterEvent;
  static const ParameterEvent message = [] {
    ParameterEvent made;
    made.node = "/camera";
    made.new_parameters.emplace_back();
    made.new_parameters[0].name = "rate";
    made.new_parameters[0].value.double_value = 30.0;
    made.new_parameters[0].value.byte_array_value.push_back(7);
    return made;
  }();
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\0');
  baton::ContentFilterOptions options;
  options.filter_expression = text.substr(0, end);
  if (end != std::string::npos) options.expression_parameters.push_back(text.substr(end + 1));
  try {
    const auto filter =
        baton::client::ContentFilter::parse(baton::msg::type_support<ParameterEvent>(), options);
    (void)filter->matches(reinterpret_cast<const std::byte*>(&message));
  } catch (const baton::exceptions::RCLInvalidArgument&) {
    return 0;
  }
  return 0;
}
