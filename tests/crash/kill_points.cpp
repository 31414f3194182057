// SPDX-License-Identifier: Apache-2.0
// A real SIGKILL at every named place of both roles. Afterwards the survivor goes on, and once one
// more participant has started nothing of the dead is left.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "shm/log_segment.hpp"
#include "survivor.hpp"
#include "testing/foreign_user.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

enum class Role { publisher, subscriber };

struct Place {
  Role role;
  const char* name;
  int passage;  // from 1
};

constexpr Role pub = Role::publisher;
constexpr Role sub = Role::subscriber;

constexpr Place places[] = {
    {pub, "registry.written", 1},
    {pub, "registry.written", 2},
    {pub, "registry.written", 4},
    {pub, "registry.before_link", 1},
    {pub, "registry.linked", 1},
    {pub, "registry.listening", 1},
    {pub, "registry.socket_removed", 1},
    {pub, "hello.before_add", 1},
    {pub, "hello.before_add", 2},
    {pub, "hello.before_welcome", 1},
    {pub, "hello.before_welcome", 3},
    {pub, "hello.after_welcome", 1},
    {pub, "hello.after_welcome", 2},
    {pub, "loan.before_reclaim", 1},
    {pub, "loan.before_reclaim", 3},
    {pub, "reclaim.before_unlink", 1},
    {pub, "reclaim.before_unlink", 3},
    {pub, "publish.before_slot", 1},
    {pub, "publish.before_slot", 5},
    {pub, "publish.before_head", 1},
    {pub, "publish.before_head", 1000},
    {pub, "publish.before_log", 1},
    {pub, "publish.before_log", 7},
    {pub, "publish.noting", 1},
    {pub, "publish.noting", 7},
    {pub, "publish.before_wake", 1},
    {pub, "publish.before_wake", 7},
    {pub, "publish.after_wake", 1},
    {pub, "publish.after_wake", 4097},
    {sub, "registry.written", 1},
    {sub, "registry.written", 3},
    {sub, "registry.before_link", 1},
    {sub, "registry.linked", 1},
    {sub, "registry.listening", 1},
    {sub, "registry.socket_removed", 1},
    {sub, "hello.before_send", 1},
    {sub, "hello.before_send", 2},
    {sub, "hello.sent", 1},
    {sub, "hello.sent", 3},
    {sub, "welcome.before_begin", 1},
    {sub, "welcome.before_begin", 3},
    {sub, "welcome.begun", 1},
    {sub, "welcome.begun", 2},
    {sub, "take.before_pin", 1},
    {sub, "take.before_pin", 3},
    {sub, "take.pinned", 1},
    {sub, "take.pinned", 4},
    {sub, "take.copied", 1},
    {sub, "take.copied", 2},
    {sub, "release.before_unpin", 1},
    {sub, "release.before_unpin", 2},
    {sub, "wait.armed", 1},
    {sub, "wait.armed", 3},
    {sub, "wait.woken", 1},
    {sub, "wait.woken", 2},
};

/// Only a process with many publishers notes what they publish.
bool has_a_log(const Place& place) { return place.name == std::string("publish.noting"); }
/// Only another user's process copies.
bool is_foreign(const Place& place) { return place.name == std::string("take.copied"); }

class KillPoint : public IsolatedTest, public ::testing::WithParamInterface<Place> {
 protected:
  /// Lets a process run into the place; true when it died there.
  bool run_into(const Place& place, Survivor& survivor) {
    ChildOptions options = is_foreign(place) ? as_nobody(scratch()) : ChildOptions();
    options.environment["BATON_KILL_AT"] = fmt::format("{}:{}", place.name, place.passage);
    Peer victim(std::move(options));
    if (place.role == pub) {
      play_publisher(victim, has_a_log(place) ? shm::publishers_without_log : 0);
    } else {
      play_subscriber(victim, survivor);
    }
    victim.ask("shutdown");
    const auto end = victim.process().wait();
    return end && end->signal == SIGKILL;
  }

  static void play_publisher(Peer& victim, std::size_t others) {
    if (victim.ask("context name=victim").empty()) return;
    for (std::size_t i = 0; i < others; ++i) {
      victim.ask(fmt::format("publisher other{} /other", i));
      victim.ask(fmt::format("publish other{} 1", i));  // opens its segment
    }
    for (const char* command : {"publisher p /up", "publisher q /up", "publisher r /up",
                                "matched p 1", "matched q 1", "matched r 1", "publish p 5000"}) {
      if (victim.ask(command).empty()) return;
    }
  }

