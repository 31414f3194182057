// SPDX-License-Identifier: Apache-2.0
// baton_soak: processes are killed and stopped, links are cut and descriptors taken away, all at
// random and under load. A process that lives must hold the messages that it held, see none twice,
// backwards or damaged, and in the end have nothing left of the dead. Exit status 0: so it was.
//
//   baton_soak [--kills=N] [--stops=N] [--cuts=N] [--droughts=N] [--seed=S]
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/keeper.hpp"
#include "testing/links.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using Figures = std::map<std::string, std::uint64_t>;

constexpr std::size_t held = 8;
/// With any answer and any end: the machine may be busy with other things for long.
constexpr std::chrono::minutes patience(2);

/// Says what was wrong, and remembers that something was.
class Verdict {
 public:
  void expect(bool right, const std::string& what) {
    if (right) return;
    ++wrong_;
    fmt::print(stderr, "wrong: {}\n", what);
  }
  bool good() const { return wrong_ == 0; }

 private:
  int wrong_ = 0;
};

/// Publishes on /down, and holds what comes on /up.
class Survivor {
 public:
  Survivor() {
    PublisherOptions options;
    options.pool_floor_bytes = options.pool_ceiling_bytes = 1 << 20;
    publisher_ = create_publisher<SmallMessage>(context_, "/down", 10, options);
    subscription_ = create_subscription<SmallMessage>(context_, "/up", 100);
    thread_ = std::thread([this] { work(); });
  }
  ~Survivor() { end(); }
  /// Nothing happens any more.
  void end() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  PublisherBase& publisher() { return *publisher_; }
  SubscriptionBase& subscription() { return *subscription_; }
  std::uint64_t failed() const { return failed_; }
  std::uint64_t published() const { return published_; }
  const Keeper<SmallMessage>& keeper() const { return keeper_; }

