// SPDX-License-Identifier: Apache-2.0
// How long a second process takes from its start to its first message, as the first one sees it:
// exec, linking, joining the domain, the handshake and the message itself.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <baton/baton.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clock.hpp"

namespace {

constexpr const char* topic = "start_to_first_message";

struct Stamp {
  static constexpr std::string_view baton_type_name = "perf/Stamp";
  std::uint64_t number;
};

/// The second process: prints the time at which it got the message.
int receive() {
  baton::Context context{baton::ContextOptions{}};
  baton::executors::SingleThreadedExecutor executor(context);
  std::int64_t received_ns = 0;
  const auto subscription = baton::create_subscription<Stamp>(
      context, topic, baton::QoS(1).transient_local(), [&](const Stamp&) {
        received_ns = perf::now_ns();
        executor.cancel();
      });
  executor.add_subscription(subscription);
  executor.spin();
  fmt::print("{}\n", received_ns);
  return 0;
}

/// One start; -1 if the second process failed.
std::int64_t measure() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string program = "/proc/self/exe";
  std::string role = "--receive";
  char* arguments[] = {program.data(), role.data(), nullptr};
  pid_t child = 0;
  const std::int64_t started_ns = perf::now_ns();
  const int failed = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char buffer[64];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child || status != 0) return -1;
  return std::stoll(text) - started_ns;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("From starting a second process to its first message.");
  bool json = false;
  bool receiver = false;
  int repetitions = 20;
  app.add_flag("--json", json, "Print JSON");
  app.add_option("--repetitions", repetitions, "How many starts")->check(CLI::Range(1, 10000));
  app.add_flag("--receive", receiver)->group("");
  CLI11_PARSE(app, argc, argv);
  try {
    if (receiver) return receive();
    baton::Context context{baton::ContextOptions{}};
    const auto publisher =
        baton::create_publisher<Stamp>(context, topic, baton::QoS(1).transient_local());
    publisher->publish(Stamp{1});
    std::vector<std::int64_t> starts_ns;
    for (int i = 0; i < repetitions; ++i) {
      starts_ns.push_back(measure());
      if (starts_ns.back() < 0) {
        fmt::print(stderr, "start_to_first_message: the second process failed\n");
        return 1;
      }
    }
    std::sort(starts_ns.begin(), starts_ns.end());
    const std::int64_t median_ns = starts_ns[starts_ns.size() / 2];
    if (json) {
      const nlohmann::json document = {
          {"start_to_first_message_ns",
           {{"min", starts_ns.front()}, {"p50", median_ns}, {"max", starts_ns.back()}}}};
      fmt::print("{}\n", document.dump());
    } else {
      fmt::print("{} starts: min {:.2f} ms, median {:.2f} ms, max {:.2f} ms\n", starts_ns.size(),
                 static_cast<double>(starts_ns.front()) / 1e6, static_cast<double>(median_ns) / 1e6,
                 static_cast<double>(starts_ns.back()) / 1e6);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "start_to_first_message: {}\n", error.what());
    return 1;
  }
}
