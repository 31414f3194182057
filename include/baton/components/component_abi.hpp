// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/visibility.hpp>

/// A symbol of libbaton. The number in its name counts the versions of what components and
/// containers must agree on. A library that was built against another version does not find its
/// symbol, and dlopen() refuses the library before any of its code runs.
extern "C" BATON_PUBLIC const int baton_component_abi_1;

namespace {
// A reference to data, because the linker may look functions up only when they are called.
[[gnu::used]] const int* const baton_component_abi_of_this_library = &baton_component_abi_1;
}  // namespace
