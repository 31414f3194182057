// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_logging_interface.hpp>

#include <utility>

#include <baton/create_publisher.hpp>
#include <baton/time.hpp>
#include <rcl_interfaces/msg/log.hpp>

#include "client/log/log.hpp"
#include "client/log/log_sinks.hpp"
#include "client/node/logger_services.hpp"
#include "client/node/node_state.hpp"

namespace rclcpp::node_interfaces {
namespace {

using rcl_interfaces::msg::Log;

void fill(Log& message, const client::LogRecord& record) {
  message.stamp = Time(record.stamp_ns, RCL_SYSTEM_TIME);
  message.level = static_cast<std::uint8_t>(record.level);
  message.name = record.name;
  message.msg = record.text;
  message.file = record.file;
  message.function = record.function;
  message.line = static_cast<std::uint32_t>(record.line);
}

}  // namespace

struct NodeLoggingInterface::Rosout {
  Rosout(const NodeBaseInterface::SharedPtr& node, const std::string& logger_name)
      : publisher(create_publisher<Log>(node, "/rosout", node->state()->options().rosout_qos())),
        sink(client::add_log_sink(logger_name, [this](const client::LogRecord& record) {
          LoanedMessage<Log> message = publisher->borrow_loaned_message();
          fill(message.get(), record);
          publisher->publish(std::move(message));
        })) {}

  const Publisher<Log>::SharedPtr publisher;
  const client::LogSinkHandle sink;  // destroyed first: it uses the publisher
};

struct NodeLoggingInterface::Services : client::LoggerServices {
  using LoggerServices::LoggerServices;
};

NodeLoggingInterface::NodeLoggingInterface(const NodeBaseInterface::SharedPtr& node)
    : node_(node), logger_(baton::get_logger(node->state()->logger_name())) {
  if (node->state()->options().enable_rosout() && client::log_outputs().rosout) {
    rosout_ = std::make_unique<Rosout>(node, logger_.get_name());
  }
}

NodeLoggingInterface::~NodeLoggingInterface() = default;

void NodeLoggingInterface::create_logger_services(
    const std::shared_ptr<NodeServicesInterface>& services) {
  if (!services_) services_ = std::make_unique<Services>(*services);
}

}  // namespace rclcpp::node_interfaces
