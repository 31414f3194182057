// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_file.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <baton/exceptions.hpp>
#include <baton/logging_directory.hpp>

#include "base/clock.hpp"
#include "base/process.hpp"

namespace baton::client {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string home() {
  if (std::string named = variable("HOME"); !named.empty()) return named;
  const passwd* user = ::getpwuid(::geteuid());
  return user == nullptr || user->pw_dir == nullptr ? "" : user->pw_dir;
}

std::string with_home(const std::string& path) {
  const bool from_home = path.starts_with("~/") || path == "~";
  return from_home ? home() + path.substr(1) : path;
}

constexpr const char* cure = "set ROS_LOG_DIR to a directory that can be written";

}  // namespace

std::string logging_directory() {
  if (const std::string named = variable("ROS_LOG_DIR"); !named.empty()) return with_home(named);
  if (const std::string ros_home = variable("ROS_HOME"); !ros_home.empty()) {
    return with_home(ros_home) + "/log";
  }
  const std::string own_home = home();
  return own_home.empty() ? "" : own_home + "/.ros/log";
}

base::Status LogFile::open() {
  const std::string directory = logging_directory();
  if (directory.empty()) {
    return base::Error{0, fmt::format("no log file is written, as HOME is not set; {}", cure)};
  }
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return base::Error{error.value(), fmt::format("no log file is written: cannot make {}: {}; {}",
                                                  directory, error.message(), cure)};
  }
  path_ =
      fmt::format("{}/{}_{}_{}.log", directory, name_.empty() ? base::own_program_name() : name_,
                  ::getpid(), base::realtime_ns() / 1'000'000);
  try {
    sink_ = std::make_shared<spdlog::sinks::basic_file_sink_st>(path_);
    sink_->set_pattern("%v");
  } catch (const spdlog::spdlog_ex& failure) {
    path_.clear();
    return base::Error{0, fmt::format("no log file is written: {}; {}", failure.what(), cure)};
  }
  opened_by_ = ::getpid();
  return {};
}

base::Status LogFile::write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (failed_) return {};
  if (sink_ == nullptr || opened_by_ != ::getpid()) {
    if (auto opened = open(); !opened) {
      failed_ = true;
      return opened;
    }
  }
  try {
    sink_->log(spdlog::details::log_msg({}, spdlog::level::info, {line.data(), line.size()}));
    sink_->flush();
  } catch (const spdlog::spdlog_ex& failure) {
    failed_ = true;
    return base::Error{0, fmt::format("the log file {} ends here: {}; make room or {}", path_,
                                      failure.what(), cure)};
  }
  return {};
}

void LogFile::set_name(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (name == name_) return;
  name_ = name;
  close_unlocked();
}

void LogFile::close() {
  const std::lock_guard lock(mutex_);
  close_unlocked();
}

void LogFile::close_unlocked() {
  sink_.reset();
  path_.clear();
  failed_ = false;
}

std::string LogFile::path() const {
  const std::lock_guard lock(mutex_);
  return path_;
}

}  // namespace baton::client

std::filesystem::path rclcpp::get_logging_directory() {
  std::string directory = client::logging_directory();
  if (directory.empty()) {
    throw exceptions::Error(
        fmt::format("there is no directory for log files, as HOME is not set; {}", client::cure));
  }
  return directory;
}
