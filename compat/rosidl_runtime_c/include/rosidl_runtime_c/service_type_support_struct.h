// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rosidl_runtime_c/message_type_support_struct.h>
