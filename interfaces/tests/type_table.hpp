// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <baton/msg/type_support.hpp>

/// The type support of every message in interfaces/; write_type_table.py writes what it returns.
std::vector<const baton::msg::TypeSupport*> type_table();
