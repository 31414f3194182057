// SPDX-License-Identifier: Apache-2.0
#include "client/context/security_choice.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include <baton/exceptions.hpp>

#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ScopedVariable;

class Security : public testing::IsolatedTest {
 protected:
  std::filesystem::path make_enclave(const std::string& name) {
    const auto folder = std::filesystem::path(scratch()) / "keys" / "enclaves" / name;
    std::filesystem::create_directories(folder);
    for (const char* file : {"identity_ca.cert.pem", "cert.pem", "key.pem",
                             "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"}) {
      std::ofstream(folder / file) << "text";
    }
    return folder;
  }
  std::string keystore() { return std::filesystem::path(scratch()) / "keys"; }
  static std::string refusal() {
    try {
      (void)security_choice({}, std::nullopt);
      return "accepted";
    } catch (const exceptions::Error& error) {
      return error.what();
    }
  }

  const ScopedVariable enable{"ROS_SECURITY_ENABLE", "true"};
  const ScopedVariable directory{"ROS_SECURITY_KEYSTORE", std::nullopt};
  const ScopedVariable strategy{"ROS_SECURITY_STRATEGY", std::nullopt};
  const ScopedVariable replaced{"ROS_SECURITY_ENCLAVE_OVERRIDE", std::nullopt};
};

TEST_F(Security, IsOffUnlessItIsAskedFor) {
  for (const auto& value : {std::optional<std::string>(), std::optional<std::string>("false")}) {
    const ScopedVariable off("ROS_SECURITY_ENABLE", value);
    const SecurityChoice choice = security_choice({}, std::nullopt);
    EXPECT_FALSE(choice.files);
    EXPECT_THAT(choice.warning, IsEmpty());
    EXPECT_EQ(choice.enclave, "/");
  }
}

TEST_F(Security, TakesTheFilesOfTheEnclaveThatTheArgumentsName) {
  const auto folder = make_enclave("robot/arm");
  const ScopedVariable keys("ROS_SECURITY_KEYSTORE", keystore());
  const SecurityChoice choice = security_choice({}, "/robot/arm");
  ASSERT_TRUE(choice.files);
  EXPECT_EQ(choice.enclave, "/robot/arm");
  EXPECT_EQ(choice.files->identity_ca, folder / "identity_ca.cert.pem");
  EXPECT_EQ(choice.files->certificate, folder / "cert.pem");
  EXPECT_EQ(choice.files->private_key, folder / "key.pem");
  EXPECT_EQ(choice.files->permissions_ca, folder / "permissions_ca.cert.pem");
  EXPECT_EQ(choice.files->governance, folder / "governance.p7s");
  EXPECT_EQ(choice.files->permissions, folder / "permissions.p7s");
  EXPECT_THAT(choice.files->revoked, IsEmpty());
  std::ofstream(folder / "crl.pem") << "text";
  EXPECT_EQ(security_choice({}, "/robot/arm").files->revoked, folder / "crl.pem");
}

TEST_F(Security, TheVariableOverridesTheArguments) {
  make_enclave("other");
  const ScopedVariable keys("ROS_SECURITY_KEYSTORE", keystore());
  const ScopedVariable other("ROS_SECURITY_ENCLAVE_OVERRIDE", "/other");
  const SecurityChoice choice = security_choice({}, "/robot/arm");
  EXPECT_TRUE(choice.files);
  EXPECT_EQ(choice.enclave, "/other");
}

TEST_F(Security, WhatIsMissingIsAnErrorIfItIsEnforced) {
  const ScopedVariable enforced("ROS_SECURITY_STRATEGY", "Enforce");
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("ROS_SECURITY_KEYSTORE is not set"), HasSubstr("create_keystore")));
  const ScopedVariable keys("ROS_SECURITY_KEYSTORE", keystore());
  EXPECT_THAT(refusal(), AllOf(HasSubstr("identity_ca.cert.pem, cert.pem, key.pem"),
                               HasSubstr("create_enclave")));
  const auto folder = make_enclave("");
  EXPECT_EQ(refusal(), "accepted");
  std::filesystem::remove(folder / "key.pem");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("no key.pem in"), Not(HasSubstr("governance"))));
}

TEST_F(Security, WhatIsMissingIsAWarningIfItIsPermissive) {
  SecurityChoice choice = security_choice({}, std::nullopt);
  EXPECT_FALSE(choice.files);
  EXPECT_THAT(choice.warning,
              AllOf(HasSubstr("without security"), HasSubstr("ROS_SECURITY_KEYSTORE")));
  const ScopedVariable permissive("ROS_SECURITY_STRATEGY", "Permissive");
  const ScopedVariable keys("ROS_SECURITY_KEYSTORE", keystore());
  choice = security_choice({}, std::nullopt);
  EXPECT_FALSE(choice.files);
  EXPECT_THAT(choice.warning, HasSubstr("governance.p7s"));
}

TEST_F(Security, AFolderOfTheOptionsNeedsNoVariableAndIsEnforced) {
  const ScopedVariable off("ROS_SECURITY_ENABLE", std::nullopt);
  ContextOptions options;
  options.enclave_directory = make_enclave("robot");
  EXPECT_TRUE(security_choice(options, std::nullopt).files);
  std::filesystem::remove(options.enclave_directory + "/cert.pem");
  EXPECT_THROW((void)security_choice(options, std::nullopt), exceptions::Error);
}

TEST_F(Security, ValuesThatMeanNothingAreErrors) {
  const ScopedVariable yes("ROS_SECURITY_ENABLE", "1");
  EXPECT_THAT(refusal(), HasSubstr("set it to true or false"));
  const ScopedVariable on("ROS_SECURITY_ENABLE", "true");
  const ScopedVariable strict("ROS_SECURITY_STRATEGY", "enforce");
  EXPECT_THAT(refusal(), HasSubstr("set it to Enforce or Permissive"));
  const ScopedVariable known("ROS_SECURITY_STRATEGY", "Enforce");
  const ScopedVariable relative("ROS_SECURITY_ENCLAVE_OVERRIDE", "robot");
  EXPECT_THAT(refusal(), HasSubstr("write it as /robot/arm"));
}

}  // namespace
}  // namespace baton::client
