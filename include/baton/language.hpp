// SPDX-License-Identifier: Apache-2.0
// An older language gets one sentence instead of hundreds of errors.
#pragma once

#if __cplusplus < 201703L
#error "Baton needs C++17: set CMAKE_CXX_STANDARD to 17 or more, or compile with -std=c++17"
// A file that is missing ends the compilation here.
#include <baton/needs_cxx17>
#endif
