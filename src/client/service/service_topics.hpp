// SPDX-License-Identifier: Apache-2.0
// The two topics that a service is made of, named as ROS names them in DDS:
// "rq/add_two_intsRequest" and "rr/add_two_intsReply". Without a leading slash no topic of a user
// can be one.
#pragma once

#include <string>
#include <string_view>

#include <baton/endpoint_event.hpp>

namespace baton::client {

/// `service` is absolute.
std::string request_topic(std::string_view service);
std::string reply_topic(std::string_view service);
/// The absolute name of the service; empty for a topic that belongs to no service.
std::string service_of(EndpointKind kind, std::string_view topic);

/// Makes "std_srvs/srv/SetBool" of "std_srvs/srv/SetBool_Request" and
/// "std_srvs/srv/SetBool_Response". Returns any other name as it is.
std::string_view service_type_of(std::string_view message_type);

}  // namespace baton::client
