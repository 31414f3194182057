// SPDX-License-Identifier: Apache-2.0
#include "shm/registry.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/file_lock.hpp"
#include "base/hash.hpp"
#include "base/unix_socket.hpp"
#include "shm/layout.hpp"
#include "testing/deadline.hpp"

namespace baton::shm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

namespace fs = std::filesystem;

constexpr const char* first_id = "00000000000000aa";
constexpr const char* second_id = "00000000000000bb";

ParticipantInfo participant(const std::string& id) {
  ParticipantInfo info;
  info.id = id;
  info.version = layout_version;
  info.pid = getpid();
  info.name = "camera_driver";
  info.publishers.push_back(
      {1, "/camera", "sensor_msgs/Image", 5, 6, {.reliable = true, .depth = 10}});
  return info;
}

class RegistryTest : public ::testing::Test {
 protected:
  RegistryTest() {
    std::string pattern = (fs::temp_directory_path() / "baton-registry-XXXXXX").string();
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    directory_ = (root_ / "all" / "d0").string();
  }
  ~RegistryTest() override { fs::remove_all(root_); }

  Registry open() { return std::move(*Registry::open(directory_)); }
  fs::path file(const std::string& id) const { return fs::path(directory_) / (id + ".json"); }
  fs::path socket(const std::string& id) const { return fs::path(directory_) / (id + ".sock"); }

  void write_raw(const std::string& id, const std::string& text) const {
    std::ofstream(file(id), std::ios::binary) << text;
  }
  /// Writes a file as a participant of any version would.
  void write_body(const std::string& id, const std::string& body) const {
    write_raw(id, fmt::format("baton {:016x} {}\n{}", base::fnv1a_64(body), body.size(), body));
  }
  static base::Result<ParticipantInfo> read(const Registry& registry, const std::string& id) {
    auto entry = RegistryEntry::open(registry.directory_fd(), id);
    if (!entry) return std::move(entry).error();
    if (const base::Status done = entry->read(); !done) return done.error();
    return *entry->info();
  }

  fs::path root_;
  std::string directory_;
};

TEST_F(RegistryTest, AParticipantIsSeenWithEverythingItSaid) {
  Registry mine = open();
  mine.join(participant(first_id)).value();
  const Registry other = open();
  EXPECT_THAT(*other.list(), ElementsAre(first_id));
  const auto info = read(other, first_id);
  ASSERT_TRUE(info) << info.error().text;
  EXPECT_EQ(info->id, first_id);
  EXPECT_EQ(info->version, layout_version);
  EXPECT_EQ(info->pid, getpid());
  EXPECT_EQ(info->uid, geteuid());
  EXPECT_EQ(info->name, "camera_driver");
  EXPECT_EQ(info->publishers, participant(first_id).publishers);
  EXPECT_THAT(info->subscriptions, IsEmpty());
  mine.leave();
}

TEST_F(RegistryTest, AnUpdateReplacesWhatWasSaidWhetherItIsLongerOrShorter) {
  Registry mine = open();
  ParticipantInfo info = participant(first_id);
  mine.join(info).value();
  for (const std::size_t count : {50, 1, 0, 20}) {
    info.subscriptions.assign(count, info.publishers[0]);
    mine.publish(participant_text(info)).value();
    const auto seen = read(mine, first_id);
    ASSERT_TRUE(seen) << seen.error().text;
    EXPECT_EQ(seen->subscriptions.size(), count);
  }
  mine.leave();
}

