// SPDX-License-Identifier: Apache-2.0
// The rules of ROS for topic names.
#pragma once

#include <string>

namespace baton::client {

/// The absolute name, "/chatter" for "chatter". Throws exceptions::InvalidTopicNameError that shows
/// what is wrong and where. Rules: http://design.ros2.org/articles/topic_and_service_names.html
std::string absolute_topic_name(const std::string& name);

}  // namespace baton::client
