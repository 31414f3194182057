// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

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

/// Returns 0, or the cause as in errno.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

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
  file_.reset(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file_) {
    const int cause = errno;
    const std::string path = std::exchange(path_, "");
    return base::Error{cause, fmt::format("no log file is written: cannot open {}: {}; {}", path,
                                          std::generic_category().message(cause), cure)};
  }
  return {};
}

base::Status LogFile::write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (failed_) return {};
  if (!file_) {
    if (auto opened = open(); !opened) {
      failed_ = true;
      return opened;
    }
  }
  if (const int cause = write_all(file_.get(), fmt::format("{}\n", line)); cause != 0) {
    failed_ = true;
    return base::Error{cause, fmt::format("the log file {} ends here: {}; make room or {}", path_,
                                          std::generic_category().message(cause), cure)};
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
  file_.reset();
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
