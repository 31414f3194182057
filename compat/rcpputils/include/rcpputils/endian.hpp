// SPDX-License-Identifier: Apache-2.0
#pragma once

#if __cplusplus >= 202002L
#include <bit>
#endif

namespace rcpputils {

#if __cplusplus >= 202002L
using std::endian;
#else
/// As C++20's std::endian.
enum class endian {
  little = __ORDER_LITTLE_ENDIAN__,
  big = __ORDER_BIG_ENDIAN__,
  native = __BYTE_ORDER__,
};
#endif

}  // namespace rcpputils
