// SPDX-License-Identifier: Apache-2.0
#include "base/platform.hpp"

#include <unistd.h>

namespace baton::base {

size_t page_bytes() noexcept {
  static const size_t bytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace baton::base
