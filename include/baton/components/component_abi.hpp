// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/visibility.hpp>

/// Of libbaton. The number in its name counts the versions of what components and containers have
/// to agree on: a library that was built against another version does not find its own, and
/// dlopen() refuses it before any of its code runs.
extern "C" BATON_PUBLIC const int baton_component_abi_1;

namespace {
// Data, because functions may be looked up as late as when they are called.
[[gnu::used]] const int* const baton_component_abi_of_this_library = &baton_component_abi_1;
}  // namespace
