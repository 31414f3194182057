// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What programs that link the library may use; it may be compiled with -fvisibility=hidden.
#define TOPIC_PERFORMANCE_PUBLIC __attribute__((visibility("default")))
