// SPDX-License-Identifier: Apache-2.0
// What a participant does when its registry is full, or its file there is removed.
#include "transport/shared_memory/control/participant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "base/child_for_test.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::transport {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing::wait_until;

class RegistryTrouble : public testing::IsolatedTest {
 protected:
  std::unique_ptr<Transport> open(const std::string& name) {
    ParticipantOptions options;
    options.name = name;
    options.directory = registry();
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      texts_.push_back(event.text);
    };
    return *open_shm_transport(options);
  }
  static EndpointSpec on(const std::string& topic) {
    EndpointSpec spec;
    spec.topic = topic;
    spec.type_name = "test/Message";
    return spec;
  }
  static std::shared_ptr<PublisherPort> publisher(Transport& transport, const std::string& topic) {
    PublisherSpec spec;
    static_cast<EndpointSpec&>(spec) = on(topic);
    return *transport.open_publisher(spec);
  }
  static std::shared_ptr<SubscriptionPort> subscription(Transport& transport,
                                                        const std::string& topic) {
    SubscriptionSpec spec;
    static_cast<EndpointSpec&>(spec) = on(topic);
    return *transport.open_subscription(spec);
  }
  std::vector<std::string> texts() {
    const std::lock_guard lock(mutex_);
    return texts_;
  }

  /// In a child that has mounted a small file system for the registry. Returns what is wrong.
  int fill_and_clear() {
    const std::string root = registry_root();
    const std::string filler = root + "/filler";
    auto full = open("full");
    std::ofstream(filler) << std::string(128 << 10, 'x');
    std::vector<std::shared_ptr<PublisherPort>> publishers = {publisher(*full, "/first")};
    for (int i = 0; i < 100; ++i) publishers.push_back(publisher(*full, "/more"));
    publishers.push_back(publisher(*full, "/last"));
    const auto told = [&] {
      const auto seen = texts();
      return std::any_of(seen.begin(), seen.end(), [](const std::string& text) {
        return text.find("No space left on device") != std::string::npos;
      });
    };
    if (!wait_until(told)) return 2;
    unlink(filler.c_str());
    auto other = open("other");
    const auto first = subscription(*other, "/first");
    const auto last = subscription(*other, "/last");
    const auto met = [&] { return first->match_count() == 1 && last->match_count() == 1; };
    return wait_until(met) ? 0 : 3;
  }

  std::mutex mutex_;  // covers what follows
  std::vector<std::string> texts_;
};

TEST_F(RegistryTrouble, AFullRegistryIsWrittenAgainWhenThereIsRoom) {
  if (geteuid() != 0) GTEST_SKIP() << "mounting needs root";
  constexpr int no_mount = 77;
  const int result = base::result_of_child([this] {
    mkdir(registry_root().c_str(), 0700);
    const char* const place = registry_root().c_str();
    const bool mounted = unshare(CLONE_NEWNS) == 0 &&
                         mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         mount("none", place, "tmpfs", 0, "size=64k,mode=700") == 0;
    return mounted ? fill_and_clear() : no_mount;
  });
  rmdir(registry_root().c_str());
  if (result == no_mount) GTEST_SKIP() << "this machine allows no mount";
  EXPECT_EQ(result, 0);
}

TEST_F(RegistryTrouble, AFileThatAnotherProgramRemovesIsToldOnce) {
  auto removed = open("removed");
  const auto told = [&] {
    const auto seen = texts();
    return std::count_if(seen.begin(), seen.end(), [](const std::string& text) {
      return text.find("another program has removed this process's file") != std::string::npos;
    });
  };
  const auto kept = publisher(*removed, "/kept");
  EXPECT_TRUE(testing::stays_true([&] { return told() == 0; }, std::chrono::milliseconds(50)));
  std::filesystem::remove_all(registry());
  EXPECT_TRUE(wait_until([&] { return told() == 1; }));
  EXPECT_THAT(texts(), Contains(HasSubstr("RemoveIPC=no")));
  const auto more = publisher(*removed, "/more");
  EXPECT_TRUE(testing::stays_true([&] { return told() == 1; }, std::chrono::milliseconds(50)));
}

}  // namespace
}  // namespace baton::transport
