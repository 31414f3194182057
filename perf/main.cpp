// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "options.hpp"
#include "supervisor.hpp"
#include "worker.hpp"

namespace {

enum ExitStatus { complete = 0, run_failed = 1, wrong_usage = 2 };

int run(int argc, char** argv) {
  const perf::ParsedCommand command = perf::parse_options(argc, argv);
  if (command.text) {
    fmt::print("{}", *command.text);
    if (std::fflush(stdout) == 0 || errno == EPIPE) return complete;
    throw std::runtime_error(std::string("cannot write to the standard output: ") +
                             std::strerror(errno));
  }
  if (command.options.worker_socket >= 0) return perf::run_worker(command.options);
  std::vector<std::string> arguments(argv, argv + argc);
  arguments[0] = "perf_test";
  return perf::Supervisor(command.options, arguments).run();
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that leaves ("perf_test | head") must not leave workers behind.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const perf::UsageError& error) {
    fmt::print(stderr, "perf_test: {} (perf_test --help explains)\n", error.what());
    return wrong_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "perf_test: {}\n", error.what());
    return run_failed;
  }
}
