// SPDX-License-Identifier: Apache-2.0
// baton_test_peer: the other process of a test. Reads commands, one a line; answers each with one
// line. What is thrown is the answer "error <text>". Options are words behind the name, `key=value`
// or flags:
//
//   context [name=N]                   event TEXT             (waits for an event with that text)
//   publisher NAME TOPIC [qos] [large|huge|other] [pool_bytes=N]
//   subscription NAME TOPIC [qos] [large|huge|other] [quota=N]
//       qos: depth=N transient_local keep_all best_effort blocking_ms=N
//   matched NAME COUNT                 publish NAME COUNT     loan_all NAME    give_back
//   take NAME    await NAME            hold NAME              release
//   held NAME    (how many are held, and how many of them are not the message that they were)
//   cut          (every link of this process)
//   eat_descriptors N    (all but N)   free_descriptors
//   flood NAME period_us=N             drain NAME
//   halt         (ends floods, drains and keeps)
//   keep NAME N  (takes what comes, holds the newest N and sees to it that they stay the same)
//   counters NAME                      report NAME            descriptors
//   destroy NAME                       shutdown               quit
//   fork         (the child lives on; answers its pid)
//   eat_memory   (until it is killed)
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <baton/baton.hpp>

#include "base/clock.hpp"
#include "testing/checked_message.hpp"
#include "testing/deadline.hpp"
#include "testing/keeper.hpp"
#include "testing/links.hpp"

namespace baton::testing {
namespace {

using namespace std::chrono_literals;

struct Options {
  std::vector<std::string> words;

  bool has(const std::string& flag) const {
    return std::find(words.begin(), words.end(), flag) != words.end();
  }
  std::uint64_t number(const std::string& key, std::uint64_t fallback) const {
    for (const std::string& word : words) {
      if (word.starts_with(key + '=')) return std::stoull(word.substr(key.size() + 1));
    }
    return fallback;
  }
  std::string text(const std::string& key) const {
    for (const std::string& word : words) {
      if (word.starts_with(key + '=')) return word.substr(key.size() + 1);
    }
    return "";
  }
  QoS qos() const {
    QoS qos(number("depth", 10));
    if (has("keep_all")) qos.keep_all();
    if (has("transient_local")) qos.transient_local();
    if (has("best_effort")) qos.best_effort();
    qos.max_blocking_time(std::chrono::milliseconds(number("blocking_ms", 100)));
    return qos;
  }
};

class AnyPublisher {
 public:
  virtual ~AnyPublisher() = default;
  virtual PublisherBase& base() = 0;
  virtual std::uint64_t publish_next() = 0;
  virtual std::size_t loan_all() = 0;  // throws the error that ends the loans
  virtual void give_back() = 0;
};

template <class M>
class TypedPublisher : public AnyPublisher {
 public:
  TypedPublisher(Context& context, const std::string& topic, const Options& options)
      : identity_(static_cast<std::uint64_t>(getpid()) << 32 |
                  static_cast<std::uint32_t>(base::monotonic_ns())) {
    PublisherOptions made;
    made.pool_ceiling_bytes = options.number("pool_bytes", made.pool_ceiling_bytes);
    made.pool_floor_bytes = std::min(made.pool_floor_bytes, made.pool_ceiling_bytes);
    publisher_ = create_publisher<M>(context, topic, options.qos(), made);
  }
  PublisherBase& base() override { return *publisher_; }
  std::uint64_t publish_next() override {
    auto loan = publisher_->borrow_loaned_message();
    if constexpr (requires { loan->fill(0, 0); }) loan->fill(identity_, next_);
    publisher_->publish(std::move(loan));
    return next_++;
  }
  std::size_t loan_all() override {
    for (;;) loans_.push_back(publisher_->borrow_loaned_message());
  }
  void give_back() override { loans_.clear(); }

