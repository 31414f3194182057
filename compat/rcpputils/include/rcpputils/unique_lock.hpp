// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace rcpputils {
using std::unique_lock;
}
