// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of rcl's interface that there are: types, and no functions of nodes or endpoints.
#include <rcl/allocator.h>
#include <rcl/arguments.h>
#include <rcl/error_handling.h>
#include <rcl/service_introspection.h>
#include <rcl/time.h>
#include <rcl/timer.h>
#include <rcl/types.h>