 private:
  void work() {
    while (!stop_) {
      try {
        auto loan = publisher_->borrow_loaned_message();
        loan->fill(1, ++published_);
        publisher_->publish(std::move(loan));
      } catch (const exceptions::Error&) {
        ++failed_;
      }
      while (auto sample = subscription_->take()) keeper_.keep(*std::move(sample));
      // lint-ok: no_sleep_in_tests: the rate of the load, nothing waits for it
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  }

  static ContextOptions silent() {
    ContextOptions options;
    options.name = "survivor";
    options.on_event = [](const ContextEvent&) {};
    return options;
  }

  Context context_{silent()};
  Publisher<SmallMessage>::SharedPtr publisher_;
  Subscription<SmallMessage>::SharedPtr subscription_;
  Keeper<SmallMessage> keeper_{held};
  std::atomic<std::uint64_t> published_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

/// A process to which things happen.
class Victim {
 public:
  explicit Victim(bool publishes) : publishes_(publishes) { start(); }

  void kill(Verdict& verdict, bool settled) {
    if (settled) check(verdict);
    peer_->process().kill(SIGKILL);
    verdict.expect(peer_->process().wait(patience).has_value(), "a killed process stays");
    start();
  }
  void stop() { peer_->process().kill(SIGSTOP); }
  void go_on() { peer_->process().kill(SIGCONT); }
  void tell(const std::string& command) {
    peer_->tell(command);
    ++unanswered_;
  }
  /// What it has held and seen so far.
  void check(Verdict& verdict) {
    if (publishes_) return;
    tell("free_descriptors");
    for (; unanswered_ > 0; --unanswered_) {
      const std::string answer = peer_->answer(patience);
      const bool fine = !answer.empty() && !answer.starts_with("error") && answer != "(silence)";
      verdict.expect(fine, "an answer: " + answer);
    }
    const std::string report = ' ' + peer_->ask("report s", patience);
    for (const char* figure : {" corrupt=0 ", " disordered=0 ", " changed=0 "}) {
      verdict.expect(report.find(figure) != report.npos, "of a subscriber:" + report);
    }
  }

 private:
  void start() {
    peer_ = std::make_unique<Peer>();
    unanswered_ = 0;
    tell("context name=victim");
    tell(publishes_ ? "publisher p /up pool_bytes=65536" : "subscription s /down depth=100");
    tell(publishes_ ? "flood p period_us=500" : fmt::format("keep s {}", held));
  }

  const bool publishes_;
  std::unique_ptr<Peer> peer_;
  int unanswered_ = 0;
};

class Soak {
 public:
  Soak(Figures wanted, std::uint64_t seed) : left_(std::move(wanted)), random_(seed) {}

  bool run() {
    {
      Survivor survivor;
      const std::size_t descriptors = open_descriptors().size();
      {
        std::vector<Victim> victims;
        for (int i = 0; i < 6; ++i) victims.emplace_back(i % 2 == 0);
        while (act(victims)) show(survivor, false);
        for (Victim& victim : victims) victim.check(verdict_);
      }
      const auto alone = [&] {
        return survivor.publisher().get_subscription_count() == 0 &&
               survivor.subscription().get_publisher_count() == 0;
      };
      verdict_.expect(wait_until(alone), "matches with the dead are left");
      survivor.end();
      const auto unpinned = [&] { return survivor.publisher().get_counters().pinned_chunks == 0; };
      verdict_.expect(wait_until(unpinned), "pins of the dead are left");
      // Its segment has come since then; what each of the dead leaves would be more.
      verdict_.expect(
          wait_until([&] { return open_descriptors().size() <= descriptors + 4; }),
          fmt::format("{} descriptors, {} before", open_descriptors().size(), descriptors));
      const Keeper<SmallMessage>& keeper = survivor.keeper();
      verdict_.expect(keeper.changed() == 0, "a sample has changed while it was held");
      verdict_.expect(keeper.oracle().corrupt == 0, "a message was damaged");
      verdict_.expect(keeper.oracle().disordered == 0, "a message came twice or backwards");
      verdict_.expect(survivor.failed() == 0,
                      fmt::format("{} messages could not be published", survivor.failed()));
      show(survivor, true);
    }
    return verdict_.good();
  }

 private:
  /// One thing happens. False: all of them have.
  bool act(std::vector<Victim>& victims) {
    std::uint64_t all = 0;
    for (const auto& [what, count] : left_) all += count;
    if (all == 0) return false;
    std::uint64_t at = random_() % all;
    auto chosen = left_.begin();
    while (at >= chosen->second) at -= (chosen++)->second;
    --chosen->second;
    ++done_[chosen->first];
    Victim& victim = victims[random_() % victims.size()];
    const auto pause = std::chrono::microseconds(random_() % 4000);
    // lint-ok: no_sleep_in_tests: when it happens, nothing waits for it
    std::this_thread::sleep_for(pause);
    if (chosen->first == "kills") {
      victim.kill(verdict_, random_() % 2 == 0);
    } else if (chosen->first == "stops") {
      victim.stop();
      // lint-ok: no_sleep_in_tests: how long it lasts
      std::this_thread::sleep_for(pause);
      victim.go_on();
    } else if (chosen->first == "cuts") {
      random_() % 4 == 0 ? static_cast<void>(cut_links()) : victim.tell("cut");
    } else {
      victim.tell(fmt::format("eat_descriptors {}", random_() % 4));
      victims[random_() % victims.size()].tell("cut");
      // lint-ok: no_sleep_in_tests: how long it lasts
      std::this_thread::sleep_for(5 * pause);
      victim.tell("free_descriptors");
    }
    return true;
  }

  void show(const Survivor& survivor, bool last) {
    const auto now = std::chrono::steady_clock::now();
    if (!last && now < next_) return;
    next_ = now + std::chrono::seconds(5);
    std::string text;
    for (const auto& [what, count] : done_) text += fmt::format("{} {}, ", count, what);
    fmt::print("{}{} published, {} seen, {} looks at held samples\n", text, survivor.published(),
               last ? survivor.keeper().oracle().seen : 0, last ? survivor.keeper().looks() : 0);
    std::fflush(stdout);
  }

  Figures left_;
  Figures done_;
  std::mt19937_64 random_;
  Verdict verdict_;
  std::chrono::steady_clock::time_point next_{};
};

int usage() {
  fmt::print(stderr,
             "usage: baton_soak [--kills=N] [--stops=N] [--cuts=N] [--droughts=N] [--seed=S]\n");
  return 2;
}

int run(int argc, char** argv) {
  Figures wanted{{"kills", 100}, {"stops", 100}, {"cuts", 300}, {"droughts", 50}};
  std::uint64_t seed = std::random_device{}();
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    if (!argument.starts_with("--") || equals == argument.npos) return usage();
    const std::string name = argument.substr(2, equals - 2);
    const std::string value = argument.substr(equals + 1);
    if (value.empty() || value.find_first_not_of("0123456789") != value.npos) return usage();
    if (name != "seed" && !wanted.contains(name)) return usage();
    (name == "seed" ? seed : wanted[name]) = std::stoull(value);
  }
  fmt::print("seed {}\n", seed);
  std::fflush(stdout);
  char folder[] = "/dev/shm/baton-soak-XXXXXX";
  if (mkdtemp(folder) == nullptr) return usage();
  setenv("BATON_REGISTRY_DIR", folder, 1);
  const bool good = Soak(wanted, seed).run();
  const std::vector<std::string> files = files_below(folder);
  for (const std::string& file : files) fmt::print(stderr, "wrong: {} is left\n", file);
  std::filesystem::remove_all(folder);
  fmt::print("{}\n", good && files.empty() ? "good" : "NOT good");
  return good && files.empty() ? 0 : 1;
}

}  // namespace
}  // namespace baton::testing

int main(int argc, char** argv) { return baton::testing::run(argc, argv); }