TEST_F(RegistryTest, WithoutRoomItSaysWhereAndWhatCuresIt) {
  if (geteuid() != 0) GTEST_SKIP() << "mounting needs root";
  constexpr int no_mount = 77;
  const pid_t child = fork();
  if (child == 0) {
    const bool mounted = unshare(CLONE_NEWNS) == 0 &&
                         mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         mount("none", root_.c_str(), "tmpfs", 0, "size=64k") == 0;
    if (!mounted) _exit(no_mount);
    auto registry = Registry::open(directory_);
    std::ofstream(root_ / "filler") << std::string(128 << 10, 'x');
    const base::Status joined = registry->join(participant(first_id));
    if (joined) _exit(1);
    _exit(joined.error().text ==
                  fmt::format("registry {}: cannot write its file: No space left on "
                              "device; free some there, or set BATON_REGISTRY_DIR to "
                              "a directory with room",
                              directory_)
              ? 0
              : 2);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == no_mount) GTEST_SKIP() << "this machine allows no mount";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(RegistryTest, TheProcessCanBeReadWithoutItsEndpoints) {
  Registry mine = open();
  ParticipantInfo info = participant(first_id);
  info.nodes = {"/robot/camera", "/robot/camera"};
  mine.join(info).value();
  const auto entry = RegistryEntry::open(mine.directory_fd(), first_id);
  const auto process = entry->read_process();
  ASSERT_TRUE(process) << process.error().text;
  EXPECT_EQ(process->id, first_id);
  EXPECT_EQ(process->uid, geteuid());
  EXPECT_EQ(process->name, info.name);
  EXPECT_EQ(process->nodes, info.nodes);
  EXPECT_THAT(process->publishers, IsEmpty());
  EXPECT_EQ(entry->info(), nullptr);
  EXPECT_TRUE(entry->changed());
  mine.leave();
}

TEST_F(RegistryTest, WhetherAFileHasChangedIsKnownWithoutReadingIt) {
  Registry mine = open();
  ParticipantInfo info = participant(first_id);
  mine.join(info).value();
  auto entry = RegistryEntry::open(mine.directory_fd(), first_id);
  ASSERT_TRUE(entry);
  EXPECT_TRUE(entry->changed()) << "it was never read";
  ASSERT_TRUE(entry->read());
  EXPECT_FALSE(entry->changed());
  mine.publish(participant_text(info)).value();
  EXPECT_FALSE(entry->changed()) << "the same was said again";
  info.nodes = {"/n"};
  mine.publish(participant_text(info)).value();
  EXPECT_TRUE(entry->changed());
  ASSERT_TRUE(entry->read());
  EXPECT_FALSE(entry->changed());
  write_raw(first_id, "baton");
  EXPECT_TRUE(entry->changed());
  EXPECT_FALSE(entry->read());
  EXPECT_TRUE(entry->changed());
  EXPECT_EQ(entry->info()->nodes, info.nodes) << "what was read before stays";
  mine.leave();
}

TEST_F(RegistryTest, AParticipantLivesAsLongAsItsRegistryObjectIsThere) {
  const Registry other = open();
  std::optional<RegistryEntry> entry;
  {
    Registry mine = open();
    mine.join(participant(first_id)).value();
    entry = std::move(*RegistryEntry::open(other.directory_fd(), first_id));
    EXPECT_TRUE(entry->alive());
    mine.leave();
    EXPECT_TRUE(entry->alive()) << "it may still read its peers' memory";
  }
  EXPECT_FALSE(entry->alive());
}

TEST_F(RegistryTest, AnEntryAtRestIsAwakenedForTheSameFileOnly) {
  auto mine = std::optional(open());
  ASSERT_TRUE(mine->join(participant(first_id)));
  const Registry other = open();
  auto entry = RegistryEntry::open(other.directory_fd(), first_id);
  ASSERT_TRUE(entry);
  ASSERT_TRUE(entry->read());
  entry->rest();
  EXPECT_TRUE(entry->rests());
  EXPECT_EQ(entry->info()->name, "camera_driver");
  ASSERT_TRUE(entry->awaken(other.directory_fd()));
  EXPECT_TRUE(entry->alive());
  EXPECT_FALSE(entry->changed());

  entry->rest();
  const std::string copy = file(first_id).string() + ".copy";
  fs::copy(file(first_id), copy);
  fs::rename(copy, file(first_id));
  EXPECT_EQ(entry->awaken(other.directory_fd()).error().code, ENOENT) << "another file";
  fs::remove(file(first_id));
  EXPECT_EQ(entry->awaken(other.directory_fd()).error().code, ENOENT) << "none";
}

TEST_F(RegistryTest, AStrangersReadLockDoesNotLookLikeLife) {
  Registry other = open();
  write_body(first_id, "{}");
  const base::UniqueFd stranger(::open(file(first_id).c_str(), O_RDONLY | O_CLOEXEC));
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  ASSERT_EQ(fcntl(stranger.get(), F_OFD_SETLK, &lock), 0);
  EXPECT_FALSE(RegistryEntry::open(other.directory_fd(), first_id)->alive());
}

TEST_F(RegistryTest, LeavingRemovesEverything) {
  {
    Registry mine = open();
    mine.join(participant(first_id)).value();
    EXPECT_TRUE(fs::exists(socket(first_id)));
    mine.leave();
    mine.leave();
  }
  EXPECT_FALSE(fs::exists(directory_));
  EXPECT_TRUE(fs::is_empty(root_ / "all")) << "a directory that the user named stays, empty";
}

TEST_F(RegistryTest, AParticipantThatLeavesLeavesTheOthersAlone) {
  Registry a = open();
  Registry b = open();
  a.join(participant(first_id)).value();
  b.join(participant(second_id)).value();
  EXPECT_THAT(*a.list(), UnorderedElementsAre(first_id, second_id));
  a.leave();
  EXPECT_THAT(*b.list(), ElementsAre(second_id));
  EXPECT_TRUE(fs::exists(socket(second_id)));
  b.leave();
}

TEST_F(RegistryTest, AParticipantThatJoinsCanBeReachedAtOnce) {
  Registry mine = open();
  mine.join(participant(first_id)).value();
  const auto connection =
      base::connect_to(mine.directory_fd(), socket(first_id).filename().string());
  EXPECT_TRUE(connection) << connection.error().text;
  EXPECT_TRUE(base::accept_from(mine.listening_fd()));
  mine.leave();
}

TEST_F(RegistryTest, AnIdThatIsTakenIsAnErrorAndHarmsNoParticipant) {
  Registry a = open();
  a.join(participant(first_id)).value();
  {
    Registry b = open();
    EXPECT_FALSE(b.join(participant(first_id)));
    b.leave();
  }
  EXPECT_TRUE(fs::exists(file(first_id)));
  EXPECT_TRUE(RegistryEntry::open(a.directory_fd(), first_id)->alive());
  a.leave();
}

// ---- what the dead leave ---------------------------------------------------------------------

TEST_F(RegistryTest, WhatADeadParticipantLeftIsRemoved) {
  Registry mine = open();
  write_body(first_id, "{}");
  std::ofstream(socket(first_id)) << "";
  mine.remove_if_dead(first_id);
  EXPECT_FALSE(fs::exists(file(first_id)));
  EXPECT_FALSE(fs::exists(socket(first_id)));
}

TEST_F(RegistryTest, TheParticipantThatLeavesLastTakesTheDeadAlong) {
  Registry mine = open();
  mine.join(participant(second_id)).value();
  write_body(first_id, "{}");
  std::ofstream(socket(first_id)) << "";
  mine.leave();
  EXPECT_FALSE(fs::exists(directory_));
}

TEST_F(RegistryTest, ALivingParticipantIsNotRemovedNorOneRemovesItself) {
  Registry a = open();
  a.join(participant(first_id)).value();
  Registry b = open();
  b.remove_if_dead(first_id);
  a.remove_if_dead(first_id);
  EXPECT_TRUE(fs::exists(file(first_id)));
  EXPECT_TRUE(fs::exists(socket(first_id)));
  a.leave();
}

TEST_F(RegistryTest, RemovingWhatIsNotThereIsNothing) {
  Registry mine = open();
  mine.remove_if_dead(first_id);
  mine.remove_if_dead("../../etc/passwd");
}

TEST_F(RegistryTest, AKilledProcessIsDeadAtOnceAndItsFilesAreRemoved) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Registry theirs = open();
    theirs.join(participant(first_id)).value();
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  Registry mine = open();
  EXPECT_THAT(*mine.list(), ElementsAre(first_id));
  EXPECT_FALSE(RegistryEntry::open(mine.directory_fd(), first_id)->alive());
  mine.remove_if_dead(first_id);
  EXPECT_THAT(*mine.list(), IsEmpty());
  EXPECT_FALSE(fs::exists(socket(first_id)));
}

