// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <errno.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/random.h>

#include <cstdint>
#include <fstream>

#include "base/assert.hpp"

namespace baton::base {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  return line;
}

}  // namespace

std::string process_name(pid_t pid) { return first_line(fmt::format("/proc/{}/comm", pid)); }

std::string own_program_name() { return ::program_invocation_short_name; }

bool process_exists(pid_t pid) { return pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM); }

std::string random_id() {
  uint64_t number = 0;
  ssize_t size = 0;
  do {
    size = ::getrandom(&number, sizeof number, 0);
  } while (size < 0 && errno == EINTR);
  BATON_ASSERT(size == sizeof number, size, errno);
  return fmt::format("{:016x}", number);
}

std::string boot_id() { return first_line("/proc/sys/kernel/random/boot_id"); }

}  // namespace baton::base
