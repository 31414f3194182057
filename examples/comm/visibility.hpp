// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What programs that link the libraries may use; they may be compiled with -fvisibility=hidden.
#define ROS2_DEMOS_PUBLIC __attribute__((visibility("default")))
