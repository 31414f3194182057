// SPDX-License-Identifier: Apache-2.0
#pragma once

#define LIBSTATISTICS_COLLECTOR_EXPORT __attribute__((visibility("default")))
#define LIBSTATISTICS_COLLECTOR_IMPORT
#define LIBSTATISTICS_COLLECTOR_PUBLIC __attribute__((visibility("default")))
#define LIBSTATISTICS_COLLECTOR_PUBLIC_TYPE
#define LIBSTATISTICS_COLLECTOR_LOCAL __attribute__((visibility("hidden")))
