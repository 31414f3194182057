// SPDX-License-Identifier: Apache-2.0
// Containers that share one volume and nothing else: each has its own root directory, its own
// namespaces of every kind and a /dev/shm of 64 MB, as docs/containers.md describes it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "testing/foreign_user.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::StartsWith;

constexpr const char* bubblewrap = "/usr/bin/bwrap";
constexpr const char* volume_inside = "/run/baton";
constexpr const char* group = "1500";  // only a number inside of the containers
constexpr int messages = 10;           // of 8 MB: more than a /dev/shm of 64 MB holds

class Containers : public IsolatedTest {
 protected:
  void SetUp() override {
    if (!fs::exists(bubblewrap)) GTEST_SKIP() << "bubblewrap is missing";
    // A container of another user reaches none of the build's own folders.
    fs::permissions(scratch(), fs::perms(0711));
    for (const std::string& folder : {image(), volume()}) {
      fs::create_directory(folder);
      fs::permissions(folder, fs::perms(0755));
    }
    fs::copy(program_folder() + "/baton_test_peer", image());
    for (const auto& entry : fs::directory_iterator(program_folder() + "/../lib")) {
      const std::string name = entry.path().filename();
      if (name.starts_with("libbaton.so")) fs::copy_file(entry.path(), image() + '/' + name);
    }
    Peer trial(rootless("0"));
    if (trial.ask("context") != "ok") {
      GTEST_SKIP() << "this machine allows no containers: " << trial.process().errors();
    }
    EXPECT_EQ(trial.quit().status, 0);
  }

  void TearDown() override {
    EXPECT_TRUE(wait_until([this] { return files_below(volume()).empty(); }))
        << "left in the volume";
    IsolatedTest::TearDown();
  }

  std::string image() const { return scratch() + "/image"; }
  std::string volume() const { return scratch() + "/volume"; }

  /// What makes a container and starts the peer in it, by `command` if that is not empty.
  ChildOptions container(std::vector<std::string> words, const std::vector<std::string>& command) {
    ChildOptions options;
    options.program = bubblewrap;
    for (const char* each : {"--die-with-parent",
                             "--unshare-pid",
                             "--unshare-net",
                             "--unshare-ipc",
                             "--unshare-uts",
                             "--unshare-cgroup-try",
                             "--proc",
                             "/proc",
                             "--dev",
                             "/dev",
                             "--size",
                             "67108864",
                             "--tmpfs",
                             "/dev/shm",
                             "--chmod",
                             "1777",
                             "/dev/shm",
                             "--tmpfs",
                             "/tmp",
                             "--ro-bind",
                             "/usr",
                             "/usr",
                             "--symlink",
                             "usr/lib",
                             "/lib",
                             "--symlink",
                             "usr/lib64",
                             "/lib64",
                             "--symlink",
                             "usr/bin",
                             "/bin"}) {
      words.emplace_back(each);
    }
    words.insert(words.end(), {"--perms", "0755", "--dir", "/run", "--ro-bind", image(), "/app",
                               "--bind", volume(), volume_inside, "--"});
    words.insert(words.end(), command.begin(), command.end());
    words.emplace_back("/app/baton_test_peer");
    options.arguments = std::move(words);
    options.environment = {{"LD_LIBRARY_PATH", "/app"}, {"ROS_LOG_DIR", "/tmp/log"}};
    return options;
  }

  /// A container that an ordinary user has made, whose process has the id `uid` inside.
  ChildOptions rootless(const std::string& uid) {
    ChildOptions options = container({"--unshare-user", "--uid", uid, "--gid", uid}, {});
    options.environment["BATON_REGISTRY_DIR"] = volume_inside;
    if (can_switch_user()) {
      const ChildOptions nobody = as_nobody(scratch());
      options.prepare = nobody.prepare;
      fs::permissions(scratch(), fs::perms(0711));
      if (chown(volume().c_str(), nobody_id, nobody_id) != 0) {
        throw std::runtime_error("cannot give the volume to user nobody");
      }
    }
    return options;
  }

  /// A container that root has made, whose process runs as user `uid` and in the group.
  ChildOptions of_user(const std::string& uid) {
    ChildOptions options = container(
        {"--cap-add", "ALL"},
        {"/usr/bin/setpriv", "--reuid=" + uid, "--regid=" + uid, std::string("--groups=") + group});
    options.environment["BATON_REGISTRY_DIR"] = std::nullopt;  // its own, in its own /dev/shm
    options.environment["BATON_GROUP"] = group;
    options.environment["BATON_GROUP_DIR"] = volume_inside;
    return options;
  }