TEST_F(RegistryTest, AForkedChildNeitherKeepsItsParentAliveNorRemovesItsFiles) {
  auto mine = std::make_optional(open());
  mine->join(participant(first_id)).value();
  int go[2];
  ASSERT_EQ(pipe2(go, O_CLOEXEC), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    mine->leave();
    mine.reset();
    char byte = 0;
    close(go[1]);
    _exit(::read(go[0], &byte, 1) == 0 ? 0 : 1);
  }
  const Registry other = open();
  EXPECT_TRUE(fs::exists(file(first_id)));
  const auto entry = RegistryEntry::open(other.directory_fd(), first_id);
  EXPECT_TRUE(entry->alive());
  mine->leave();
  mine.reset();
  // fork() may return here before the child has closed the descriptors that it must not keep.
  EXPECT_TRUE(baton::testing::wait_until([&] { return !entry->alive(); }))
      << "the child still holds the lock";
  close(go[0]);
  close(go[1]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// ---- files that are no good ------------------------------------------------------------------

TEST_F(RegistryTest, AHalfWrittenFileIsReadAgainLater) {
  Registry mine = open();
  mine.join(participant(first_id)).value();
  std::ifstream stream(file(first_id), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (const std::size_t length : {text.find('\n') + 1, text.size() / 2, text.size() - 1}) {
    write_raw(second_id, text.substr(0, length));
    const auto info = read(mine, second_id);
    ASSERT_FALSE(info);
    EXPECT_EQ(info.error().code, EAGAIN) << info.error().text;
  }
  std::string damaged = text;
  damaged[text.size() / 2] ^= 1;
  write_raw(second_id, damaged);
  EXPECT_EQ(read(mine, second_id).error().code, EAGAIN);
  mine.leave();
}

TEST_F(RegistryTest, WhatAnOlderAndLongerVersionLeftBehindTheEndIsIgnored) {
  Registry mine = open();
  mine.join(participant(first_id)).value();
  std::ofstream(file(first_id), std::ios::binary | std::ios::app) << "the tail of an older text";
  EXPECT_TRUE(read(mine, first_id));
  mine.leave();
}

TEST_F(RegistryTest, AnotherVersionIsReadAsFarAsNeededToNameItsProcess) {
  Registry mine = open();
  write_body(
      first_id,
      "{\"version\": 99, \"pid\": 4711, \"name\": \"tomorrow\"}\nand more that we do not know");
  const auto info = read(mine, first_id);
  ASSERT_TRUE(info) << info.error().text;
  EXPECT_EQ(info->version, 99u);
  EXPECT_EQ(info->pid, 4711);
  EXPECT_EQ(info->name, "tomorrow");
  EXPECT_EQ(info->id, first_id);
}

TEST_F(RegistryTest, AFileCannotClaimToBeOfAnotherParticipant) {
  Registry mine = open();
  write_body(first_id,
             fmt::format(R"({{"id": "{}", "version": {}, "pid": 1, "uid": 12345, "name": "x"}})",
                         second_id, layout_version));
  const auto info = read(mine, first_id);
  ASSERT_TRUE(info) << info.error().text;
  EXPECT_EQ(info->id, first_id);
  EXPECT_EQ(info->uid, geteuid());
}

TEST_F(RegistryTest, GarbageIsAnErrorThatNamesTheFile) {
  Registry mine = open();
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("baton"), std::string("baton \n"),
        std::string("hello\nworld\n"), std::string(100, '\0'), std::string(100, '\n'),
        std::string("baton zzzz 18446744073709551615\n{}"), std::string("baton 0 -1\n{}")}) {
    write_raw(first_id, text);
    const auto info = read(mine, first_id);
    ASSERT_FALSE(info) << text;
    EXPECT_THAT(info.error().text, HasSubstr(first_id));
  }
}

TEST_F(RegistryTest, HostileJsonIsAnErrorThatNamesTheFile) {
  Registry mine = open();
  const std::string start = fmt::format(R"({{"id":"x","version":{},"uid":0,)", layout_version);
  const std::string process = start + "\"pid\":1,\"name\":\"\"}\n";
  write_body(first_id, process);
  ASSERT_TRUE(read(mine, first_id));
  for (const std::string& body :
       {std::string("{}"), std::string("[]"), std::string("null"), std::string("{\"version\":"),
        std::string("{\"version\": \"one\"}"), std::string("{\"version\": -1}"),
        std::string("{\"version\": 1e300}"), std::string("{\"version\": 4294967297}"),
        std::string(100'000, '['), start + R"("pid":1,"name":7})",
        start + R"("pid":1.5,"name":""})", process + "\n", process + "[]\n", process + "{}\n",
        process + "{\"publisher\":[]}\n", process + "{\"publisher\":{}}\n",
        process + "{\"subscription\":{\"id\":1}}\n",
        process + "{\"publisher\":", std::string("\"\xff\xfe\"")}) {
    write_body(first_id, body);
    const auto info = read(mine, first_id);
    ASSERT_FALSE(info) << body.substr(0, 80);
    EXPECT_NE(info.error().code, EAGAIN) << body.substr(0, 80);
    EXPECT_THAT(info.error().text, HasSubstr(first_id));
  }
}

TEST_F(RegistryTest, AHugeFileIsRefusedWithoutReadingAllOfIt) {
  Registry mine = open();
  write_raw(first_id, "baton 0 5\n");
  ASSERT_EQ(truncate(file(first_id).c_str(), off_t{1} << 40), 0);
  const auto info = read(mine, first_id);
  ASSERT_FALSE(info);
  EXPECT_THAT(info.error().text, HasSubstr("larger"));
}

TEST_F(RegistryTest, OnlyRegularFilesAreOpened) {
  Registry mine = open();
  ASSERT_EQ(mkfifo(file(first_id).c_str(), 0600), 0);  // opening one must not hang
  EXPECT_FALSE(RegistryEntry::open(mine.directory_fd(), first_id));
  write_body(second_id, "{}");
  fs::remove(file(first_id));
  fs::create_symlink(file(second_id), file(first_id));
  EXPECT_FALSE(RegistryEntry::open(mine.directory_fd(), first_id));
  fs::remove(file(first_id));
  fs::create_directory(file(first_id));
  EXPECT_FALSE(RegistryEntry::open(mine.directory_fd(), first_id));
}

TEST_F(RegistryTest, OnlyNamesOfParticipantsAreListed) {
  Registry mine = open();
  for (const char* name :
       {"readme.txt", "00000000000000aa.sock", "00000000000000a.json", "00000000000000AA.json",
        "00000000000000aa.json.swp", "00000000000000aa0.json", ".json"}) {
    std::ofstream(fs::path(directory_) / name) << "";
  }
  write_body(second_id, "{}");
  EXPECT_THAT(*mine.list(), ElementsAre(second_id));
  EXPECT_EQ(participant_of_file("00000000000000aa.json"), first_id);
  EXPECT_EQ(participant_of_file(""), std::nullopt);
}

TEST_F(RegistryTest, NamesThatAreNoUtf8DoNotStopAParticipant) {
  Registry mine = open();
  ParticipantInfo info = participant(first_id);
  info.name = "caf\xe9";
  mine.join(info).value();
  const auto seen = read(mine, first_id);
  ASSERT_TRUE(seen) << seen.error().text;
  EXPECT_THAT(seen->name, HasSubstr("caf"));
  mine.leave();
}

TEST_F(RegistryTest, MoreEndpointsThanAFileHoldsIsAnErrorAndKeepsTheOldText) {
  Registry mine = open();
  ParticipantInfo info = participant(first_id);
  mine.join(info).value();
  info.subscriptions.assign(50'000, info.publishers[0]);
  const base::Status done = mine.publish(participant_text(info));
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().text, HasSubstr("fewer endpoints"));
  EXPECT_TRUE(read(mine, first_id));
  mine.leave();
}

TEST_F(RegistryTest, FilesArePrivateUnlessTheDirectoryIsAGroups) {
  {
    Registry mine = open();
    mine.join(participant(first_id)).value();
    struct stat status {};
    ASSERT_EQ(stat(file(first_id).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
    mine.leave();
  }
  const mode_t umask_before = umask(077);
  Registry shared = std::move(*Registry::open(directory_, getegid()));
  shared.join(participant(first_id)).value();
  umask(umask_before);
  struct stat status {};
  ASSERT_EQ(stat(file(first_id).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  ASSERT_EQ(stat(socket(first_id).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0660u);
  shared.leave();
}

TEST_F(RegistryTest, ADirectoryThatIsGoneWhenOneJoinsSaysSo) {
  Registry mine = open();
  fs::remove_all(root_ / "all");
  const base::Status done = mine.join(participant(first_id));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ENOENT);
}

}  // namespace
}  // namespace baton::shm
