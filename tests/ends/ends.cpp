// SPDX-License-Identifier: Apache-2.0
// Programs that end at random moments, by signals and by themselves: each exits with the status
// that it chose, flushes its output, leaves nothing in the registry, and never hangs.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "testing/child_process.hpp"
#include "testing/isolation.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int status = 3;
constexpr const char* program = "baton_ending_node";
/// Nothing of this takes long: it hangs. A machine may be busy with other things.
constexpr std::chrono::seconds patience(90 * slowness);

using Environment = std::map<std::string, std::optional<std::string>>;

struct Way {
  const char* name;
  Environment environment;
};

const std::vector<Way>& ways() {
  static const std::vector<Way> all = {
#ifndef BATON_WITHOUT_FASTDDS
      {"udp", {{"BATON_TRANSPORT", "udp"}}},
      {"localhost", {{"BATON_TRANSPORT", "auto"}, {"ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST"}}},
#endif
      {"shm", {{"BATON_TRANSPORT", "shm"}}},
  };
  return all;
}

bool without_core_dump() {
  const rlimit none{0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0;
}

std::unique_ptr<ChildProcess> start(const Environment& environment, const std::string& end,
                                    int nodes, milliseconds time,
                                    const std::vector<std::string>& more = {}) {
  ChildOptions options;
  options.program = program;
  options.arguments = {end, std::to_string(nodes), std::to_string(time.count())};
  options.arguments.insert(options.arguments.end(), more.begin(), more.end());
  options.environment = environment;
  options.prepare = without_core_dump;
  return std::make_unique<ChildProcess>(options);
}

/// When the first signal comes.
enum class Moment { start, traffic, end };

struct Plan {
  std::string end;
  int nodes = 0;
  milliseconds time{0};  // until it ends by itself; 0: never
  Moment moment = Moment::start;
  std::chrono::microseconds delay{0};  // of the signal, behind that moment
  int signal = SIGINT;
  bool twice = false;
};

std::string to_string(const Plan& plan) {
  static constexpr const char* moments[] = {"start", "traffic", "end"};
  return fmt::format("baton_ending_node {} {} {}, signal {}{} {} us after its {}", plan.end,
                     plan.nodes, plan.time.count(), plan.signal, plan.twice ? " twice" : "",
                     plan.delay.count(), moments[static_cast<int>(plan.moment)]);
}

class Dice {
 public:
  explicit Dice(unsigned seed) : numbers_(seed) {}
  int up_to(int most) { return std::uniform_int_distribution<int>(0, most)(numbers_); }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(up_to(static_cast<int>(all.size()) - 1))];
  }

 private:
  std::mt19937 numbers_;
};

