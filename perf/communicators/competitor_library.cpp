// SPDX-License-Identifier: Apache-2.0
#include "communicators/competitor_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "communicator.hpp"
#include "options.hpp"

namespace perf {
namespace {

constexpr unsigned last_domain_id = 232;

}  // namespace

void* open_competitor_library(const std::string& name, std::string& error) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // build/<preset>/bin/perf_test
  const fs::path preset = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  for (const fs::path& candidate :
       {preset / "lib" / name, preset.parent_path() / "competitors" / "lib" / name,
        fs::path(name)}) {
    // A library that is there and cannot be opened is the one to tell of.
    const bool is_path = candidate.has_parent_path();
    if (is_path && !fs::exists(candidate, ignored)) continue;
    if (void* const library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    error = dlerror();
    if (is_path) return nullptr;
  }
  return nullptr;
}

unsigned domain_of(const Options& options) {
  if (options.domain_id) return *options.domain_id;
  const char* const text = std::getenv("ROS_DOMAIN_ID");
  if (text == nullptr || *text == '\0') return 0;
  char* end = nullptr;
  const unsigned long id = std::strtoul(text, &end, 10);
  if (*end != '\0' || id > last_domain_id) {
    throw RunError(
        fmt::format("ROS_DOMAIN_ID is '{}'; set it to 0..{}, or unset it", text, last_domain_id));
  }
  return static_cast<unsigned>(id);
}

}  // namespace perf
