// SPDX-License-Identifier: Apache-2.0
#pragma once

#define RCPPUTILS_EXPORT __attribute__((visibility("default")))
#define RCPPUTILS_IMPORT
#define RCPPUTILS_PUBLIC __attribute__((visibility("default")))
#define RCPPUTILS_PUBLIC_TYPE
#define RCPPUTILS_LOCAL __attribute__((visibility("hidden")))
