// SPDX-License-Identifier: Apache-2.0
// Another process of the test, driven line by line: see peer_program.cpp for what it understands.
#pragma once

#include <cstdint>
#include <string>

#include "testing/child_process.hpp"

namespace baton::testing {

class Peer {
 public:
  /// Starts the program; `options.program` and `options.arguments` are set here.
  explicit Peer(ChildOptions options = {});

  /// Sends a command and returns the answer; "" when the process is gone, "(silence)" when it does
  /// not answer. An answer that begins with "error" is what was thrown.
  std::string ask(const std::string& command, std::chrono::nanoseconds deadline = default_deadline);
  /// Sends without waiting for an answer.
  bool tell(const std::string& command) { return process_.write_line(command); }
  /// The next answer.
  std::string answer(std::chrono::nanoseconds deadline = default_deadline);

  /// A figure of `counters <name>` or `report <name>`.
  std::uint64_t figure(const std::string& command, const std::string& key);

  /// Ends it and returns how it ended.
  ChildEnd quit();

  ChildProcess& process() { return process_; }
  pid_t pid() const { return process_.pid(); }

 private:
  ChildProcess process_;
};

}  // namespace baton::testing
