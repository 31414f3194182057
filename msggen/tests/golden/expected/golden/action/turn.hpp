// SPDX-License-Identifier: Apache-2.0
// Made by baton_msggen from golden/action/Turn: change its definition, not this file.
#pragma once

#include <action_msgs/msg/goal_status_array.hpp>
#include <action_msgs/srv/cancel_goal.hpp>
#include <golden/action/detail/turn__builder.hpp>
#include <golden/action/detail/turn__struct.hpp>
#include <golden/action/detail/turn__traits.hpp>
#include <golden/action/detail/turn__type_support.hpp>
