// SPDX-License-Identifier: Apache-2.0
// Everything of Baton.
#pragma once

#include <baton/context.hpp>
#include <baton/counters.hpp>
#include <baton/event.hpp>
#include <baton/exceptions.hpp>
#include <baton/executors.hpp>
#include <baton/graph.hpp>
#include <baton/loaned_message.hpp>
#include <baton/match_info.hpp>
#include <baton/message_info.hpp>
#include <baton/publisher.hpp>
#include <baton/qos.hpp>
#include <baton/sample.hpp>
#include <baton/subscription.hpp>
#include <baton/topic_endpoint_info.hpp>
#include <baton/type_name.hpp>
#include <baton/version.hpp>
#include <baton/wait_set.hpp>
