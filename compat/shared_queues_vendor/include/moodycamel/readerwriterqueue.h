// SPDX-License-Identifier: Apache-2.0
// Debian's header, under the name that ROS's package gives it.
#pragma once

#include <readerwriterqueue/readerwriterqueue.h>
