// SPDX-License-Identifier: Apache-2.0
// The fixture of every test that opens a participant: a machine of its own, and nothing left
// behind.
//
// Each test has its own registry directory and domain (BATON_REGISTRY_DIR, ROS_DOMAIN_ID; children
// inherit both). After the test body it fails if a file, a child process, a thread or a descriptor
// is left, so members that own some must be reset in the test or in TearDown() before this one's.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace baton::testing {

/// Sets an environment variable, or removes it, until this goes.
class ScopedVariable {
 public:
  ScopedVariable(std::string name, const std::optional<std::string>& value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const std::string name_;
  std::optional<std::string> former_;
};

class IsolatedTest : public ::testing::Test {
 protected:
  IsolatedTest();
  ~IsolatedTest() override;
  void TearDown() override;

  /// What BATON_REGISTRY_DIR says. It is made by the first participant and removed by the last.
  const std::string& registry_root() const { return registry_root_; }
  /// Where the participants of the test's domain are.
  std::string registry() const;
  unsigned domain_id() const { return domain_id_; }
  /// Participants whose registry file is there, dead or alive.
  std::size_t registered() const;
  /// A directory for other files of the test, removed after it.
  const std::string& scratch() const { return scratch_; }
  /// Call this in a test that leaves files in the registry on purpose.
  void forget_registry_files();

 private:
  std::string scratch_;
  std::string registry_root_;
  unsigned domain_id_ = 0;
  std::vector<ScopedVariable*> variables_;
  std::vector<std::string> descriptors_;
  std::size_t threads_ = 0;
};

}  // namespace baton::testing
