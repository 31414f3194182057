// SPDX-License-Identifier: Apache-2.0
#pragma once

#define TRACETOOLS_EXPORT __attribute__((visibility("default")))
#define TRACETOOLS_IMPORT
#define TRACETOOLS_PUBLIC __attribute__((visibility("default")))
#define TRACETOOLS_PUBLIC_TYPE
#define TRACETOOLS_LOCAL __attribute__((visibility("hidden")))
