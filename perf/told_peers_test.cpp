// SPDX-License-Identifier: Apache-2.0
#include "told_peers.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <string>
#include <vector>

#include "control_socket.hpp"

namespace perf {
namespace {

MatchedPeer subscriber(int number, bool zero_copy = true) {
  return {"perf_test subscriber " + std::to_string(number) + " (pid 47110)", "shared_memory",
          zero_copy, zero_copy ? "" : "its loans are disabled"};
}

/// A thousand topics to five subscriber processes, as the publisher's worker sees them.
std::vector<MatchedPeer> many_peers() {
  std::vector<MatchedPeer> peers;
  for (int topic = 0; topic < 1000; ++topic) {
    for (int number = 0; number < 5; ++number) peers.push_back(subscriber(number));
  }
  return peers;
}

TEST(ToldPeers, ThoseOfAThousandTopicsFitIntoAPacket) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  ControlSocket worker(ends[0]);
  ControlSocket supervisor(ends[1]);
  ASSERT_TRUE(worker.send(told_peers(many_peers())));
  const auto told = supervisor.receive();
  ASSERT_TRUE(told);
  EXPECT_EQ(told->size(), 5u);
  EXPECT_EQ(peers_from(*told).size(), 5000u);
}

TEST(ToldPeers, EachIsWhatItWas) {
  const std::vector<MatchedPeer> peers =
      peers_from(told_peers({subscriber(1), subscriber(0, false), subscriber(1)}));
  ASSERT_EQ(peers.size(), 3u);
  EXPECT_EQ(peers[0].process, "perf_test subscriber 0 (pid 47110)");
  EXPECT_EQ(peers[0].transport, "shared_memory");
  EXPECT_FALSE(peers[0].zero_copy);
  EXPECT_EQ(peers[0].reason, "its loans are disabled");
  for (const std::size_t index : {1, 2}) {
    EXPECT_EQ(peers[index].process, "perf_test subscriber 1 (pid 47110)");
    EXPECT_TRUE(peers[index].zero_copy);
    EXPECT_EQ(peers[index].reason, "");
  }
}

TEST(ToldPeers, ThoseThatDifferInOneWordAreToldApart) {
  EXPECT_EQ(told_peers({subscriber(0), subscriber(0, false)}).size(), 2u);
}

TEST(ToldPeers, WithoutPeersNothingIsTold) {
  EXPECT_EQ(told_peers({}), nlohmann::json::array());
  EXPECT_TRUE(peers_from(nlohmann::json::array()).empty());
}

}  // namespace
}  // namespace perf
