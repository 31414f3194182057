// SPDX-License-Identifier: Apache-2.0
#include "testing/isolation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "testing/deadline.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {

namespace {

/// Ignores the log file, which a process opens once and keeps.
std::vector<std::string> descriptors_of_tests() {
  std::vector<std::string> open = open_descriptors();
  std::erase_if(open, [](const std::string& text) {
    return text.ends_with(".log") || text.ends_with(".log (deleted)");
  });
  return open;
}

/// A domain that no other process of this network has, until this one ends. From 1 to 100: 0 is the
/// user's own, and the ports of those above overlap with what Linux gives to others.
unsigned claim_domain() {
  static const unsigned claimed = [] {
    constexpr unsigned domains = 100;
    const int lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    for (unsigned i = 0; i < domains; ++i) {
      const unsigned domain = 1 + (static_cast<unsigned>(getpid()) + i) % domains;
      sockaddr_un address{};
      address.sun_family = AF_UNIX;
      // Use an abstract name: it belongs to the network namespace, and ends with its process.
      const std::string name = fmt::format("baton-test-domain-{}", domain);
      std::copy(name.begin(), name.end(), &address.sun_path[1]);
      const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
      if (bind(lock, reinterpret_cast<sockaddr*>(&address), length) == 0) return domain;
    }
    throw std::runtime_error("all domains are taken by tests that run now");
  }();
  return claimed;
}

}  // namespace

ScopedVariable::ScopedVariable(std::string name, const std::optional<std::string>& value)
    : name_(std::move(name)) {
  if (const char* former = std::getenv(name_.c_str())) former_ = former;
  if (value) {
    setenv(name_.c_str(), value->c_str(), 1);
  } else {
    unsetenv(name_.c_str());
  }
}

ScopedVariable::~ScopedVariable() {
  if (former_) {
    setenv(name_.c_str(), former_->c_str(), 1);
  } else {
    unsetenv(name_.c_str());
  }
}

IsolatedTest::IsolatedTest() {
  std::string pattern = "/dev/shm/baton-test-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("cannot make a directory in /dev/shm for this test");
  }
  scratch_ = pattern;
  // One level below, so that the last participant that leaves may remove it.
  registry_root_ = scratch_ + "/registry";
  domain_id_ = claim_domain();
  variables_ = {new ScopedVariable("BATON_REGISTRY_DIR", registry_root_),
                new ScopedVariable("ROS_DOMAIN_ID", std::to_string(domain_id_)),
                new ScopedVariable("BATON_GROUP", std::nullopt),
                new ScopedVariable("BATON_GROUP_DIR", std::nullopt),
                new ScopedVariable("BATON_KILL_AT", std::nullopt)};
  // The user's own log stays clean when the program is not run by ctest.
  if (std::getenv("ROS_LOG_DIR") == nullptr) {
    variables_.push_back(new ScopedVariable("ROS_LOG_DIR", scratch_ + "/log"));
  }
  descriptors_ = descriptors_of_tests();
  threads_ = thread_count();
}

IsolatedTest::~IsolatedTest() {
  for (ScopedVariable* variable : variables_) delete variable;
  std::error_code ignored;
  std::filesystem::remove_all(scratch_, ignored);
}

std::string IsolatedTest::registry() const {
  return fmt::format("{}/d{}", registry_root_, domain_id_);
}

std::size_t IsolatedTest::registered() const {
  std::size_t count = 0;
  for (const std::string& name : files_below(registry())) count += name.ends_with(".json");
  return count;
}

void IsolatedTest::forget_registry_files() {
  std::error_code ignored;
  std::filesystem::remove_all(registry_root_, ignored);
}

void IsolatedTest::TearDown() {
  const auto none_left = [this] { return files_below(registry_root_).empty(); };
  EXPECT_TRUE(wait_until(none_left))
      << fmt::format("left in the registry: {}", files_below(registry_root_));
  siginfo_t child{};
  EXPECT_TRUE(waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD)
      << "a child process is left";
  EXPECT_TRUE(wait_until([this] { return thread_count() <= threads_ + sanitizer_threads; }))
      << "threads: " << thread_count() << ", at the start " << threads_;
  EXPECT_TRUE(wait_until([this] { return descriptors_of_tests().size() <= descriptors_.size(); }))
      << fmt::format("open descriptors:\n{}\nat the start:\n{}",
                     fmt::join(descriptors_of_tests(), "\n"), fmt::join(descriptors_, "\n"));
}

}  // namespace baton::testing