 private:
  const std::uint64_t identity_;
  std::uint64_t next_ = 1;
  typename Publisher<M>::SharedPtr publisher_;
  std::vector<LoanedMessage<M>> loans_;
};

class AnySubscription {
 public:
  virtual ~AnySubscription() = default;
  virtual SubscriptionBase::SharedPtr base() = 0;
  virtual std::string take(bool hold) = 0;
  virtual void release() = 0;
  virtual std::string held() = 0;
  virtual void start_keeping(std::size_t count) = 0;
  virtual void keep() = 0;  // keeps what has come; called by one thread
  virtual std::string report() = 0;
};

template <class M>
class TypedSubscription : public AnySubscription {
 public:
  TypedSubscription(Context& context, const std::string& topic, const Options& options) {
    SubscriptionOptions made;
    made.pin_quota = options.number("quota", 0);
    subscription_ = create_subscription<M>(
        context, topic, options.qos(), [this](const M& message) { see(message); }, made);
  }
  SubscriptionBase::SharedPtr base() override { return subscription_; }
  std::string take(bool hold) override {
    auto sample = subscription_->take();
    if (!sample) return "nothing";
    std::string text = "message";
    if constexpr (requires { sample->get().is_whole(); }) {
      text = fmt::format("{} {}", sample->get().is_whole() ? "message" : "corrupt",
                         sample->get().sequence);
    }
    if (hold) {
      if constexpr (requires { sample->get().is_whole(); }) {
        held_sequences_.push_back(sample->get().sequence);
      }
      held_.push_back(*std::move(sample));
    }
    return text;
  }
  std::string held() override {
    std::size_t changed = 0;
    if constexpr (requires { held_[0].get().is_whole(); }) {
      for (std::size_t i = 0; i < held_.size(); ++i) {
        const M& message = held_[i].get();
        if (!message.is_whole() || message.sequence != held_sequences_[i]) ++changed;
      }
    }
    return fmt::format("held={} changed={}", held_.size(), changed);
  }
  void release() override {
    held_.clear();
    held_sequences_.clear();
  }
  void start_keeping([[maybe_unused]] std::size_t count) override {
    if constexpr (requires(M m) { m.is_whole(); }) keeper_ = std::make_unique<Keeper<M>>(count);
  }
  void keep() override {
    if constexpr (requires(M m) { m.is_whole(); }) {
      const std::lock_guard lock(mutex_);
      while (auto sample = subscription_->take()) keeper_->keep(*std::move(sample));
    }
  }
  std::string report() override {
    const std::lock_guard lock(mutex_);
    if (keeper_) {
      const Oracle& oracle = keeper_->oracle();
      return fmt::format("seen={} corrupt={} disordered={} changed={} looks={}", oracle.seen,
                         oracle.corrupt, oracle.disordered, keeper_->changed(), keeper_->looks());
    }
    return fmt::format("seen={} corrupt={} disordered={} missing={} publishers={} first_ns={}",
                       oracle_.seen, oracle_.corrupt, oracle_.disordered, oracle_.missing,
                       oracle_.publishers(), first_ns_);
  }

 private:
  void see(const M& message) {
    const std::lock_guard lock(mutex_);
    if (first_ns_ == 0) first_ns_ = base::monotonic_ns();
    if constexpr (requires { message.is_whole(); }) oracle_.see(message);
  }

  typename Subscription<M>::SharedPtr subscription_;
  std::vector<Sample<M>> held_;
  std::vector<std::uint64_t> held_sequences_;
  std::mutex mutex_;  // covers what follows
  std::unique_ptr<Keeper<M>> keeper_;
  Oracle oracle_;
  std::int64_t first_ns_ = 0;
};

template <template <class> class Typed, class Any>
std::unique_ptr<Any> make(Context& context, const std::string& topic, const Options& options) {
  if (options.has("large")) return std::make_unique<Typed<LargeMessage>>(context, topic, options);
  if (options.has("huge")) return std::make_unique<Typed<HugeMessage>>(context, topic, options);
  if (options.has("other")) return std::make_unique<Typed<OtherMessage>>(context, topic, options);
  return std::make_unique<Typed<SmallMessage>>(context, topic, options);
}

class Interpreter {
 public:
  /// False: quit.
  bool execute(const std::string& line) {
    std::istringstream stream(line);
    std::string command;
    std::string name;
    stream >> command;
    if (command == "event") {
      std::getline(stream >> std::ws, name);
      return reply(wait_until([&] { return has_event(name); }) ? "event" : "none"), true;
    }
    stream >> name;
    const Options options{{std::istream_iterator<std::string>(stream), {}}};
    if (command == "quit") return false;
    reply(run(command, name, options));
    return true;
  }

