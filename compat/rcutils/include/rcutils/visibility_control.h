// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcutils/visibility_control_macros.h>
