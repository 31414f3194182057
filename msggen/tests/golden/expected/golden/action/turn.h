// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/action/Turn: change its definition, not this file.
#pragma once

#ifndef __cplusplus
#error "golden/action/turn.h: Baton makes types of C++ only; include it from C++"
#endif

#include <golden/action/turn.hpp>
