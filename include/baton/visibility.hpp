// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what libbaton exports; everything else is compiled hidden.
#define BATON_PUBLIC __attribute__((visibility("default")))
