// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/subscription.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <cmath>
#include <numeric>

#include <rmw/serialized_message.h>
#include <libstatistics_collector/topic_statistics_collector/received_message_age.hpp>
#include <libstatistics_collector/topic_statistics_collector/received_message_period.hpp>
#include <rclcpp/publisher.hpp>
#include <rclcpp/subscription_options.hpp>
#include <rcpputils/thread_safety_annotations.hpp>
