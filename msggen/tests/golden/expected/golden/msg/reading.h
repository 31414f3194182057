// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Reading: change its definition, not this file.
#pragma once

#ifndef __cplusplus
#error "golden/msg/reading.h: Baton makes types of C++ only; include it from C++"
#endif

#include <golden/msg/reading.hpp>
