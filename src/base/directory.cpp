// SPDX-License-Identifier: Apache-2.0
#include "base/directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>

namespace baton::base {

namespace {

constexpr mode_t permissions = 07777;
/// With no descriptor left, another directory would fail as well.
const char* cure_of(int code) {
  if (code == EMFILE) return "; raise RLIMIT_NOFILE (ulimit -n)";
  return "; set BATON_REGISTRY_DIR to a directory of your own";
}

Error unusable(std::string_view what, const std::string& path) {
  Error error = os_error(fmt::format("cannot {} the directory {}", what, path));
  error.text += cure_of(error.code);
  return error;
}

/// Makes `name` in `parent` unless it exists. The umask is ignored: it belongs to the user's own
/// files.
Status make_directory(int parent, const std::string& name, const std::string& path, mode_t mode) {
  if (::mkdirat(parent, name.c_str(), mode & 0700) == 0) {
    if (::fchmodat(parent, name.c_str(), mode, 0) == 0) return {};
  } else if (errno == EEXIST) {
    return {};
  }
  return unusable("create", path);
}

/// Does not follow a symbolic link: another user may have made it.
Result<UniqueFd> open_directory(int parent, const std::string& name, const std::string& path,
                                int flags) {
  UniqueFd fd(::openat(parent, name.c_str(), flags | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd && (errno == ENOTDIR || errno == ELOOP)) {
    return Error{errno,
                 fmt::format("{} is not a directory (a symbolic link counts as none); "
                             "remove it or set BATON_REGISTRY_DIR to a directory of your own",
                             path)};
  }
  if (!fd) return unusable("open", path);
  return fd;
}

/// A parent is good enough if only its owner can exchange what is in it (not writable for others,
/// or sticky), and the owner is this user or root.
Status check_parent(int fd, const std::string& path, mode_t mode) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return unusable("use", path);
  if (status.st_uid != ::geteuid() && status.st_uid != 0) {
    return Error{EPERM, fmt::format("the directory {} belongs to user {}, not to you (user {}) or "
                                    "root; remove it or set BATON_REGISTRY_DIR to one of your own",
                                    path, status.st_uid, ::geteuid())};
  }
  if ((status.st_mode & 022 & ~mode) != 0 && (status.st_mode & S_ISVTX) == 0) {
    return Error{EPERM, fmt::format("the directory {} (mode {:o}) lets others replace what is in "
                                    "it; run: chmod go-w {}",
                                    path, status.st_mode & permissions, path)};
  }
  return {};
}

Status check_directory(int fd, const std::string& path, mode_t mode) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return os_error(fmt::format("cannot examine {}", path));
  if (status.st_uid != ::geteuid()) {
    return Error{EPERM, fmt::format("the directory {} belongs to user {}, not to you (user {}); "
                                    "remove it or set BATON_REGISTRY_DIR to one of your own",
                                    path, status.st_uid, ::geteuid())};
  }
  const mode_t excess = status.st_mode & 077 & ~mode;
  if (excess != 0) {
    return Error{EPERM, fmt::format("the directory {} is open to others (mode {:o}); run: "
                                    "chmod {:o} {}",
                                    path, status.st_mode & permissions, mode, path)};
  }
  return {};
}

}  // namespace

Result<UniqueFd> open_private_directory(const std::string& path, mode_t mode) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error).lexically_normal();
  if (error) return os_error(fmt::format("cannot use the directory '{}'", path), error.value());
  const auto directory = absolute.has_filename() ? absolute : absolute.parent_path();
  const auto parent = directory.parent_path();

  if (Status made = make_directory(AT_FDCWD, parent, parent, mode); !made)
    return std::move(made).error();
  // O_PATH: a user that may only pass through a directory may use what is in it.
  const Result<UniqueFd> above = open_directory(AT_FDCWD, parent, parent, O_PATH);
  if (!above) return above.error();
  if (Status safe = check_parent(above->get(), parent, mode); !safe) return std::move(safe).error();

  const std::string name = directory.filename();
  if (Status made = make_directory(above->get(), name, path, mode); !made)
    return std::move(made).error();
  Result<UniqueFd> fd = open_directory(above->get(), name, path, O_RDONLY);
  if (!fd) return fd;
  if (Status safe = check_directory(fd->get(), path, mode); !safe) return std::move(safe).error();
  return fd;
}

}  // namespace baton::base
