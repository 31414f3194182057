// SPDX-License-Identifier: Apache-2.0
/// Actions: all of it. Link baton::actions.
#pragma once

#include <baton/action/client.hpp>
#include <baton/action/client_goal_handle.hpp>
#include <baton/action/create_client.hpp>
#include <baton/action/create_server.hpp>
#include <baton/action/exceptions.hpp>
#include <baton/action/qos.hpp>
#include <baton/action/server.hpp>
#include <baton/action/server_goal_handle.hpp>
#include <baton/action/types.hpp>
