// SPDX-License-Identifier: Apache-2.0
#include "task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "heap_count.hpp"
#include "missed_turns.hpp"
#include "publisher.hpp"
#include "realtime.hpp"
#include "subscriber.hpp"

namespace perf {
namespace {

constexpr int64_t answer_timeout_ns = ns_per_s;

// Heap allocations count only after this time: allocations that happen once do not count as costs
// of the data path.
constexpr int64_t settling_ns = ns_per_s;

std::string missing_of(size_t found, size_t expected, const char* whom) {
  return found >= expected ? "" : fmt::format("{} of {} {}", found, expected, whom);
}

AllReceived* awaited_receipts(const Options& options, Scoreboard& scores) {
  return options.one_in_flight ? &scores.all_received() : nullptr;
}

// A thread that tells of its failure instead of ending the process.
class TaskThread {
 public:
  explicit TaskThread(OnFailure on_failure) : on_failure_(std::move(on_failure)) {}

  template <class Body>
  void run(Body body) {
    thread_ = std::thread([this, body] {
      try {
        body();
      } catch (const std::exception& error) {
        on_failure_(error.what());
      }
      count_heap_allocations(nullptr);
    });
  }

  void join() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  OnFailure on_failure_;
  std::thread thread_;
};

// Calls turn() at the rate until it is stopped: first for the warm-up, then for the run. Topics
// take turns, so that each has the rate.
class PacedTask : public Task {
 public:
  PacedTask(const Options& options, unsigned index, Score& score, OnFailure on_failure)
      : options_(options),
        index_(index),
        turns_hz_(options.rate_hz * options.topics),
        score_(score),
        thread_(std::move(on_failure)) {}

  void warm_up() override {
    thread_.run([this] {
      apply_realtime(options_);
      warm_up_in_thread();
      warm_.store(true, std::memory_order_release);
      const int64_t start_ns = start_.get_future().get();
      if (start_ns > 0) run_from(start_ns);
    });
  }
  bool is_warm() const override { return warm_.load(std::memory_order_acquire); }

  void abandon() override { stopped_.store(true, std::memory_order_relaxed); }

  void start(int64_t at_ns) override { start_.set_value(at_ns); }

  void stop_publishing() override {
    stopped_.store(true, std::memory_order_relaxed);
    try {
      start_.set_value(0);
    } catch (const std::future_error&) {
      // The task has started already, as it should.
    }
    thread_.join();
  }

 protected:
  /// Sends one message, which is stamped with `due_ns` if that is given. Returns when the turn
  /// ended, or 0 when there was none to send.
  virtual int64_t turn(int64_t wake_ns, std::optional<int64_t> due_ns) = 0;
  virtual void start_measuring() = 0;
  virtual uint64_t sent() const = 0;
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  const Options& options() const { return options_; }
  Score& score() { return score_; }

 private:
  void warm_up_in_thread() {
    const double turns_hz = std::max(turns_hz_, 100.0 * options_.topics);
    const int64_t pause_ns = turns_hz_ == 0 ? 100'000 : std::llround(ns_per_s / turns_hz);
    while (sent() < options_.warm_up && !stopped()) {
      turn(now_ns(), {});
      sleep_until_ns(now_ns() + pause_ns);
    }
  }

  void run_from(int64_t start_ns) {
    start_measuring();
    const int64_t count_heap_from_ns =
        options_.check_memory ? start_ns + settling_ns : std::numeric_limits<int64_t>::max();
    if (options_.rate_hz == 0) {
      sleep_until_ns(start_ns);
      run_as_fast_as_possible(count_heap_from_ns);
    } else {
      run_at_rate(start_ns, count_heap_from_ns);
    }
  }

  void count_heap_when_settled(int64_t now, int64_t& from_ns) {
    if (now < from_ns) return;
    count_heap_allocations(&score_.heap_allocations);
    from_ns = std::numeric_limits<int64_t>::max();
  }

  void run_as_fast_as_possible(int64_t count_heap_from_ns) {
    for (int64_t wake_ns = now_ns(); !stopped();) {
      count_heap_when_settled(wake_ns, count_heap_from_ns);
      const int64_t done_ns = turn(wake_ns, {});
      wake_ns = done_ns != 0 ? done_ns : now_ns();
    }
  }

