// SPDX-License-Identifier: Apache-2.0
#include "base/group_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace baton::base {
namespace {

constexpr mode_t group_mode = 02770;

Result<UniqueFd> open_one(const std::string& path, gid_t group) {
  const bool created = mkdir(path.c_str(), 0700) == 0;
  if (!created && errno != EEXIST) return os_error(fmt::format("cannot create {}", path));
  UniqueFd fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return os_error(fmt::format("cannot open {}", path));
  if (created) {
    // The group first: chown takes the set-group-ID bit away.
    if (fchown(fd.get(), static_cast<uid_t>(-1), group) != 0 || fchmod(fd.get(), group_mode) != 0) {
      return os_error(fmt::format("cannot give {} to group {}", path, group));
    }
    return fd;
  }
  struct stat status {};
  if (fstat(fd.get(), &status) != 0) return os_error(fmt::format("cannot look at {}", path));
  if (status.st_gid != group || (status.st_mode & 0007) != 0) {
    return Error{0, fmt::format("{} belongs to group {} with mode {:o}, not to group {} with mode "
                                "{:o}: remove it, or have its owner correct it",
                                path, status.st_gid, status.st_mode & 07777, group, group_mode)};
  }
  return fd;
}

}  // namespace

Result<UniqueFd> open_group_directory(const std::string& path, gid_t group) {
  const std::string parent = std::filesystem::path(path).parent_path();
  if (auto opened = open_one(parent, group); !opened) return opened;
  return open_one(path, group);
}

}  // namespace baton::base
