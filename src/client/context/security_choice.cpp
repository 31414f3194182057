// SPDX-License-Identifier: Apache-2.0
#include "client/context/security_choice.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include <baton/exceptions.hpp>

#include "client/context/environment.hpp"
#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

constexpr const char* enable_variable = "ROS_SECURITY_ENABLE";
constexpr const char* keystore_variable = "ROS_SECURITY_KEYSTORE";
constexpr const char* strategy_variable = "ROS_SECURITY_STRATEGY";
constexpr const char* override_variable = "ROS_SECURITY_ENCLAVE_OVERRIDE";

bool is_enabled() {
  const std::string text = variable(enable_variable).value_or("");
  if (text.empty() || text == "false") return false;
  if (text == "true") return true;
  throw exceptions::Error(
      fmt::format("{} is '{}'; set it to true or false, or unset it", enable_variable, text));
}

bool is_enforced() {
  const std::string text = variable(strategy_variable).value_or("");
  if (text.empty() || text == "Permissive") return false;
  if (text == "Enforce") return true;
  throw exceptions::Error(fmt::format("{} is '{}'; set it to Enforce or Permissive, or unset it",
                                      strategy_variable, text));
}

/// Looks for the files of an enclave, under the names that ROS gives them.
class Enclave {
 public:
  explicit Enclave(const std::filesystem::path& folder) : folder_(folder) {
    files_.identity_ca = find("identity_ca.cert.pem");
    files_.certificate = find("cert.pem");
    files_.private_key = find("key.pem");
    files_.permissions_ca = find("permissions_ca.cert.pem");
    files_.governance = find("governance.p7s");
    files_.permissions = find("permissions.p7s");
    if (is_readable("crl.pem")) files_.revoked = path("crl.pem");
  }

  /// Says which file is missing; empty: none.
  std::string lack() const {
    if (lack_.empty()) return "";
    return fmt::format(
        "there is no {} in {} that can be read; make them with `ros2 security "
        "create_enclave`, or set {} and {} to where they are",
        lack_, folder_.string(), keystore_variable, override_variable);
  }
  const dds::WireSecurity& files() const { return files_; }

 private:
  std::string path(const char* name) const {
    std::error_code ignored;
    return std::filesystem::absolute(folder_ / name, ignored);
  }
  bool is_readable(const char* name) const { return access(path(name).c_str(), R_OK) == 0; }
  std::string find(const char* name) {
    if (!is_readable(name)) lack_ += fmt::format("{}{}", lack_.empty() ? "" : ", ", name);
    return path(name);
  }

  const std::filesystem::path folder_;
  dds::WireSecurity files_;
  std::string lack_;
};

SecurityChoice refused(SecurityChoice choice, const std::string& why, bool enforced) {
  if (enforced) throw exceptions::Error(fmt::format("the network cannot be secured: {}", why));
  choice.warning = fmt::format(
      "the network is open without security, although {} is true: {}; set "
      "{}=Enforce to have an error instead",
      enable_variable, why, strategy_variable);
  return choice;
}

SecurityChoice secured(SecurityChoice choice, const std::filesystem::path& folder, bool enforced) {
  const Enclave enclave(folder);
  if (!enclave.lack().empty()) return refused(std::move(choice), enclave.lack(), enforced);
  choice.files = enclave.files();
  return choice;
}

}  // namespace

SecurityChoice security_choice(const ContextOptions& options,
                               const std::optional<std::string>& enclave) {
  SecurityChoice choice;
  choice.enclave = enclave.value_or("/");
  if (const std::string other = variable(override_variable).value_or(""); !other.empty()) {
    if (const auto fault = find_namespace_fault(other)) {
      throw exceptions::Error(
          fmt::format("{} is '{}', which is no enclave: {}; write it as /robot/arm",
                      override_variable, other, fault->why));
    }
    choice.enclave = other;
  }
  if (!options.enclave_directory.empty()) {
    return secured(std::move(choice), options.enclave_directory, true);
  }
  if (!is_enabled()) return choice;
  const bool enforced = is_enforced();
  const std::string keystore = variable(keystore_variable).value_or("");
  if (keystore.empty()) {
    return refused(
        std::move(choice),
        fmt::format("{} is not set; set it to a keystore, as `ros2 security create_keystore` "
                    "makes one",
                    keystore_variable),
        enforced);
  }
  const std::filesystem::path folder =
      std::filesystem::path(keystore) / "enclaves" / choice.enclave.substr(1);
  return secured(std::move(choice), folder, enforced);
}

}  // namespace baton::client
