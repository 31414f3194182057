// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcutils/types/rcutils_ret.h>
#include <rcutils/types/uint8_array.h>
