// SPDX-License-Identifier: Apache-2.0
// baton-observe: figures of all topics of a domain, a line of JSON each time, and no endpoint of
// its own. The commands `baton topic hz`, `bw`, `delay`, `info` and `baton top` read it.
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "base/clock.hpp"
#include "client/context/environment.hpp"
#include "observe/observer.hpp"

namespace {

using namespace baton;

constexpr const char* examples =
    "Examples:\n"
    "  baton-observe --count 1                     what there is now\n"
    "  baton-observe --interval 1                  a line each second, rates since the line "
    "before\n"
    "  baton-observe --topic /image --messages     sequence, time and size of each message\n"
    "The processes that are looked at make no system call for it and are not woken.";

/// Rings hold 4096 messages: looked at so often, none is missed below 16 kHz.
constexpr double longest_pause_s = 0.25;

struct CommandLine {
  double interval_s = 1;
  std::uint64_t count = 0;
  std::vector<std::string> topics;
  bool messages = false;
  std::int64_t stamp_offset = -1;
};

volatile sig_atomic_t stopped = 0;

/// Each segment that is looked at has a descriptor.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

observe::ObserverOptions options_of(const CommandLine& line) {
  const client::MeetingPlace place = client::meeting_place({});
  observe::ObserverOptions options;
  options.directories.push_back(place.directory);
  if (!place.group_directory.empty()) options.directories.push_back(place.group_directory);
  options.topics = {line.topics.begin(), line.topics.end()};
  options.messages = line.messages;
  if (line.stamp_offset >= 0) options.stamp_offset = static_cast<std::size_t>(line.stamp_offset);
  return options;
}

/// False once a signal has come.
bool sleep_until(std::int64_t time_ns) {
  const timespec until{time_ns / 1'000'000'000, time_ns % 1'000'000'000};
  while (stopped == 0 && ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) != 0) {
  }
  return stopped == 0;
}

int observe_for(const CommandLine& line) {
  observe::Observer observer(options_of(line));
  const auto interval_ns = static_cast<std::int64_t>(line.interval_s * 1e9);
  const auto pause_ns = static_cast<std::int64_t>(std::min(line.interval_s, longest_pause_s) * 1e9);
  std::int64_t next_ns = base::monotonic_ns();
  for (std::uint64_t looks = 0; line.count == 0 || looks < line.count;) {
    if (!sleep_until(next_ns)) break;
    const std::string text = to_json(observer.look());
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    if (std::fflush(stdout) != 0) return 1;  // the reader has gone
    if (++looks == line.count) break;
    const std::int64_t now_ns = base::monotonic_ns();
    next_ns = std::max(next_ns + interval_ns, now_ns);
    for (std::int64_t glance_ns = now_ns + pause_ns; glance_ns < next_ns; glance_ns += pause_ns) {
      if (!sleep_until(glance_ns)) break;
      observer.glance();
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Prints figures of the topics of this domain as JSON, a line for each look, and "
      "disturbs no process.",
      "baton-observe");
  app.footer(examples);
  CommandLine line;
  app.add_option("--interval", line.interval_s, "seconds between two lines")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 3600.0));
  app.add_option("--count", line.count, "lines to print; 0: until Ctrl-C")->capture_default_str();
  app.add_option("--topic", line.topics, "only these topics, fully qualified; repeatable")
      ->allow_extra_args(false);
  app.add_flag("--messages", line.messages,
               "list each message: [sequence, time of publishing in ns, bytes]");
  app.add_option("--stamp-offset", line.stamp_offset,
                 "where the messages have a builtin_interfaces/msg/Time, in bytes: each message is "
                 "listed with it, in ns, too")
      ->check(CLI::NonNegativeNumber);
  CLI11_PARSE(app, argc, argv);
  struct sigaction stop {};
  stop.sa_handler = [](int) { stopped = 1; };
  for (const int number : {SIGINT, SIGTERM}) (void)::sigaction(number, &stop, nullptr);
  (void)::signal(SIGPIPE, SIG_IGN);
  raise_descriptor_limit();
  try {
    return observe_for(line);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "baton-observe: %s\n", error.what());
    return 2;
  }
}
