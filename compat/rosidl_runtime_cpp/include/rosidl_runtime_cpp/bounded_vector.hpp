// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/rosidl_runtime_cpp.hpp>
