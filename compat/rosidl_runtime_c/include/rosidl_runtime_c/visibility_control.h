// SPDX-License-Identifier: Apache-2.0
#pragma once

#define ROSIDL_GENERATOR_C_PUBLIC __attribute__((visibility("default")))
#define ROSIDL_GENERATOR_C_IMPORT
#define ROSIDL_GENERATOR_C_EXPORT __attribute__((visibility("default")))
