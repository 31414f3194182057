// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Reading: change its definition, not this file.
#pragma once

#include <golden/msg/detail/reading__builder.hpp>
#include <golden/msg/detail/reading__struct.hpp>
#include <golden/msg/detail/reading__traits.hpp>
#include <golden/msg/detail/reading__type_support.hpp>
