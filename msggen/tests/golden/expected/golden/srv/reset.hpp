// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/srv/Reset: change its definition, not this file.
#pragma once

#include <golden/srv/detail/reset__builder.hpp>
#include <golden/srv/detail/reset__struct.hpp>
#include <golden/srv/detail/reset__traits.hpp>
#include <golden/srv/detail/reset__type_support.hpp>
