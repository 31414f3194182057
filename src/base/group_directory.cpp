// SPDX-License-Identifier: Apache-2.0
#include "base/group_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/process.hpp"

namespace baton::base {
namespace {

/// Sticky: a member cannot remove or exchange the files of another.
constexpr mode_t group_mode = 03770;

/// Makes the directory under another name and renames it once it belongs to the group, so that no
/// member finds an unfinished one. False when the directory exists already.
Result<bool> make_one(const std::string& path, gid_t group) {
  struct stat status {};
  if (lstat(path.c_str(), &status) == 0) return false;
  const std::string unfinished = fmt::format("{}.{}", path, random_id());
  if (mkdir(unfinished.c_str(), 0700) != 0) return os_error(fmt::format("cannot create {}", path));
  UniqueFd fd(open(unfinished.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  // Set the group first: chown takes the set-group-ID bit away.
  if (!fd || fchown(fd.get(), static_cast<uid_t>(-1), group) != 0 ||
      fchmod(fd.get(), group_mode) != 0) {
    Error error = os_error(fmt::format("cannot give {} to group {}", path, group));
    rmdir(unfinished.c_str());
    return error;
  }
  int done = renameat2(AT_FDCWD, unfinished.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE);
  // Where RENAME_NOREPLACE is not supported, rename() may replace an empty directory of another
  // member. That member then joins once more.
  if (done != 0 && errno == EINVAL) done = rename(unfinished.c_str(), path.c_str());
  if (done == 0) return true;
  Error error = os_error(fmt::format("cannot create {}", path));
  rmdir(unfinished.c_str());
  if (error.code == EEXIST || error.code == ENOTEMPTY) return false;
  return error;
}

Result<UniqueFd> open_one(const std::string& path, gid_t group) {
  if (auto made = make_one(path, group); !made) return std::move(made).error();
  UniqueFd fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return os_error(fmt::format("cannot open {}", path));
  struct stat status {};
  if (fstat(fd.get(), &status) != 0) return os_error(fmt::format("cannot look at {}", path));
  const bool is_the_groups = status.st_gid == group && (status.st_mode & 0007) == 0;
  if (!is_the_groups || ((status.st_mode & S_ISVTX) == 0 && fchmod(fd.get(), group_mode) != 0)) {
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
