// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/type_support.hpp>

namespace rosidl_runtime_cpp {
using baton::msg::MessageInitialization;
}
