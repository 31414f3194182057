// SPDX-License-Identifier: Apache-2.0
#include "testing/foreign_user.hpp"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

namespace baton::testing {
namespace {

constexpr uid_t nobody = 65534;
constexpr gid_t nogroup = 65534;

}  // namespace

bool can_switch_user() { return geteuid() == 0; }

std::string nobody_group() { return std::to_string(nogroup); }

ChildOptions as_nobody(const std::string& scratch) {
  const std::string home = scratch + "/nobody";
  mkdir(home.c_str(), 0700);
  if (chown(home.c_str(), nobody, nogroup) != 0 || chmod(scratch.c_str(), 0711) != 0) {
    throw std::runtime_error("cannot make a directory for user nobody");
  }
  ChildOptions options;
  options.environment["BATON_REGISTRY_DIR"] = home + "/registry";
  options.prepare = [] {
    return setgroups(0, nullptr) == 0 && setgid(nogroup) == 0 && setuid(nobody) == 0;
  };
  return options;
}

}  // namespace baton::testing
