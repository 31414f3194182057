// SPDX-License-Identifier: Apache-2.0
// tl::expected, which rcpputils has a copy of: the library's own header, where it is installed.
#pragma once

#if !__has_include(<tl/expected.hpp>)
#error "rcpputils/tl_expected/expected.hpp needs tl::expected: apt-get install libexpected-dev"
#endif
#include <tl/expected.hpp>
