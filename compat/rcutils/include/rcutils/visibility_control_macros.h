// SPDX-License-Identifier: Apache-2.0
#pragma once

#define RCUTILS_EXPORT __attribute__((visibility("default")))
#define RCUTILS_IMPORT
#define RCUTILS_PUBLIC __attribute__((visibility("default")))
#define RCUTILS_PUBLIC_TYPE
#define RCUTILS_LOCAL __attribute__((visibility("hidden")))
