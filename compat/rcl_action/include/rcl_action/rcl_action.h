// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcl_action/action_client.h>
#include <rcl_action/action_server.h>
#include <rcl_action/default_qos.h>
#include <rcl_action/types.h>