  void run_at_rate(int64_t start_ns, int64_t count_heap_from_ns) {
    const double period_ns = ns_per_s / turns_hz_;
    // Publishers take turns within a period.
    const double phase_ns = period_ns * index_ / std::max(1u, options_.publishers);
    for (uint64_t n = 0;; ++n) {
      const int64_t deadline_ns =
          start_ns + std::llround(phase_ns + period_ns * static_cast<double>(n));
      if (!sleep_until_ns(deadline_ns, [this] { return stopped(); })) return;
      const int64_t wake_ns = now_ns();
      count_heap_when_settled(wake_ns, count_heap_from_ns);
      if (options_.open_loop) {
        turn(wake_ns, deadline_ns);
        continue;
      }
      const uint64_t missed = missed_turns(wake_ns - deadline_ns, period_ns, options_.topics);
      if (missed > 0) score_.late.add(missed);
      n += missed;
      turn(wake_ns, {});
    }
  }

  const Options& options_;
  unsigned index_;
  const double turns_hz_;
  Score& score_;
  TaskThread thread_;
  std::promise<int64_t> start_;
  // The task's thread writes this, and the main thread reads it.
  std::atomic<bool> warm_{false};
  // The main thread writes this, and the task's thread reads it. Relaxed: it sees it one turn later
  // at most.
  std::atomic<bool> stopped_{false};
};

class PublisherTask final : public PacedTask {
 public:
  PublisherTask(const Options& options, const EndpointPlan& endpoint, Communicator& communicator,
                Scoreboard& scores, OnFailure on_failure)
      : PacedTask(options, endpoint.index, scores[endpoint.score], std::move(on_failure)) {
    publishers_.reserve(options.topics);
    for (unsigned topic = 0; topic < options.topics; ++topic) {
      const unsigned index = endpoint.index * options.topics + topic;
      publications_.push_back(communicator.publication(Direction::forward, index));
      publishers_.emplace_back(options, index, *publications_.back(), score(),
                               awaited_receipts(options, scores));
    }
  }

  std::vector<MatchedPeer> matches() const override {
    std::vector<MatchedPeer> all;
    for (const auto& publication : publications_) {
      for (MatchedPeer& peer : publication->matches()) all.push_back(std::move(peer));
    }
    return all;
  }
  std::string missing() const override {
    const size_t expected = size_t{options().expected_subscribers} * options().topics;
    return missing_of(matches().size(), expected, "subscribers");
  }
  EndpointCounters counters() const override {
    EndpointCounters sum = publications_.front()->counters();
    for (size_t topic = 1; topic < publications_.size(); ++topic) {
      const EndpointCounters more = publications_[topic]->counters();
      sum.committed_bytes += more.committed_bytes;
      if (sum.refusal.empty()) sum.refusal = more.refusal;
    }
    return sum;
  }

 protected:
  int64_t turn(int64_t wake_ns, std::optional<int64_t> due_ns) override {
    return publishers_[turn_++ % publishers_.size()].publish_next(wake_ns, due_ns);
  }
  void start_measuring() override {
    for (Publisher& publisher : publishers_) publisher.start_measuring();
  }
  // The last topic's turn is the last.
  uint64_t sent() const override { return publishers_.back().last_sequence(); }

 private:
  std::vector<std::unique_ptr<Publication>> publications_;
  std::vector<Publisher> publishers_;  // one for each publication
  uint64_t turn_ = 0;
};

class PingerTask final : public PacedTask {
 public:
  PingerTask(const Options& options, Communicator& communicator, Score& score, OnFailure on_failure)
      : PacedTask(options, 0, score, std::move(on_failure)),
        publication_(communicator.publication(Direction::forward, 0)),
        publisher_(options, 0, *publication_, score),
        subscriber_(options, score),
        reception_(communicator.reception(Direction::back, 0, subscriber_)) {}

  void stop_publishing() override {
    PacedTask::stop_publishing();
    reception_->interrupt();
  }
  void abandon() override {
    PacedTask::abandon();
    abandoned_.store(true, std::memory_order_relaxed);
    reception_->interrupt();
  }

  std::vector<MatchedPeer> matches() const override { return reception_->matches(); }
  std::string missing() const override {
    const std::string subscriber = missing_of(publication_->matches().size(), 1, "subscribers");
    return subscriber.empty() ? missing_of(matches().size(), 1, "publishers") : subscriber;
  }
  EndpointCounters counters() const override { return publication_->counters(); }