  static void play_subscriber(Peer& victim, Survivor& survivor) {
    for (const char* command :
         {"context name=victim", "subscription s /down", "subscription t /down",
          "subscription u /down", "matched s 1", "matched t 1", "matched u 1"}) {
      if (victim.ask(command).empty()) return;
    }
    for (int round = 0; round < 50; ++round) {
      // Into its sleep if it gets there; a message that comes first is as good.
      if (!victim.tell("await s")) return;
      (void)wait_until([&] { return process_state(victim.pid()) != 'R'; },
                       std::chrono::milliseconds(20));
      survivor.publish();
      if (victim.answer().empty()) return;
    }
  }
};

TEST_P(KillPoint, SurvivorsGoOnAndNothingOfTheDeadIsLeft) {
  const Place place = GetParam();
  std::optional<ScopedVariable> group;
  if (is_foreign(place)) {
    if (!can_switch_user()) GTEST_SKIP() << "only root can be another user";
    group.emplace("BATON_GROUP", nobody_group());
  }
  Survivor survivor;
  ASSERT_TRUE(run_into(place, survivor)) << "it never came to this place";

  if (place.name == std::string("publish.before_slot")) {
    const auto visible = static_cast<std::uint64_t>(place.passage) - 1;
    EXPECT_TRUE(wait_until([&] { return survivor.received().seen == visible; }))
        << survivor.received().seen << " of " << visible;
  } else if (place.name == std::string("publish.before_head")) {
    // The slot is there: a reader that looked has the message, one that slept was not told of it.
    const auto visible = static_cast<std::uint64_t>(place.passage);
    EXPECT_TRUE(wait_until([&] { return survivor.received().seen + 1 >= visible; }))
        << survivor.received().seen << " of " << visible;
    EXPECT_LE(survivor.received().seen, visible);
  } else if (has_a_log(place) || place.name == std::string("publish.before_log") ||
             place.name == std::string("publish.before_wake") ||
             (place.name == std::string("publish.after_wake") && place.passage < 2000)) {
    // Dead between the head and the wake: the survivor looks again when the connection ends.
    const auto visible = static_cast<std::uint64_t>(place.passage);
    EXPECT_TRUE(wait_until([&] { return survivor.received().seen == visible; }))
        << survivor.received().seen << " of " << visible;
  }
  survivor.publish();

  Peer newcomer;
  ASSERT_EQ(newcomer.ask("context name=newcomer"), "ok");
  EXPECT_TRUE(wait_until([&] { return files_below(registry()).size() == 4; }))
      << fmt::format("in the registry: {}", files_below(registry()));
  EXPECT_TRUE(wait_until([&] { return survivor.down().get_subscription_count() == 1; }));
  EXPECT_TRUE(wait_until([&] { return survivor.up().get_publisher_count() == 0; }));
  EXPECT_TRUE(wait_until([&] { return survivor.down().get_counters().pinned_chunks == 0; }));

  ASSERT_EQ(newcomer.ask("subscription s /down"), "ok");
  ASSERT_EQ(newcomer.ask("publisher p /up"), "ok");
  ASSERT_EQ(newcomer.ask("matched s 1"), "ok");
  ASSERT_EQ(newcomer.ask("matched p 1"), "ok");
  survivor.publish();
  EXPECT_EQ(newcomer.ask("await s"), fmt::format("message {}", survivor.published()));
  const std::uint64_t before = survivor.received().seen;
  EXPECT_EQ(newcomer.ask("publish p 3"), "published 3");
  EXPECT_TRUE(wait_until([&] { return survivor.received().seen == before + 3; }));
  EXPECT_EQ(newcomer.quit().status, 0);

  EXPECT_TRUE(wait_until([&] { return survivor.own().seen == survivor.published(); }));
  for (const Oracle& oracle : {survivor.received(), survivor.own()}) {
    EXPECT_EQ(oracle.corrupt, 0u);
    EXPECT_EQ(oracle.disordered, 0u);
  }
  EXPECT_EQ(survivor.own().missing, 0u);
}

std::string title(const ::testing::TestParamInfo<Place>& place) {
  std::string text = fmt::format("{}_{}_{}", place.param.role == pub ? "publisher" : "subscriber",
                                 place.param.name, place.param.passage);
  for (char& c : text) {
    if (c == '.') c = '_';
  }
  return text;
}

INSTANTIATE_TEST_SUITE_P(Dying, KillPoint, ::testing::ValuesIn(places), title);

TEST(KillPoints, EveryOneInTheSourceIsInTheTable) {
  std::set<std::string> tested;
  for (const Place& place : places) tested.insert(place.name);
  std::set<std::string> written;
  const std::string call = "kill_point(\"";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BATON_SOURCE_FOLDER)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    if (entry.path().stem().string().ends_with("_test")) continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    for (std::size_t at = 0; (at = source.find(call, at)) != std::string::npos;) {
      at += call.size();
      written.insert(source.substr(at, source.find('"', at) - at));
    }
  }
  EXPECT_THAT(tested, ::testing::ContainerEq(written));
}

}  // namespace
}  // namespace baton::testing
