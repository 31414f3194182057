// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rosidl_runtime_c/service_type_support_struct.h>
#include <rosidl_runtime_cpp/message_initialization.hpp>
