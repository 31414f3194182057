// SPDX-License-Identifier: Apache-2.0
#pragma once

// Nothing is traced. As in a tracetools that was built so.
#define TRACETOOLS_DISABLED
