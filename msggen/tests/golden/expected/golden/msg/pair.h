// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Pair: change its definition, not this file.
#pragma once

#ifndef __cplusplus
#error "golden/msg/pair.h: Baton makes types of C++ only; include it from C++"
#endif

#include <golden/msg/pair.hpp>
