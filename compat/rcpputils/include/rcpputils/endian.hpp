// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

namespace rcpputils {
using std::endian;
}
