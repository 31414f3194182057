// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstddef>
#include <limits>

namespace rclcpp {

/// How a Context is initialised, as in rclcpp. A value type; not thread-safe.
class InitOptions {
 public:
  /// Whether SIGINT and SIGTERM shut the context down.
  bool shutdown_on_signal = true;

  /// Whether init() applies the log levels of the arguments and opens the log file.
  bool auto_initialize_logging() const { return initialize_logging_; }
  InitOptions& auto_initialize_logging(bool initialize) {
    initialize_logging_ = initialize;
    return *this;
  }

  /// 0..232. If not set: ROS_DOMAIN_ID, else 0.
  void set_domain_id(std::size_t domain_id) { domain_id_ = domain_id; }
  /// Undoes set_domain_id(), so that ROS_DOMAIN_ID is used.
  void use_default_domain_id() { domain_id_ = unset; }
  bool has_domain_id() const { return domain_id_ != unset; }
  /// The id that was set; the largest number if none was.
  std::size_t get_domain_id() const { return domain_id_; }

 private:
  static constexpr std::size_t unset = std::numeric_limits<std::size_t>::max();
  bool initialize_logging_ = true;
  std::size_t domain_id_ = unset;
};

}  // namespace rclcpp
