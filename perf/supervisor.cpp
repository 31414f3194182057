// SPDX-License-Identifier: Apache-2.0
#include "supervisor.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>

#include "clock.hpp"
#include "communicators/competitor.hpp"
#include "heap_count.hpp"
#include "told_peers.hpp"

namespace perf {
namespace {

// The time from the command to the first message, so that all publishers know the start in time.
constexpr int64_t lead_ns = 20'000'000;

// How long nothing may arrive before missing messages are given up. They are on their way, or sent
// again, however busy the machine is. Only an unreliable network may have lost them for good.
constexpr int64_t straggler_patience_ns = 2 * ns_per_s;
constexpr int64_t unreliable_patience_ns = 300'000'000;
constexpr int64_t straggler_limit_ns = 5 * ns_per_s;

/// Beyond what the warm-up takes at its slowest.
int64_t warm_up_patience_ns(const Options& options) {
  constexpr uint64_t slowest_hz = 100;
  const double patience_s = std::max(5.0, options.wait_for_matched_timeout_s);
  return std::min(Workforce::reply_patience_ns, static_cast<int64_t>(patience_s * ns_per_s)) +
         static_cast<int64_t>(options.warm_up / slowest_hz) * ns_per_s;
}

std::vector<std::unique_ptr<ReportWriter>> writers_for(const Options& options) {
  std::vector<std::unique_ptr<ReportWriter>> writers;
  if (options.to_stdout) writers.push_back(make_stdout_writer());
  if (options.to_csv) writers.push_back(make_csv_writer(options.csv_file));
  if (options.to_json) writers.push_back(make_json_writer(options.json_file));
  return writers;
}

}  // namespace

Supervisor::Supervisor(const Options& options, const std::vector<std::string>& arguments)
    : arguments_(arguments),
      plan_(plan_processes(options)),
      writers_(writers_for(options)),
      cpu_idle_prevention_(options.prevent_cpu_idle),
      scores_(Scoreboard::create(score_count(plan_))),
      last_usages_(plan_.size()) {
  if (options.check_memory && !heap_allocations_can_be_counted()) {
    throw RunError("--check-memory: not in a sanitizer build, which has its own allocator");
  }
  report_.options = options;
  report_.machine = Machine::describe();
  report_.command = fmt::format("{}", fmt::join(arguments, " "));
  report_.started_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  if (options.is_floor()) {
    floor_ =
        std::make_unique<FloorDescriptors>(FloorDescriptors::create(FloorGeometry::of(options)));
  }
}

int Supervisor::run() {
  try {
    measure();
  } catch (const RunError& error) {
    report_.failure = error.what();
    if (start_ns_ != 0) {
      BoardState state = counts_now();
      for (size_t i = 0; i < state.scores.size(); ++i) state.scores[i] = ScoreState::of(scores_[i]);
      summarize(state);
    }
  }
  if (workforce_) {
    const std::vector<std::string> staying = workforce_->finish();
    if (!staying.empty() && report_.failure.empty()) {
      report_.failure =
          fmt::format("{} did not end in time and had to be killed", fmt::join(staying, ", "));
    }
  }
  workforce_.reset();
  end_helpers();
  write_end();
  if (report_.failure.empty()) return 0;
  fmt::print(stderr, "perf_test: {}\n", report_.failure);
  return 1;
}

/// What a competitor needs beside its workers, and what they left.
void Supervisor::end_helpers() {
  if (roudi_ && report_.failure.empty()) report_.failure = roudi_->how_it_ended();
  roudi_.reset();
  if (report_.options.is_competitor()) tidy_after_competitor(report_.options);
}

void Supervisor::measure() {
  if (report_.options.needs_roudi()) {
    roudi_.emplace(Roudi::start(RoudiPool::of(report_.options)));
  }
  const int64_t begin_ns = now_ns();
  workforce_ = std::make_unique<Workforce>(plan_, arguments_);
  if (!match()) {
    report_.interrupted = true;
    return;
  }
  report_.matched_after_s = static_cast<double>(now_ns() - begin_ns) / 1e9;
  check_delivery();
  check_strangers();
  workforce_->tell_all({{"do", "warm_up"}});
  if (!workforce_->await("warm", true, {}, {}, warm_up_patience_ns(report_.options))) {
    report_.interrupted = true;
    return;
  }
  for (auto& writer : writers_) writer->begin(report_);
  base_ = state_now();
  base_.time_ns = start_ns_ = now_ns() + lead_ns;
  previous_ = base_;
  workforce_->tell_all({{"do", "start"}, {"at_ns", start_ns_}});
  run_intervals();
  end_run();
}

void Supervisor::assign_all() {
  std::vector<int> descriptors{scores_.fd()};
  if (floor_) descriptors.insert(descriptors.end(), floor_->all().begin(), floor_->all().end());
  for (WorkerProcess& worker : workforce_->workers()) {
    nlohmann::json endpoints = nlohmann::json::array();
    for (const EndpointPlan& endpoint : worker.plan().endpoints) {
      endpoints.push_back({{"role", static_cast<int>(endpoint.role)},
                           {"index", endpoint.index},
                           {"score", endpoint.score}});
      report_.endpoints.push_back(
          {endpoint, fmt::format("{} (pid {})", name_of(endpoint), worker.pid()), {}, {}, {}});
    }
    report_.processes.push_back({worker.plan().name, worker.pid(), {}, {}, 0});
    worker.socket().send({{"do", "assign"},
                          {"name", worker.plan().name},
                          {"scores", scores_.size()},
                          {"endpoints", std::move(endpoints)}},
                         descriptors);
  }
}

bool Supervisor::match() {
  assign_all();
  std::vector<std::string> incomplete;
  const auto on_reply = [&](size_t, const nlohmann::json& reply) {
    note_endpoints(reply.at("endpoints"));
    if (reply.at("complete").get<bool>()) return;
    for (const auto& endpoint : reply.at("endpoints")) {
      const std::string missing = endpoint.at("missing");
      if (missing.empty()) continue;
      incomplete.push_back(fmt::format(
          "{} found {}", name_of(report_.endpoints[endpoint.at("score")].plan), missing));
    }
  };
  const auto on_delay = [&] {
    if (isatty(STDERR_FILENO) == 0) return;
    fmt::print(
        stderr,
        "perf_test: waiting for all publishers and subscribers on topic '{}', at most {:g} s "
        "(--wait-for-matched-timeout)\n",
        report_.options.topic, report_.options.wait_for_matched_timeout_s);
  };
  tell_of_other_half();
  const auto matching_ns =
      static_cast<int64_t>(report_.options.wait_for_matched_timeout_s * ns_per_s);
  const bool in_time = workforce_->await("matched", true, on_reply, on_delay,
                                         matching_ns + Workforce::reply_patience_ns);
  if (!incomplete.empty()) {
    const size_t more = incomplete.size() > 4 ? incomplete.size() - 4 : 0;
    if (more > 0) incomplete.resize(4);
    throw RunError(fmt::format("not all endpoints matched on topic '{}' within {:g} s: {}{}",
                               report_.options.topic, report_.options.wait_for_matched_timeout_s,
                               fmt::join(incomplete, "; "),
                               more > 0 ? fmt::format("; and {} more", more) : ""));
  }
  return in_time;
}

/// Says at once that the other command is missing: without it nothing happens until the time is
/// over.
void Supervisor::tell_of_other_half() const {
  const Options& o = report_.options;
  const bool sends = o.subscribers == 0 && o.expected_subscribers > 0;
  const bool receives = o.publishers == 0 && o.expected_publishers > 0;
  if (!o.to_stdout || (!sends && !receives)) return;
  fmt::print(
      "The {} on topic '{}' must come from another command, within {:g} s; without any: {} 0\n",
      sends ? "subscribers" : "publishers", o.topic, o.wait_for_matched_timeout_s,
      sends ? "--expected-num-subs" : "--expected-num-pubs");
  std::fflush(stdout);
}

void Supervisor::note_endpoints(const nlohmann::json& endpoints) {
  for (const auto& endpoint : endpoints) {
    EndpointReport& known = report_.endpoints[endpoint.at("score")];
    // Keep peers that have left by the end: they took part in the run.
    std::vector<MatchedPeer> peers = peers_from(endpoint.at("peers"));
    if (peers.size() >= known.peers.size()) known.peers = std::move(peers);
    known.counters = {endpoint.at("copied"), endpoint.at("committed_bytes"),
                      endpoint.at("refusal")};
  }
}

void Supervisor::check_delivery() const {
  const Options& options = report_.options;
  for (const EndpointReport& endpoint : report_.endpoints) {
    for (const MatchedPeer& peer : endpoint.peers) {
      if (options.zero_copy && !peer.zero_copy) {
        throw RunError(
            fmt::format("--zero-copy was asked, but {} and {} are matched by {} with a "
                        "copy: {}",
                        endpoint.process, peer.process, peer.transport, peer.reason));
      }
      if (options.over_network() != peer.over_network()) {
        throw RunError(fmt::format("{} was asked, but {} and {} are matched by {}: {}",
                                   options.over_network() ? "the network" : "shared memory",
                                   endpoint.process, peer.process, peer.transport, peer.reason));
      }
    }
  }
}

/// Refuses more peers than there should be: then another run's messages are in the figures of this
/// one, and this run's in those of the other.
void Supervisor::check_strangers() const {
  const Options& o = report_.options;
  for (const EndpointReport& endpoint : report_.endpoints) {
    const bool sends = endpoint.plan.role == Role::publisher;
    const bool round_trip = o.roundtrip != Roundtrip::none;
    const size_t of_topic = round_trip ? 1 : sends ? o.expected_subscribers : o.expected_publishers;
    const size_t expected = of_topic * o.topics;
    if (endpoint.peers.size() <= expected) continue;
    throw RunError(fmt::format(
        "{} has {} {} on topic '{}', {} expected: another command uses this topic; choose one with "
        "--topic, or say --expected-num-{} {}",
        endpoint.process, endpoint.peers.size(), sends ? "subscribers" : "publishers", o.topic,
        expected, sends ? "subs" : "pubs", endpoint.peers.size()));
  }
}

void Supervisor::check_counters() const {
  if (!report_.options.zero_copy) return;
  for (const EndpointReport& endpoint : report_.endpoints) {
    if (endpoint.counters.copied == 0) continue;
    throw RunError(fmt::format("--zero-copy was asked, but {} counted {} copied messages",
                               endpoint.process, endpoint.counters.copied));
  }
}

void Supervisor::run_intervals() {
  const Options& o = report_.options;
  const int64_t end_ns = o.max_runtime_s > 0
                             ? start_ns_ + static_cast<int64_t>(o.max_runtime_s * 1e9)
                             : std::numeric_limits<int64_t>::max();
  int64_t ignore_until_ns = o.ignore_s > 0 ? start_ns_ + static_cast<int64_t>(o.ignore_s * 1e9) : 0;
  for (int64_t next_ns = start_ns_ + ns_per_s; !workforce_->interrupted();) {
    if (ignore_until_ns != 0 && ignore_until_ns <= next_ns) {
      workforce_->wait_until(ignore_until_ns);
      base_ = state_now();
      ignore_until_ns = 0;
      continue;
    }
    if (next_ns >= end_ns) {
      workforce_->wait_until(end_ns);
      return;
    }
    workforce_->wait_until(next_ns);
    if (workforce_->interrupted()) return;
    show_interval(state_now());
    next_ns += ns_per_s;
  }
}

void Supervisor::end_run() {
  report_.interrupted = workforce_->interrupted();
  workforce_->tell_all({{"do", "stop_publishing"}});
  workforce_->await("stopped", false);
  const int64_t end_ns = now_ns();
  wait_for_stragglers();
  BoardState final_state = state_now();
  final_state.time_ns = end_ns;
  count_missing_as_lost(final_state, plan_);
  describe_processes();
  show_interval(final_state);
  summarize(final_state);
  check_counters();
  check_strangers();
}

// Ends when everything has arrived, or when nothing more arrives for a while.
void Supervisor::wait_for_stragglers() {
  const auto received = [](const BoardState& state) {
    uint64_t sum = 0;
    for (const ScoreState& score : state.scores) sum += score.counts.received;
    return sum;
  };
  const int64_t limit_ns = now_ns() + straggler_limit_ns;
  const Options& options = report_.options;
  const int64_t patience_ns =
      options.over_network() && !options.reliable ? unreliable_patience_ns : straggler_patience_ns;
  BoardState state = counts_now();
  for (int64_t quiet_since_ns = now_ns(); !all_have_arrived(state, plan_) && now_ns() < limit_ns &&
                                          now_ns() - quiet_since_ns < patience_ns;) {
    sleep_until_ns(now_ns() + 2'000'000);
    BoardState later = counts_now();
    if (received(later) != received(state)) quiet_since_ns = now_ns();
    state = std::move(later);
  }
}

BoardState Supervisor::counts_now() const {
  BoardState state;
  state.time_ns = now_ns();
  for (size_t i = 0; i < scores_.size(); ++i) {
    state.scores.push_back({Counts::of(scores_[i]), {}, {}, {}, {}, {}});
  }
  state.usages = last_usages_;
  return state;
}

BoardState Supervisor::state_now() {
  BoardState state;
  workforce_->tell_all({{"do", "usage"}});
  state.time_ns = now_ns();
  for (size_t i = 0; i < scores_.size(); ++i) state.scores.push_back(ScoreState::of(scores_[i]));
  workforce_->await("usage", false, [&](size_t worker, const nlohmann::json& reply) {
    last_usages_[worker].values = reply.at("rusage");
  });
  state.usages = last_usages_;
  return state;
}

void Supervisor::show_interval(const BoardState& state) {
  Summary interval = Summary::of(state.since(previous_), report_.options, plan_);
  interval.experiment_s = static_cast<double>(state.time_ns - start_ns_) / 1e9;
  report_.intervals.push_back(interval);
  previous_ = state;
  for (auto& writer : writers_) writer->interval(report_, report_.intervals.back());
}

void Supervisor::describe_processes() {
  workforce_->tell_all({{"do", "describe"}});
  workforce_->await("description", false, [&](size_t worker, const nlohmann::json& reply) {
    ProcessReport& process = report_.processes[worker];
    process.memory = {reply.at("rss_kb"), reply.at("pss_kb")};
    process.threads = reply.at("threads");
    note_endpoints(reply.at("endpoints"));
  });
}

void Supervisor::summarize(const BoardState& final_state) {
  const BoardState run = final_state.since(base_);
  report_.run = Summary::of(run, report_.options, plan_);
  report_.run.experiment_s = static_cast<double>(final_state.time_ns - start_ns_) / 1e9;
  for (EndpointReport& endpoint : report_.endpoints) {
    endpoint.score = run.scores[endpoint.plan.score];
  }
  for (size_t i = 0; i < report_.processes.size(); ++i) report_.processes[i].usage = run.usages[i];
}

void Supervisor::write_end() {
  for (auto& writer : writers_) {
    try {
      writer->end(report_);
    } catch (const RunError& error) {
      if (report_.failure.empty()) report_.failure = error.what();
    }
  }
}

}  // namespace perf
