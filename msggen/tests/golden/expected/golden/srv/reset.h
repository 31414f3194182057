// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/srv/Reset: change its definition, not this file.
#pragma once

#ifndef __cplusplus
#error "golden/srv/reset.h: Baton makes types of C++ only; include it from C++"
#endif

#include <golden/srv/reset.hpp>