 protected:
  int64_t turn(int64_t wake_ns, std::optional<int64_t> /* due_ns */) override {
    if (publisher_.publish_next(wake_ns) == 0) return 0;
    const int64_t deadline_ns = now_ns() + answer_timeout_ns;
    while (subscriber_.last_sequence() != publisher_.last_sequence() &&
           !abandoned_.load(std::memory_order_relaxed)) {
      reception_->receive(deadline_ns);
      if (now_ns() >= deadline_ns) break;
    }
    return now_ns();
  }
  void start_measuring() override { publisher_.start_measuring(); }
  uint64_t sent() const override { return publisher_.last_sequence(); }

 private:
  std::unique_ptr<Publication> publication_;
  Publisher publisher_;
  Subscriber subscriber_;
  std::unique_ptr<Reception> reception_;
  // The main thread writes this before it interrupts the reception.
  std::atomic<bool> abandoned_{false};
};

class ReceivingTask : public Task {
 public:
  ReceivingTask(const Options& options, OnFailure on_failure)
      : options_(options), thread_(std::move(on_failure)) {}

  void listen() override {
    thread_.run([this] {
      apply_realtime(options_);
      reception_->run();
    });
  }
  void finish() override {
    reception_->interrupt();
    thread_.join();
  }
  std::vector<MatchedPeer> matches() const override { return reception_->matches(); }
  EndpointCounters counters() const override { return reception_->counters(); }

 protected:
  const Options& options_;
  std::unique_ptr<Reception> reception_;

 private:
  TaskThread thread_;
};

class SubscriberTask final : public ReceivingTask {
 public:
  SubscriberTask(const Options& options, const EndpointPlan& endpoint, Communicator& communicator,
                 Scoreboard& scores, OnFailure on_failure)
      : ReceivingTask(options, std::move(on_failure)),
        subscriber_(options, scores[endpoint.score], awaited_receipts(options, scores)) {
    reception_ = communicator.reception(Direction::forward, endpoint.index, subscriber_);
  }
  ~SubscriberTask() override { reception_.reset(); }

  void start(int64_t at_ns) override {
    if (options_.check_memory) subscriber_.count_allocations_from(at_ns + settling_ns);
  }
  std::string missing() const override {
    const size_t expected = size_t{options_.expected_publishers} * options_.topics;
    return missing_of(matches().size(), expected, "publishers");
  }

 private:
  Subscriber subscriber_;
};

class RelayTask final : public ReceivingTask, private MessageHandler {
 public:
  RelayTask(const Options& options, Communicator& communicator, Score& score, OnFailure on_failure)
      : ReceivingTask(options, std::move(on_failure)),
        type_(options.message_type()),
        score_(score),
        publication_(communicator.publication(Direction::back, 0)),
        publisher_(options, 0, *publication_, score) {
    reception_ = communicator.reception(Direction::forward, 0, *this);
  }
  ~RelayTask() override { reception_.reset(); }

  std::string missing() const override {
    const std::string subscriber = missing_of(publication_->matches().size(), 1, "subscribers");
    return subscriber.empty() ? missing_of(matches().size(), 1, "publishers") : subscriber;
  }

 private:
  void on_message(const ReceivedFrame& message, int64_t entry_ns) override {
    if (!type_.fits(message)) {
      score_.corrupt.add();
      return;
    }
    score_.received.add();
    publisher_.answer(message);
    score_.loop.record(now_ns() - entry_ns);
  }

  const MessageType type_;
  Score& score_;
  std::unique_ptr<Publication> publication_;
  Publisher publisher_;
};

}  // namespace

std::unique_ptr<Task> make_task(const Options& options, const EndpointPlan& endpoint,
                                Communicator& communicator, Scoreboard& scores,
                                OnFailure on_failure) {
  Score& score = scores[endpoint.score];
  switch (endpoint.role) {
    case Role::publisher:
      return std::make_unique<PublisherTask>(options, endpoint, communicator, scores,
                                             std::move(on_failure));
    case Role::subscriber:
      return std::make_unique<SubscriberTask>(options, endpoint, communicator, scores,
                                              std::move(on_failure));
    case Role::pinger:
      return std::make_unique<PingerTask>(options, communicator, score, std::move(on_failure));
    case Role::relay:
      return std::make_unique<RelayTask>(options, communicator, score, std::move(on_failure));
  }
  return nullptr;
}

}  // namespace perf