  ~Interpreter() { halt(); }

  static void reply(std::string text) {
    for (char& c : text) {
      if (c == '\n') c = ' ';
    }
    fmt::print("{}\n", text);
    std::fflush(stdout);
  }

 private:
  std::string run(const std::string& command, const std::string& name, const Options& options) {
    if (command == "context") return open_context(name);
    if (command == "descriptors") return std::to_string(descriptors());
    if (command == "eat_memory") {
      for (;;) std::memset(std::malloc(1 << 20), 1, 1 << 20);
    }
    if (command == "fork") {
      const pid_t child = fork();
      if (child == 0) {
        // The child lives on, with the ends of the test's pipes closed.
        for (int fd = 0; fd < 3; ++fd) close(fd);
        for (;;) pause();
      }
      return std::to_string(child);
    }
    if (command == "cut") return std::to_string(cut_links());
    if (command == "eat_descriptors") return eat_descriptors(std::stoul(name));
    if (command == "free_descriptors") {
      for (const int fd : std::exchange(eaten_, {})) close(fd);
      return "ok";
    }
    if (command == "shutdown") return context_->shutdown(), "ok";
    if (command == "halt") return halt(), "ok";
    if (command == "release") {
      for (auto& [_, each] : subscriptions_) each->release();
      return "ok";
    }
    if (command == "give_back") {
      for (auto& [_, each] : publishers_) each->give_back();
      return "ok";
    }
    if (command == "destroy") {
      publishers_.erase(name);
      subscriptions_.erase(name);
      return "ok";
    }
    if (command == "publisher") {
      const std::string topic = options.words.at(0);
      publishers_[name] = make<TypedPublisher, AnyPublisher>(*context_, topic, options);
      return "ok";
    }
    if (command == "subscription") {
      const std::string topic = options.words.at(0);
      subscriptions_[name] = make<TypedSubscription, AnySubscription>(*context_, topic, options);
      return "ok";
    }
    if (command == "matched") return matched(name, std::stoull(options.words.at(0)));
    if (command == "counters") return counters(name);
    if (publishers_.contains(name)) return run_publisher(command, *publishers_.at(name), options);
    if (subscriptions_.contains(name))
      return run_subscription(command, *subscriptions_.at(name), options);
    return "error no such command: " + command + ' ' + name;
  }

  std::string run_publisher(const std::string& command, AnyPublisher& publisher,
                            const Options& options) {
    if (command == "publish") {
      std::uint64_t last = 0;
      for (auto left = std::stoull(options.words.at(0)); left > 0; --left) {
        last = publisher.publish_next();
      }
      return fmt::format("published {}", last);
    }
    if (command == "loan_all") return std::to_string(publisher.loan_all());
    if (command == "flood") {
      const auto period = std::chrono::microseconds(options.number("period_us", 0));
      threads_.emplace_back([this, &publisher, period] {
        auto next = std::chrono::steady_clock::now();
        std::unique_lock lock(mutex_);
        while (!halted_) {
          lock.unlock();
          publisher.publish_next();
          lock.lock();
          next += period;
          if (period.count() > 0) halt_.wait_until(lock, next, [this] { return halted_; });
        }
      });
      return "ok";
    }
    return "error a publisher cannot " + command;
  }

  std::string run_subscription(const std::string& command, AnySubscription& subscription,
                               const Options& options) {
    if (command == "take") return subscription.take(false);
    if (command == "hold") return subscription.take(true);
    if (command == "report") return subscription.report();
    if (command == "held") return subscription.held();
    if (command == "await") {
      WaitSet wait_set(*context_);
      wait_set.add_subscription(subscription.base());
      if (wait_set.wait(default_deadline) == WaitResultKind::Timeout) return "nothing";
      return subscription.take(false);
    }
    if (command == "keep") {
      subscription.start_keeping(std::stoul(options.words.at(0)));
      auto wait_set = std::make_shared<WaitSet>(*context_);
      wait_set->add_subscription(subscription.base());
      threads_.emplace_back([this, &subscription, wait_set] {
        std::unique_lock lock(mutex_);
        while (!halted_) {
          lock.unlock();
          (void)wait_set->wait(100ms);
          subscription.keep();
          lock.lock();
        }
      });
      return "ok";
    }
    if (command == "drain") {
      auto executor = std::make_shared<executors::SingleThreadedExecutor>(*context_);
      executor->add_subscription(subscription.base());
      executors_.push_back(executor);
      threads_.emplace_back([executor] { executor->spin(); });
      return "ok";
    }
    return "error a subscription cannot " + command;
  }

