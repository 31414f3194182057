// SPDX-License-Identifier: Apache-2.0
#include "worker.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "communicators/baton.hpp"
#include "communicators/competitor.hpp"
#include "communicators/fast_dds.hpp"
#include "communicators/floor.hpp"
#include "control_socket.hpp"
#include "plan.hpp"
#include "process_usage.hpp"
#include "scoreboard.hpp"
#include "task.hpp"
#include "told_peers.hpp"
#include "worker_process.hpp"

namespace perf {
namespace {

using Json = nlohmann::json;

// Makes one line of several. Leaves out a line that only points at the one before it.
std::string one_line(const std::string& text) {
  std::istringstream lines(text);
  std::string joined;
  for (std::string line; std::getline(lines, line);) {
    const size_t begin = line.find_first_not_of(" ^");
    if (begin == std::string::npos) continue;
    joined += (joined.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
  }
  return joined;
}

// The closed socket tells this worker to leave in order. The signal is for one whose main thread is
// caught waiting for something that the other workers no longer do; an answer or a receipt is given
// up after a second, in order.
void end_soon_without_supervisor() {
  struct sigaction end_soon {};
  end_soon.sa_handler = [](int) { alarm(3); };
  end_soon.sa_flags = SA_RESTART;
  signal(SIGALRM, SIG_DFL);
  sigaction(supervisor_died_signal, &end_soon, nullptr);
}

class Worker {
 public:
  explicit Worker(const Options& options) : options_(options), socket_(options.worker_socket) {}

  int run() {
    while (auto command = receive()) {
      const std::string what = command->at("do");
      if (what == "assign") {
        assign(*command);
        if (!wait_for_matches()) return 0;
      } else if (what == "warm_up") {
        if (!warm_up()) return 0;
      } else if (what == "start") {
        for (auto& task : tasks_) task->start(command->at("at_ns"));
      } else if (what == "usage") {
        socket_.send({{"state", "usage"}, {"rusage", ResourceUsage::of_this_process().values}});
      } else if (what == "stop_publishing") {
        for (auto& task : tasks_) task->stop_publishing();
        reply("stopped");
      } else if (what == "describe") {
        describe();
      } else if (what == "finish") {
        finish();
        return 0;
      }
    }
    finish();  // the supervisor has gone
    return 1;
  }

  // Tells the supervisor, which prints the line and ends the other workers.
  void fail(const std::string& text) {
    socket_.send({{"state", "failed"}, {"text", one_line(text)}});
  }

  void finish() {
    for (auto& task : tasks_) task->abandon();
    for (auto& task : tasks_) task->stop_publishing();
    for (auto& task : tasks_) task->finish();
    tasks_.clear();
    communicator_.reset();
    reply("finished");
  }

 private:
  std::optional<Json> receive() { return socket_.receive(&descriptors_); }
  void reply(const char* state) { socket_.send({{"state", state}}); }

  void assign(const Json& command) {
    scores_ =
        std::make_unique<Scoreboard>(Scoreboard::open(descriptors_.at(0), command.at("scores")));
    std::vector<int> floor_descriptors(descriptors_.begin() + 1, descriptors_.end());
    communicator_ = make_communicator(command.at("name"), std::move(floor_descriptors));
    for (const Json& endpoint : command.at("endpoints")) {
      const EndpointPlan plan{static_cast<Role>(endpoint.at("role").get<int>()),
                              endpoint.at("index"), endpoint.at("score")};
      scores_->prefault(plan.score);
      plans_.push_back(plan);
      tasks_.push_back(make_task(options_, plan, *communicator_, *scores_,
                                 [this](const std::string& text) { fail(text); }));
    }
    for (auto& task : tasks_) task->listen();
  }

  std::unique_ptr<Communicator> make_communicator(const std::string& name,
                                                  std::vector<int> floor_descriptors) const {
    if (options_.is_floor()) {
      return make_floor_communicator(options_, std::move(floor_descriptors));
    }
    if (options_.is_competitor()) return make_competitor_communicator(options_, name);
    return options_.is_fast_dds() ? make_fast_dds_communicator(options_, name)
                                  : make_baton_communicator(options_, name);
  }

  bool all_matched() const {
    return std::all_of(tasks_.begin(), tasks_.end(),
                       [](auto& task) { return task->missing().empty(); });
  }

  // False when the supervisor says something or goes meanwhile: then there will be no run, and this
  // worker has finished.
  template <class Condition>
  bool wait_until(Condition condition) {
    pollfd supervisor{socket_.fd(), POLLIN, 0};
    for (int pause_ms = 1; !condition(); pause_ms = std::min(pause_ms * 2, 10)) {
      if (poll(&supervisor, 1, pause_ms) > 0) {
        finish();
        return false;
      }
    }
    return true;
  }

  bool warm_up() {
    for (auto& task : tasks_) {
      task->warm_up();
      if (!wait_until([&] { return task->is_warm(); })) return false;
    }
    reply("warm");
    return true;
  }

  bool wait_for_matches() {
    const int64_t deadline_ns =
        now_ns() + static_cast<int64_t>(options_.wait_for_matched_timeout_s * 1e9);
    if (!wait_until([&] { return all_matched() || now_ns() >= deadline_ns; })) return false;
    Json endpoints = describe_endpoints();
    return socket_.send(
        {{"state", "matched"}, {"complete", all_matched()}, {"endpoints", std::move(endpoints)}});
  }

  Json describe_endpoints() const {
    Json endpoints = Json::array();
    for (size_t i = 0; i < tasks_.size(); ++i) {
      const EndpointCounters counters = tasks_[i]->counters();
      endpoints.push_back({{"score", plans_[i].score},
                           {"missing", tasks_[i]->missing()},
                           {"peers", told_peers(tasks_[i]->matches())},
                           {"copied", counters.copied},
                           {"committed_bytes", counters.committed_bytes},
                           {"refusal", counters.refusal}});
    }
    return endpoints;
  }

  void describe() {
    const MemoryUsage memory = memory_of_this_process();
    socket_.send({{"state", "description"},
                  {"rss_kb", memory.rss_kb},
                  {"pss_kb", memory.pss_kb},
                  {"threads", threads_of_this_process()},
                  {"endpoints", describe_endpoints()}});
  }

  const Options& options_;
  ControlSocket socket_;
  // First the scoreboard's, then the floor's; assign() passes them on.
  std::vector<int> descriptors_;
  std::unique_ptr<Scoreboard> scores_;
  std::unique_ptr<Communicator> communicator_;
  std::vector<EndpointPlan> plans_;
  std::vector<std::unique_ptr<Task>> tasks_;
};

}  // namespace

int run_worker(const Options& options) {
  prctl(PR_SET_NAME, "perf_test");
  end_soon_without_supervisor();
  Worker worker(options);
  try {
    return worker.run();
  } catch (const std::exception& error) {
    worker.fail(error.what());
    worker.finish();
    return 1;
  }
}

}  // namespace perf
