// SPDX-License-Identifier: Apache-2.0
// Publishers and subscribers are killed at random moments under load. BATON_KILLS says how many
// (100); BATON_KILL_SEED repeats a run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <random>

#include "base/clock.hpp"
#include "survivor.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text ? std::stoull(text) : fallback;
}

struct Victim {
  bool publishes = false;
  std::int64_t started_ns = 0;
  std::unique_ptr<Peer> peer;
};

class RandomKills : public IsolatedTest {
 protected:
  static Victim start(bool publishes) {
    Victim victim{publishes, base::monotonic_ns(), std::make_unique<Peer>()};
    victim.peer->tell("context name=victim");
    if (publishes) {
      victim.peer->tell("publisher p /up");
      victim.peer->tell("flood p period_us=500");
    } else {
      victim.peer->tell("subscription s /down depth=2000");
      victim.peer->tell("drain s");
    }
    return victim;
  }
};

TEST_F(RandomKills, SurvivorsLoseNothingButWhatTheDeadHadNotPublished) {
  const std::uint64_t kills = from_environment("BATON_KILLS", 100);
  const std::uint64_t seed = from_environment("BATON_KILL_SEED", 1);
  std::mt19937 random(static_cast<std::mt19937::result_type>(seed));

  Survivor survivor;
  Peer witness;
  ASSERT_EQ(witness.ask("context name=witness"), "ok");
  ASSERT_EQ(witness.ask("subscription s /down depth=2000"), "ok");
  ASSERT_EQ(witness.ask("drain s"), "ok");
  ASSERT_EQ(witness.ask("matched s 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return survivor.down().get_subscription_count() == 2; }));
  const std::size_t descriptors = open_descriptors().size();

  std::atomic<bool> stop{false};
  std::thread load([&] {
    while (!stop) {
      survivor.publish();
      // lint-ok: no_sleep_in_tests: the rate of the load, nothing waits for it
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  });

  std::vector<Victim> victims;
  for (int i = 0; i < 4; ++i) victims.push_back(start(i % 2 == 0));
  std::vector<double> first_message_ms;
  for (std::uint64_t killed = 0; killed < kills; ++killed) {
    Victim& victim = victims[random() % victims.size()];
    // Half of them in the middle of starting, half of them at work.
    if (random() % 2) {
      ASSERT_EQ(victim.peer->answer(), "ok") << "kill " << killed << ", seed " << seed;
      ASSERT_EQ(victim.peer->answer(), "ok");
      ASSERT_EQ(victim.peer->answer(), "ok");
      if (victim.publishes) {
        ASSERT_EQ(victim.peer->ask("matched p 1"), "ok");
      } else {
        std::uint64_t first_ns = 0;
        ASSERT_TRUE(wait_until([&] {
          return (first_ns = victim.peer->figure("report s", "first_ns")) != 0;
        })) << "no message after a restart; kill "
            << killed << ", seed " << seed;
        first_message_ms.push_back(
            static_cast<double>(static_cast<std::int64_t>(first_ns) - victim.started_ns) / 1e6);
        ASSERT_EQ(victim.peer->figure("report s", "corrupt"), 0u);
        ASSERT_EQ(victim.peer->figure("report s", "disordered"), 0u);
        ASSERT_EQ(victim.peer->figure("report s", "missing"), 0u);
      }
    }
    const auto until =
        std::chrono::steady_clock::now() + std::chrono::microseconds(random() % 20'000);
    while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
    victim.peer->process().kill(SIGKILL);
    ASSERT_TRUE(victim.peer->process().wait());
    victim = start(victim.publishes);
  }
  for (Victim& victim : victims) {
    victim.peer->process().kill(SIGKILL);
    ASSERT_TRUE(victim.peer->process().wait());
  }
  victims.clear();
  stop = true;
  load.join();

  Peer newcomer;
  ASSERT_EQ(newcomer.ask("context name=newcomer"), "ok");
  EXPECT_TRUE(wait_until([&] { return files_below(registry()).size() == 6; }))
      << fmt::format("in the registry: {}", files_below(registry()));
  EXPECT_TRUE(wait_until([&] { return survivor.down().get_subscription_count() == 2; }));
  EXPECT_TRUE(wait_until([&] { return survivor.up().get_publisher_count() == 0; }));
  EXPECT_TRUE(wait_until([&] { return survivor.down().get_counters().pinned_chunks == 0; }));
  EXPECT_EQ(newcomer.quit().status, 0);
  EXPECT_TRUE(wait_until([&] {
    // The newcomer's pipes are still open, and the witness may have been half known at the start;
    // what every kill leaves would be more.
    return open_descriptors().size() <= descriptors + 8;
  })) << fmt::format("{}", fmt::join(open_descriptors(), "\n"));

  EXPECT_TRUE(wait_until([&] { return survivor.own().seen == survivor.published(); }));
  EXPECT_TRUE(wait_until([&] {
    return witness.figure("report s", "seen") == survivor.published();
  })) << witness.ask("report s")
      << " of " << survivor.published();
  EXPECT_EQ(witness.figure("report s", "corrupt"), 0u);
  EXPECT_EQ(witness.figure("report s", "disordered"), 0u);
  for (const Oracle& oracle : {survivor.received(), survivor.own()}) {
    EXPECT_EQ(oracle.corrupt, 0u);
    EXPECT_EQ(oracle.disordered, 0u);
    EXPECT_EQ(oracle.missing, 0u);
  }
  EXPECT_EQ(witness.quit().status, 0);

  if (!first_message_ms.empty()) {
    std::sort(first_message_ms.begin(), first_message_ms.end());
    fmt::print("restart to first message: median {:.1f} ms, p95 {:.1f} ms, {} restarts, {} kills\n",
               first_message_ms[first_message_ms.size() / 2],
               first_message_ms[first_message_ms.size() * 95 / 100], first_message_ms.size(),
               kills);
  }
}

}  // namespace
}  // namespace baton::testing
