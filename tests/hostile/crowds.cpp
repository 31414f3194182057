// SPDX-License-Identifier: Apache-2.0
// A publisher with as many subscribing processes as it can have: the next one waits, and is served
// when another has gone.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "testing/isolation.hpp"
#include "testing/stranger.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::testing {
namespace {

constexpr std::size_t id_digits = 16;
constexpr int connections_of_one = 256;  // the most that one peer can have
constexpr int crowd = 4;                 // peers that take all connections between them

/// A process with all the connections that one peer can have. It is forked before there are
/// threads.
class Member {
 public:
  explicit Member(const std::string& directory) {
    if (pipe(orders_.data()) != 0 || pipe(answers_.data()) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      _exit(live(directory) ? 0 : 1);
    }
    close(orders_[0]);
    close(answers_[1]);
  }
  ~Member() {
    leave();
    close(answers_[0]);
  }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  /// True when it is connected and introduced as often as it can be.
  bool crowd_round(const std::string& participant) {
    char done = 0;
    return write(orders_[1], participant.data(), id_digits) == ssize_t{id_digits} &&
           read(answers_[0], &done, 1) == 1;
  }
  /// True if it has done as it was told.
  bool leave() {
    if (pid_ <= 0) return true;
    const bool told = write(orders_[1], "", 1) == 1;
    close(orders_[1]);
    int status = 1;
    return waitpid(std::exchange(pid_, 0), &status, 0) > 0 && told && status == 0;
  }

 private:
  bool live(const std::string& directory) {
    char id[id_digits] = {};
    if (read(orders_[0], id, id_digits) != ssize_t{id_digits}) return true;  // not needed
    Stranger stranger(directory);
    std::vector<base::UniqueFd> sockets;
    for (int i = 0; i < connections_of_one; ++i) {
      // The queue of connections to be accepted may be full.
      if (!wait_until([&] { return stranger.connect_to(std::string(id, id_digits)); }))
        return false;
      stranger.introduce();
      sockets.push_back(stranger.let_go());
    }
    return write(answers_[1], "", 1) == 1 && read(orders_[0], id, 1) == 1;
  }

  std::array<int, 2> orders_{}, answers_{};
  pid_t pid_ = 0;
};

class Crowd : public IsolatedTest {
 protected:
  struct Participant {
    std::unique_ptr<transport::Transport> transport;
    std::mutex mutex;  // covers what was told
    std::vector<std::string> told;

    bool hears(const std::string& text) {
      return wait_until([&] {
        const std::lock_guard lock(mutex);
        return std::any_of(told.begin(), told.end(), [&](const std::string& each) {
          return each.find(text) != std::string::npos;
        });
      });
    }
  };

  void SetUp() override {
    for (int i = 0; i < crowd; ++i) members_.push_back(std::make_unique<Member>(registry()));
  }
  void TearDown() override {
    members_.clear();
    IsolatedTest::TearDown();
  }
  std::unique_ptr<Participant> open(const std::string& name) {
    auto made = std::make_unique<Participant>();
    transport::ParticipantOptions options;
    options.name = name;
    options.directory = registry();
    options.on_event = [&self = *made](const ContextEvent& event) {
      const std::lock_guard lock(self.mutex);
      self.told.push_back(event.text);
    };
    made->transport = std::move(*transport::open_shm_transport(options));
    return made;
  }

  std::vector<std::unique_ptr<Member>> members_;
};

TEST_F(Crowd, ASubscriptionAtAFullPublisherIsToldAndServedHoweverLateThereIsRoom) {
  const auto full = open("full");
  const std::string id = shm::Registry::open(registry())->list()->at(0);
  const auto publisher = *full->transport->open_publisher(on_topic<transport::PublisherSpec>());
  for (const auto& member : members_) ASSERT_TRUE(member->crowd_round(id));

  const auto late = open("late");
  const auto reader = *late->transport->open_subscription(on_topic<transport::SubscriptionSpec>());
  const std::string why = "1024 processes subscribe here already";
  EXPECT_TRUE(late->hears(fmt::format("no match with full (pid {}): {}", getpid(), why)));
  EXPECT_TRUE(full->hears("a subscription waits, because it cannot be accepted: " + why));
  // More attempts than it makes before it says that there is no connection.
  EXPECT_TRUE(stays_true([&] { return reader->match_count() == 0; }, std::chrono::seconds(3)));

  EXPECT_TRUE(members_.front()->leave());
  ASSERT_TRUE(wait_until([&] { return reader->match_count() == 1; }));
  const auto loan = publisher->loan(64);
  ASSERT_TRUE(loan) << loan.error().text;
  ASSERT_TRUE(publisher->publish(loan->token, 64));
  transport::Sample sample;
  ASSERT_TRUE(wait_until([&] { return reader->take(sample); }));
  sample.owner->release(sample.token);
  for (const auto& member : members_) EXPECT_TRUE(member->leave());
}

}  // namespace
}  // namespace baton::testing
