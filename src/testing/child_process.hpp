// SPDX-License-Identifier: Apache-2.0
// A program that a test runs beside itself: started in any circumstances, talked to by lines, and
// never left behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testing/deadline.hpp"

namespace baton::testing {

struct ChildOptions {
  /// A program beside the test's own, or an absolute path.
  std::string program;
  std::vector<std::string> arguments;
  /// Variables that are set in the child's environment, or removed if they have no value.
  std::map<std::string, std::optional<std::string>> environment;
  /// Runs in the child before exec: limits, namespaces, user. False ends the child with status 126.
  std::function<bool()> prepare;
};

/// How a child ended.
struct ChildEnd {
  int status = 0;  // status of exit(), if it exited
  int signal = 0;  // 0: it exited
};

class ChildProcess {
 public:
  explicit ChildProcess(const ChildOptions& options);
  /// Kills it if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }

  /// False when the child does not read any more.
  bool write_line(const std::string& line);
  void close_input();
  /// The next line of its standard output; nothing when it has ended or the deadline is over.
  std::optional<std::string> read_line(std::chrono::nanoseconds deadline = default_deadline);
  /// Everything that it has written to standard error so far.
  std::string errors();

  void kill(int signal);
  /// Returns how the child ended; empty when it still runs after the deadline.
  std::optional<ChildEnd> wait(std::chrono::nanoseconds deadline = default_deadline);

 private:
  pid_t pid_ = -1;
  int input_ = -1;  // raw descriptors: a fork must not close what the child is to inherit
  int output_ = -1;
  int errors_ = -1;
  std::string output_text_;
  std::string error_text_;
  std::optional<ChildEnd> end_;
};

/// The folder of the running program.
std::string program_folder();

}  // namespace baton::testing
