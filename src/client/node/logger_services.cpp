// SPDX-License-Identifier: Apache-2.0
#include "client/node/logger_services.hpp"

#include <fmt/format.h>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/create_service.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>
#include <rcl_interfaces/srv/get_logger_levels.hpp>
#include <rcl_interfaces/srv/set_logger_levels.hpp>

namespace baton::client {
namespace {

using rcl_interfaces::srv::GetLoggerLevels;
using rcl_interfaces::srv::SetLoggerLevels;

void get_levels(const GetLoggerLevels::Request::SharedPtr& request,
                const GetLoggerLevels::Response::SharedPtr& response) {
  for (const auto& name : request->names) {
    rcl_interfaces::msg::LoggerLevel level;
    level.name = name;
    level.level = static_cast<std::uint32_t>(rcutils_logging_get_logger_level(name.c_str()));
    response->levels.push_back(level);
  }
}

void set_levels(const SetLoggerLevels::Request::SharedPtr& request,
                const SetLoggerLevels::Response::SharedPtr& response) {
  for (const auto& wanted : request->levels) {
    rcl_interfaces::msg::SetLoggerLevelsResult result;
    result.successful = rcutils_logging_set_logger_level(
                            wanted.name.c_str(), static_cast<int>(wanted.level)) == RCUTILS_RET_OK;
    if (!result.successful) {
      result.reason = fmt::format(
          "Unable to determine severity_string for severity {}: it is 0 for unset, 10 debug, 20 "
          "info, 30 warn, 40 error, 50 fatal",
          wanted.level);
    }
    response->results.push_back(result);
  }
}

}  // namespace

LoggerServices::LoggerServices(node_interfaces::NodeServicesInterface& services)
    : get_(create_service<GetLoggerLevels>(services.get_node_base_interface(),
                                           "~/get_logger_levels", get_levels, ServicesQoS(),
                                           nullptr)),
      set_(create_service<SetLoggerLevels>(services.get_node_base_interface(),
                                           "~/set_logger_levels", set_levels, ServicesQoS(),
                                           nullptr)) {}

}  // namespace baton::client
