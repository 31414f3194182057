// SPDX-License-Identifier: Apache-2.0
// BATON_LIKELY and BATON_UNLIKELY: C++20's attributes, which clang warns about in C++17.
#pragma once

#if __cplusplus >= 202002L || !defined(__clang__)
#define BATON_LIKELY [[likely]]
#define BATON_UNLIKELY [[unlikely]]
#else
#define BATON_LIKELY
#define BATON_UNLIKELY
#endif