  std::string open_context(const std::string& name) {
    ContextOptions options;
    if (!name.empty()) options.name = name.substr(name.find('=') + 1);
    options.on_event = [events = events_](const ContextEvent& event) {
      const std::lock_guard lock(events->mutex);
      events->texts.push_back(event.text);
    };
    context_ = std::make_shared<Context>(options);
    return "ok";
  }

  bool has_event(const std::string& text) const {
    const std::lock_guard lock(events_->mutex);
    return std::any_of(events_->texts.begin(), events_->texts.end(),
                       [&](const auto& each) { return each.find(text) != std::string::npos; });
  }

  std::string matched(const std::string& name, std::size_t count) {
    const auto now = [&] {
      if (publishers_.contains(name)) return publishers_.at(name)->base().get_subscription_count();
      return subscriptions_.at(name)->base()->get_publisher_count();
    };
    return wait_until([&] { return now() == count; }) ? "ok"
                                                      : fmt::format("error {} matches", now());
  }

  std::string counters(const std::string& name) {
    if (publishers_.contains(name)) {
      const PublisherCounters c = publishers_.at(name)->base().get_counters();
      return fmt::format("published={} wakes={} pinned={} chunks={} loans_failed={} rejected={}",
                         c.published, c.wakes, c.pinned_chunks, c.chunks, c.loans_failed,
                         c.rejected_peers);
    }
    const SubscriptionCounters c = subscriptions_.at(name)->base()->get_counters();
    return fmt::format("received={} lost={} skipped={} copied={} rejected={} dropped={}",
                       c.received, c.lost, c.skipped, c.copied, c.rejected_peers, c.dropped_peers);
  }

  std::string eat_descriptors(std::size_t leave) {
    for (int fd = open("/", O_PATH | O_CLOEXEC); fd >= 0; fd = open("/", O_PATH | O_CLOEXEC)) {
      eaten_.push_back(fd);
    }
    for (; leave > 0 && !eaten_.empty(); --leave) {
      close(eaten_.back());
      eaten_.pop_back();
    }
    return "ok";
  }

  static std::size_t descriptors() {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    // Do not count the descriptor of this iterator.
    return static_cast<std::size_t>(std::distance(begin(open), end(open))) - 1;
  }

  void halt() {
    {
      const std::lock_guard lock(mutex_);
      halted_ = true;
    }
    halt_.notify_all();
    for (const auto& executor : executors_) executor->cancel();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
    executors_.clear();
    halted_ = false;
  }

  struct Events {
    std::mutex mutex;
    std::vector<std::string> texts;
  };

  std::shared_ptr<Events> events_ = std::make_shared<Events>();
  std::shared_ptr<Context> context_;
  std::map<std::string, std::unique_ptr<AnyPublisher>> publishers_;
  std::map<std::string, std::unique_ptr<AnySubscription>> subscriptions_;
  std::mutex mutex_;  // covers halted_
  std::condition_variable halt_;
  bool halted_ = false;
  std::vector<std::shared_ptr<executors::SingleThreadedExecutor>> executors_;
  std::vector<std::thread> threads_;
  std::vector<int> eaten_;
};

int run_peer() {
  Interpreter interpreter;
  std::string line;
  for (int c; (c = std::getchar()) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    try {
      if (!interpreter.execute(line)) return 0;
    } catch (const std::exception& error) {
      Interpreter::reply(std::string("error ") + error.what());
    }
    line.clear();
  }
  return 0;
}

}  // namespace
}  // namespace baton::testing

int main() { return baton::testing::run_peer(); }