  /// Messages of 8 MB from one to the other, all held at once.
  static void exchange(Peer& from, Peer& to, const std::string& topic) {
    const std::string depth = fmt::format("huge depth={}", messages);
    ASSERT_EQ(from.ask(fmt::format("publisher {0} {0} {1}", topic, depth)), "ok");
    ASSERT_EQ(to.ask(fmt::format("subscription {0} {0} {1}", topic, depth)), "ok");
    ASSERT_EQ(to.ask(fmt::format("matched {} 1", topic)), "ok");
    ASSERT_EQ(from.ask(fmt::format("matched {} 1", topic)), "ok");
    for (int sequence = 1; sequence <= messages; ++sequence) {
      ASSERT_EQ(from.ask(fmt::format("publish {} 1", topic)),
                fmt::format("published {}", sequence));
      ASSERT_EQ(to.ask(fmt::format("hold {}", topic)), fmt::format("message {}", sequence));
    }
  }

  static constexpr uid_t nobody_id = 65534;
};

TEST_F(Containers, OfOneUserExchangeEightMegabytesWithoutACopy) {
  Peer camera(rootless("0"));
  Peer detector(rootless("1000"));
  ASSERT_EQ(camera.ask("context name=camera"), "ok");
  ASSERT_EQ(detector.ask("context name=detector"), "ok");
  ASSERT_NO_FATAL_FAILURE(exchange(camera, detector, "/image"));
  ASSERT_NO_FATAL_FAILURE(exchange(detector, camera, "/marked"));
  EXPECT_EQ(detector.figure("counters /image", "copied"), 0u);
  EXPECT_EQ(camera.figure("counters /marked", "copied"), 0u);
  EXPECT_EQ(camera.figure("counters /image", "pinned"), static_cast<std::uint64_t>(messages));
  EXPECT_EQ(detector.ask("release"), "ok");
  EXPECT_EQ(camera.ask("release"), "ok");
  EXPECT_EQ(detector.quit().status, 0);
  EXPECT_EQ(camera.quit().status, 0);
}

TEST_F(Containers, OneThatIsKilledIsGoneForTheOther) {
  Peer camera(rootless("0"));
  Peer detector(rootless("0"));
  ASSERT_EQ(camera.ask("context name=camera"), "ok");
  ASSERT_EQ(detector.ask("context name=detector"), "ok");
  ASSERT_NO_FATAL_FAILURE(exchange(camera, detector, "/image"));
  detector.process().kill(SIGKILL);
  ASSERT_TRUE(detector.process().wait());
  EXPECT_EQ(camera.ask("matched /image 0"), "ok");
  // The container's own process goes a moment after the one that made it.
  EXPECT_TRUE(wait_until([&] { return camera.figure("counters /image", "pinned") == 0; }));
  EXPECT_EQ(camera.ask("publish /image 1"), fmt::format("published {}", messages + 1));
  EXPECT_EQ(camera.quit().status, 0);
}

TEST_F(Containers, OfTwoUsersMeetInTheDirectoryOfTheirGroup) {
  if (!can_switch_user()) GTEST_SKIP() << "only root can be two users";
  ASSERT_EQ(chown(volume().c_str(), 0, static_cast<gid_t>(std::stoul(group))), 0);
  ASSERT_EQ(chmod(volume().c_str(), 03770), 0);
  Peer camera(of_user("1000"));
  Peer detector(of_user("2000"));
  ASSERT_EQ(camera.ask("context name=camera"), "ok");
  ASSERT_EQ(detector.ask("context name=detector"), "ok");
  ASSERT_NO_FATAL_FAILURE(exchange(camera, detector, "/image"));
  EXPECT_EQ(detector.figure("counters /image", "copied"), static_cast<std::uint64_t>(messages));
  EXPECT_EQ(camera.figure("counters /image", "pinned"), 0u);
  EXPECT_EQ(detector.quit().status, 0);
  EXPECT_EQ(camera.quit().status, 0);
}

TEST_F(Containers, OfAnotherUserAreRefusedInAPrivateVolumeWithTheCure) {
  if (!can_switch_user()) GTEST_SKIP() << "only root can be two users";
  ASSERT_EQ(chown(volume().c_str(), 1000, 1000), 0);
  ASSERT_EQ(chmod(volume().c_str(), 0755), 0);
  ChildOptions options = of_user("2000");
  options.environment["BATON_GROUP"] = std::nullopt;
  options.environment["BATON_GROUP_DIR"] = std::nullopt;
  options.environment["BATON_REGISTRY_DIR"] = volume_inside;
  Peer stranger(options);
  EXPECT_THAT(stranger.ask("context"),
              StartsWith("error the directory /run/baton belongs to user 1000"));
  EXPECT_EQ(stranger.quit().status, 0);
}

}  // namespace
}  // namespace baton::testing
