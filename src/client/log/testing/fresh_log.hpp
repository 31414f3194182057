// SPDX-License-Identifier: Apache-2.0
// Tests of what is logged: nothing of the user's environment is seen, log files go to the test's
// own directory, and logging starts afresh in every test.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <baton/ros_c/rcutils_logging.h>

#include "client/log/log.hpp"
#include "testing/isolation.hpp"

namespace baton::client {

class LogTest : public testing::IsolatedTest {
 protected:
  LogTest() { rcutils_logging_shutdown(); }  // all outputs are on
  void TearDown() override {
    rcutils_logging_shutdown();
    set_log_outputs(former_outputs_);
    IsolatedTest::TearDown();
  }

  /// What `body` has written to stderr.
  static std::string stderr_of(const std::function<void()>& body) {
    ::testing::internal::CaptureStderr();
    body();
    return ::testing::internal::GetCapturedStderr();
  }
  static std::string stdout_of(const std::function<void()>& body) {
    ::testing::internal::CaptureStdout();
    body();
    return ::testing::internal::GetCapturedStdout();
  }
  std::string log_directory() const { return scratch() + "/log"; }
  std::vector<std::string> log_files() const {
    std::vector<std::string> files;
    if (!std::filesystem::exists(log_directory())) return files;
    for (const auto& entry : std::filesystem::directory_iterator(log_directory())) {
      files.push_back(entry.path());
    }
    return files;
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  const LogOutputs former_outputs_ = log_outputs();
  testing::ScopedVariable directory_{"ROS_LOG_DIR", log_directory()};
  testing::ScopedVariable format_{"RCUTILS_CONSOLE_OUTPUT_FORMAT", "{severity} {name}: {message}"};
  testing::ScopedVariable colorized_{"RCUTILS_COLORIZED_OUTPUT", std::nullopt};
  testing::ScopedVariable stream_{"RCUTILS_LOGGING_USE_STDOUT", std::nullopt};
  testing::ScopedVariable buffered_{"RCUTILS_LOGGING_BUFFERED_STREAM", std::nullopt};
};

}  // namespace baton::client
