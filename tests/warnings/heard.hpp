// SPDX-License-Identifier: Apache-2.0
// What the process logs, kept for the test instead of printed.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {

/// "camera: text" for each message at warning level or above, while one of these is there.
class Heard {
 public:
  Heard() : former_(rcutils_logging_get_output_handler()) {
    lines().clear();
    rcutils_logging_set_output_handler(&hear);
  }
  ~Heard() {
    rcutils_logging_set_output_handler(former_);
    rcutils_logging_shutdown();  // levels that the test has set
  }

  std::vector<std::string> all() const {
    const std::lock_guard lock(mutex());
    return lines();
  }
  std::size_t count(const std::string& part) const {
    const auto heard = all();
    return static_cast<std::size_t>(std::ranges::count_if(
        heard, [&](const std::string& line) { return line.find(part) != line.npos; }));
  }

 private:
  static void hear(const rcutils_log_location_t*, int severity, const char* name,
                   rcutils_time_point_value_t, const char* format, va_list* arguments) {
    if (severity < RCUTILS_LOG_SEVERITY_WARN) return;
    char text[2048];
    std::vsnprintf(text, sizeof text, format, *arguments);
    const std::lock_guard lock(mutex());
    lines().push_back(std::string(name) + ": " + text);
  }
  static std::mutex& mutex() {
    static std::mutex& made = *new std::mutex;
    return made;
  }
  static std::vector<std::string>& lines() {
    static auto& made = *new std::vector<std::string>;
    return made;
  }

  const rcutils_logging_output_handler_t former_;
};

class Warnings : public IsolatedTest {
 protected:
  void TearDown() override {
    for (const auto& context : contexts_) context->shutdown("the test is over");
    contexts_.clear();
    IsolatedTest::TearDown();
  }

  Context::SharedPtr begin(const std::vector<const char*>& ros_arguments = {}) {
    std::vector<const char*> arguments{"program"};
    if (!ros_arguments.empty()) arguments.push_back("--ros-args");
    arguments.insert(arguments.end(), ros_arguments.begin(), ros_arguments.end());
    auto made = std::make_shared<Context>();
    InitOptions without_signals;  // what listens for them stays open for the life of a process
    without_signals.shutdown_on_signal = false;
    made->init(static_cast<int>(arguments.size()), arguments.data(), without_signals);
    contexts_.push_back(made);
    return made;
  }
  static std::shared_ptr<Node> make_node(const std::string& name,
                                         const Context::SharedPtr& context) {
    return std::make_shared<Node>(name, NodeOptions().context(context));
  }
  static void spin_shortly(const std::vector<std::shared_ptr<Node>>& nodes) {
    ExecutorOptions options;
    options.context = nodes.front()->get_node_base_interface()->get_context();
    executors::SingleThreadedExecutor executor(options);
    for (const auto& node : nodes) executor.add_node(node);
    executor.spin_some();
  }

  const Heard heard;

 private:
  std::vector<Context::SharedPtr> contexts_;
};

}  // namespace baton::testing
