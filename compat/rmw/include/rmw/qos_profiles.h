// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rmw_qos_profile.h>

// What rmw's header brings along.
#include <rmw/types.h>
