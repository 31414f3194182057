// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <system_error>

namespace baton::base {

Error os_error(std::string what) { return os_error(std::move(what), errno); }

Error os_error(std::string what, int error_number) {
  return Error{error_number,
               std::move(what) + ": " + std::generic_category().message(error_number)};
}

void detail::no_value(const Error& error) {
  const bool has_value = false;
  BATON_ASSERT(has_value, error.text);
  __builtin_unreachable();
}

}  // namespace baton::base
