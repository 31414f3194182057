// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace rcpputils {

/// Any mutex here passes a contended lock on by itself.
using PIMutex = std::mutex;
using RecursivePIMutex = std::recursive_mutex;

}  // namespace rcpputils
