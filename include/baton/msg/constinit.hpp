// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Before a variable: it is initialised when the program is compiled, or the compiler says no.
/// C++20's constinit, which both compilers know earlier under names of their own.
#if defined(__clang__)
#define BATON_CONSTINIT [[clang::require_constant_initialization]]
#else
#define BATON_CONSTINIT __constinit
#endif
