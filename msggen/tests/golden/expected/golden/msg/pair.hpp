// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/msg/Pair: change its definition, not this file.
#pragma once

#include <golden/msg/detail/pair__builder.hpp>
#include <golden/msg/detail/pair__struct.hpp>
#include <golden/msg/detail/pair__traits.hpp>
#include <golden/msg/detail/pair__type_support.hpp>
