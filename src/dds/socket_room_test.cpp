// SPDX-License-Identifier: Apache-2.0
#include "dds/socket_room.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>

#include "base/unique_fd.hpp"

namespace baton::dds {
namespace {

TEST(SocketRoom, IsThereAndLeavesNothingOpen) {
  const base::UniqueFd before(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const base::UniqueFd next(dup(before.get()));
  EXPECT_TRUE(room_for_sockets());
  const base::UniqueFd after(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(after.get(), next.get() + 1);
}

TEST(SocketRoom, IsMissingWhereFewDescriptorsAreLeft) {
  const base::UniqueFd highest(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{static_cast<rlim_t>(highest.get()) + 5, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const base::Status room = room_for_sockets();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(room);
  EXPECT_EQ(room.error().code, EMFILE);
  EXPECT_THAT(room.error().text, ::testing::HasSubstr("ulimit -n"));
  EXPECT_TRUE(room_for_sockets());
}

}  // namespace
}  // namespace baton::dds