Plan random_plan(Dice& dice) {
  static const std::vector<std::string> all_ends = {
      "shutdown",         "return", "return_with_nodes", "return_with_static_nodes", "exit",
      "exit_in_callback", "throw",  "threads_publish",   "threads_make_endpoints",
  };
  Plan plan;
  plan.end = dice.one_of(all_ends);
  plan.nodes = dice.up_to(2);
  plan.moment = static_cast<Moment>(dice.up_to(2));
  const bool ends_itself = plan.moment == Moment::end || dice.up_to(3) == 0;
  plan.time = milliseconds(ends_itself ? 1 + dice.up_to(200) : 0);
  static constexpr int longest_us[] = {150'000, 400'000, 60'000};
  plan.delay = std::chrono::microseconds(dice.up_to(longest_us[static_cast<int>(plan.moment)]));
  plan.signal = dice.up_to(1) == 0 ? SIGINT : SIGTERM;
  plan.twice = dice.up_to(9) == 0;
  return plan;
}

/// A program that runs as planned.
class PlannedRun {
 public:
  PlannedRun(const Environment& environment, Plan plan)
      : plan_(std::move(plan)), child_(start(environment, plan_.end, plan_.nodes, plan_.time)) {}

  pid_t pid() const { return child_->pid(); }
  /// It could not clear up behind itself.
  bool was_killed() const { return end_ && end_->signal != 0; }
  /// Signals when it is time. True when the program has ended, or hangs.
  bool has_ended() {
    while (const auto line = child_->read_line(std::chrono::nanoseconds(0))) hear(*line);
    const auto now = Clock::now();
    if (moment_ && !signalled_ && now >= *moment_ + plan_.delay) signal(now);
    if (signalled_ && plan_.twice && !signalled_again_ && now >= *signalled_ + plan_.delay) {
      child_->kill(plan_.signal);
      signalled_again_ = true;
    }
    end_ = child_->wait(std::chrono::nanoseconds(0));
    if (!end_ && now < begun_ + patience) return false;
    while (const auto line = child_->read_line(std::chrono::nanoseconds(0))) hear(*line);
    if (signalled_) took_ = std::chrono::duration_cast<milliseconds>(now - *signalled_);
    return true;
  }

  /// Empty: it ended as it should.
  std::string fault() {
    if (!end_) return "hangs";
    if (end_->signal != 0) {
      const bool handlers_were_there = has_handlers_ && !plan_.twice;
      if (end_->signal == plan_.signal && !handlers_were_there) return {};
      return fmt::format("ended by signal {}", end_->signal);
    }
    if (end_->status != status) return fmt::format("exit status {}", end_->status);
    return flushed_ ? "" : "output not flushed";
  }
  std::string story() { return fmt::format("{}\n{}", to_string(plan_), child_->errors()); }
  milliseconds took() const { return took_; }

 private:
  void hear(const std::string& line) {
    if (line == "handlers") has_handlers_ = true;
    if (line == "no handlers") has_handlers_ = false;
    if (line == "flushed") flushed_ = true;
    static constexpr const char* moments[] = {"begun", "handlers", "ending"};
    if (line == moments[static_cast<int>(plan_.moment)]) moment_ = Clock::now();
  }
  void signal(Clock::time_point now) {
    child_->kill(plan_.signal);
    signalled_ = now;
  }

  Plan plan_;
  const std::unique_ptr<ChildProcess> child_;
  const Clock::time_point begun_ = Clock::now();
  std::optional<Clock::time_point> moment_;
  std::optional<Clock::time_point> signalled_;
  milliseconds took_{0};
  bool signalled_again_ = false;
  bool has_handlers_ = false;
  bool flushed_ = false;
  std::optional<ChildEnd> end_;
};

class Ends : public IsolatedTest, public ::testing::WithParamInterface<Way> {
 protected:
  static const Environment& environment() { return GetParam().environment; }
  bool is_registered(pid_t pid) const {
    const std::string own = fmt::format("\"pid\":{},", pid);
    for (const std::string& name : files_below(registry())) {
      std::string line;
      std::ifstream file(registry() + '/' + name);
      if (name.ends_with(".json") && std::getline(file, line) && line.find(own) != line.npos) {
        return true;
      }
    }
    return false;
  }
  /// A participant that begins in a domain clears up behind the dead.
  static void clear_up() {
    const auto child = start(environment(), "return", 1, milliseconds(1));
    const auto end = child->wait(patience);
    EXPECT_TRUE(end && end->signal == 0 && end->status == status);
  }
};

/// Whether it tells that before it ends.
bool tells(ChildProcess& child, const std::string& what) {
  for (;;) {
    const auto line = child.read_line(patience);
    if (!line) return false;
    if (*line == what) return true;
  }
}

TEST_P(Ends, AtRandomMoments) {
  constexpr int runs = 70 / slowness;
  constexpr std::size_t at_once = 4;
  const char* const asked = std::getenv("BATON_TEST_SEED");
  const unsigned seed =
      asked != nullptr ? static_cast<unsigned>(std::atoi(asked)) : std::random_device()();
  SCOPED_TRACE(fmt::format("BATON_TEST_SEED={}", seed));
  Dice dice(seed);
  // A peer to talk to, which ends as well.
  auto peer = start(environment(), "return", 1, milliseconds(0));
  milliseconds longest{0};
  std::list<PlannedRun> going;
  int begun = 0;
  EXPECT_TRUE(wait_until(
      [&] {
        while (begun < runs && going.size() < at_once) {
          going.emplace_back(environment(), random_plan(dice));
          ++begun;
        }
        for (auto run = going.begin(); run != going.end();) {
          if (!run->has_ended()) {
            ++run;
            continue;
          }
          const std::string fault = run->fault();
          EXPECT_EQ(fault, "") << run->story();
          EXPECT_TRUE(run->was_killed() || !is_registered(run->pid())) << run->story();
          longest = std::max(longest, run->took());
          run = going.erase(run);
        }
        return begun == runs && going.empty();
      },
      std::chrono::minutes(30)));
  clear_up();
  peer->kill(SIGINT);
  const auto end = peer->wait(patience);
  EXPECT_TRUE(end && end->signal == 0 && end->status == status);
  std::cout << fmt::format("longest end: {} ms after its signal\n", longest.count());
}

/// Of arguments, which init() reads when it has installed its handlers: a program that waits for
/// them.
class SlowArguments {
 public:
  explicit SlowArguments(const std::string& folder) : path_(folder + "/parameters.yaml") {
    EXPECT_EQ(mkfifo(path_.c_str(), S_IRUSR | S_IWUSR), 0);
  }
  std::vector<std::string> arguments() const { return {"--ros-args", "--params-file", path_}; }
  void wait_for_reader() { file_.open(path_); }
  void end() {
    file_ << "/**: {ros__parameters: {some: 1}}\n";
    file_.close();
  }

 private:
  const std::string path_;
  std::ofstream file_;
};

TEST_P(Ends, ASignalIsHeardWhileInitReadsItsArguments) {
  SlowArguments slow(scratch());
  const auto child = start(environment(), "return", 1, milliseconds(0), slow.arguments());
  slow.wait_for_reader();
  child->kill(SIGINT);
  slow.end();
  const auto end = child->wait(patience);
  EXPECT_TRUE(end && end->signal == 0 && end->status == status) << child->errors();
}

TEST_P(Ends, ASecondSignalEndsAProcessWhoseInitHangs) {
  SlowArguments slow(scratch());
  const auto child = start(environment(), "return", 1, milliseconds(0), slow.arguments());
  slow.wait_for_reader();
  std::optional<ChildEnd> end;
  EXPECT_TRUE(wait_until(
      [&] {
        child->kill(SIGINT);
        return (end = child->wait(std::chrono::nanoseconds(0))).has_value();
      },
      patience));
  EXPECT_TRUE(end && end->signal == SIGINT);
}

TEST_P(Ends, ASecondSignalEndsAProcessWhoseShutdownHangs) {
  for (const int number : {SIGINT, SIGTERM}) {
    const auto child = start(environment(), "hang", 1, milliseconds(0));
    ASSERT_TRUE(tells(*child, "ready"));
    child->kill(number);
    ASSERT_TRUE(tells(*child, "hangs"));
    std::optional<ChildEnd> end;
    EXPECT_TRUE(wait_until(
        [&] {
          child->kill(number);
          return (end = child->wait(std::chrono::nanoseconds(0))).has_value();
        },
        patience));
    EXPECT_TRUE(end && end->signal == number);
  }
  clear_up();
}

TEST_P(Ends, ACallbackAtShutdownMayWaitForTheThreadThatSpins) {
  const auto child = start(environment(), "callback_waits_for_spin", 1, milliseconds(0));
  ASSERT_TRUE(tells(*child, "ready"));
  child->kill(SIGINT);
  const auto end = child->wait(patience);
  EXPECT_TRUE(end && end->signal == 0 && end->status == status);
}

TEST_P(Ends, WhatIsNotCaughtTerminates) {
  for (const milliseconds time : {milliseconds(0), milliseconds(1)}) {
    const auto child = start(environment(), "throw_uncaught", 1, time);
    ASSERT_TRUE(tells(*child, "handlers"));
    child->kill(SIGINT);
    const auto end = child->wait(patience);
    EXPECT_TRUE(end && end->signal == SIGABRT);
  }
  clear_up();
}

INSTANTIATE_TEST_SUITE_P(Over, Ends, ::testing::ValuesIn(ways()),
                         [](const auto& way) { return way.param.name; });

}  // namespace
}  // namespace baton::testing
