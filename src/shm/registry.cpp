// SPDX-License-Identifier: Apache-2.0
#include "shm/registry.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/directory.hpp"
#include "base/file_lock.hpp"
#include "base/group_directory.hpp"
#include "base/hash.hpp"
#include "base/kill_point.hpp"
#include "base/process.hpp"
#include "base/unix_socket.hpp"
#include "shm/layout.hpp"

namespace baton::shm {

namespace {

constexpr std::size_t id_digits = 16;
/// Larger files are refused: 20,000 endpoints with long names fit.
constexpr std::size_t max_file_bytes = 8 << 20;
/// Where the first line ends at the latest.
constexpr std::size_t max_first_line_bytes = 64;

std::string file_of(const std::string& id) { return id + ".json"; }
std::string socket_of(const std::string& id) { return id + ".sock"; }

bool is_id(std::string_view text) {
  return text.size() == id_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Takes memory for the whole text before its first byte is written: half a text would hide the
/// participant from all that look for it. Where this cannot be asked for, writing will tell.
base::Status make_room(int fd, std::size_t size_bytes) {
  const auto size = static_cast<off_t>(size_bytes);
  if (fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, size) == 0) return {};
  if (errno != ENOSPC && errno != EDQUOT) return {};
  return base::os_error("cannot write its file");
}

base::Status write_file(int fd, std::string_view body) {
  // The checksum tells a reader that the owner is in the middle of writing.
  const std::string text =
      fmt::format("baton {:016x} {}\n{}", base::fnv1a_64(body), body.size(), body);
  if (text.size() > max_file_bytes) {
    return base::Error{0,
                       fmt::format("the endpoints of this process need {} bytes in the registry, "
                                   "more than {}; use fewer endpoints per context",
                                   text.size(), max_file_bytes)};
  }
  struct stat before {};
  const bool longer = fstat(fd, &before) != 0 || before.st_size > static_cast<off_t>(text.size());
  if (static_cast<std::size_t>(before.st_blocks) * 512 < text.size()) {
    if (base::Status done = make_room(fd, text.size()); !done) return done;
  }
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote =
        pwrite(fd, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return base::os_error("cannot write its file");
    done += static_cast<std::size_t>(wrote);
    base::kill_point("registry.written");
  }
  // Truncate only a longer file: every change makes all participants look at the file.
  if (longer && ftruncate(fd, static_cast<off_t>(text.size())) != 0) {
    return base::os_error("cannot truncate its file");
  }
  return {};
}

/// What the first line says of the contents; empty if the text has no such line.
struct FirstLine {
  std::size_t length = 0;  // with its line end
  std::uint64_t checksum = 0;
  std::size_t size = 0;
};

std::optional<FirstLine> parse_first_line(std::string_view text) {
  constexpr std::string_view start = "baton ";
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos || !text.starts_with(start)) return std::nullopt;
  FirstLine first;
  first.length = line + 1;
  std::from_chars(text.data() + start.size(), text.data() + line, first.checksum, 16);
  const std::size_t size_at = text.find(' ', start.size());
  if (size_at < line) std::from_chars(text.data() + size_at + 1, text.data() + line, first.size);
  return first;
}

}  // namespace

std::optional<std::string> participant_of_file(const std::string& file_name) {
  const std::string id = file_name.substr(0, std::min(file_name.size(), id_digits));
  if (!is_id(id) || file_name != file_of(id)) return std::nullopt;
  return id;
}

base::Result<Registry> Registry::open(const std::string& directory, std::optional<unsigned> group) {
  auto opened = group ? base::open_group_directory(directory, *group)
                      : base::open_private_directory(directory);
  if (!opened) return std::move(opened).error();
  Registry registry;
  registry.directory_ = directory;
  registry.for_group_ = group.has_value();
  registry.directory_fd_ = std::move(*opened);
  return registry;
}

base::Status Registry::join(const ParticipantInfo& self) {
  const mode_t file_mode = for_group_ ? 0640 : 0600;
  base::UniqueFd file(openat(directory_fd_.get(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, file_mode));
  if (!file) {
    base::Error error = unusable(base::os_error("cannot create a file"));
    struct stat status {};  // ext4 says EPERM where the directory is gone
    if (fstat(directory_fd_.get(), &status) == 0 && status.st_nlink == 0) error.code = ENOENT;
    return error;
  }
  (void)fchmod(file.get(), file_mode);  // whatever the umask took away
  if (base::Status done = base::lock_exclusive(file.get()); !done) return done;
  const std::string body = participant_text(self);
  if (base::Status done = write_file(file.get(), body); !done) return unusable(done.error());
  base::kill_point("registry.before_link");
  const std::string source = fmt::format("/proc/self/fd/{}", file.get());
  if (linkat(AT_FDCWD, source.c_str(), directory_fd_.get(), file_of(self.id).c_str(),
             AT_SYMLINK_FOLLOW) != 0) {
    return unusable(base::os_error("cannot register"));
  }
  id_ = self.id;
  lock_ = std::move(file);
  file_ = base::UniqueFd(
      openat(directory_fd_.get(), file_of(id_).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  if (!file_) {
    base::Error error = unusable(base::os_error("cannot open its file"));
    leave();
    return error;
  }
  base::kill_point("registry.linked");
  // The socket comes second: a socket without a file would not tell whether its owner lives.
  // The kernel shows the socket's path to all users: a user that cannot look into the directory
  // learns from the path that there is a participant.
  auto socket = base::listen_at(directory_fd_.get(), socket_of(id_), for_group_ ? 0660 : 0600,
                                fmt::format("{}/{}", directory_, socket_of(id_)));
  if (!socket) {
    leave();
    return unusable(socket.error());
  }
  socket_ = std::move(*socket);
  base::kill_point("registry.listening");
  return publish(body);  // writes the file again: a peer that saw it before the socket tries again
}

base::Status Registry::publish(const std::string& text) {
  base::Status done = write_file(file_.get(), text);
  if (!done && done.error().code != 0) return unusable(done.error());
  return done;
}

/// Adds the cure to an error of the system.
base::Error Registry::unusable(const base::Error& error) const {
  const bool full = error.code == ENOSPC || error.code == EDQUOT;
  std::string cure = full ? "free some there" : "";
  if (!for_group_) {  // a group's registry has a fixed place
    cure += fmt::format("{}set BATON_REGISTRY_DIR to {}", full ? ", or " : "",
                        full ? "a directory with room" : "a directory of your own");
  }
  return {error.code, fmt::format("registry {}: {}{}{}", directory_, error.text,
                                  cure.empty() ? "" : "; ", cure)};
}

void Registry::leave() {
  if (id_.empty() || generation_ != base::fork_generation()) return;
  // Remove what participants left that died just now: there may be no later participant that would.
  if (const auto ids = list()) {
    for (const std::string& id : *ids) remove_if_dead(id);
  }
  unlinkat(directory_fd_.get(), socket_of(id_).c_str(), 0);
  base::kill_point("registry.socket_removed");
  unlinkat(directory_fd_.get(), file_of(id_).c_str(), 0);
  // Only an empty directory can be removed. A parent that the user named is the user's.
  const std::filesystem::path parent = std::filesystem::path(directory_).parent_path();
  if (rmdir(directory_.c_str()) == 0 && parent.parent_path() == "/dev/shm") rmdir(parent.c_str());
  id_.clear();
  socket_.reset();
}

bool Registry::is_listed() const {
  struct stat status {};
  return fstat(file_.get(), &status) == 0 && status.st_nlink != 0;
}

std::string Registry::place() const {
  struct stat status {};
  if (fstat(directory_fd_.get(), &status) != 0) return {};
  return fmt::format("{:016x}",
                     base::fnv1a_64(fmt::format("{} {} {} {}", base::boot_id(), status.st_dev,
                                                status.st_ino, layout_version)));
}

base::Result<std::vector<std::string>> Registry::list() const {
  // Open another descriptor: reading a directory moves the offset of its descriptor.
  const int fd = openat(directory_fd_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return base::os_error(fmt::format("cannot read {}", directory_));
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(fdopendir(fd), closedir);
  if (!dir) {
    base::Error error = base::os_error(fmt::format("cannot read {}", directory_));
    close(fd);
    return error;
  }
  std::vector<std::string> ids;
  while (const dirent* entry = readdir(dir.get())) {
    if (auto id = participant_of_file(entry->d_name)) ids.push_back(std::move(*id));
  }
  return ids;
}

void Registry::remove_if_dead(const std::string& id) const {
  if (id == id_) return;
  const auto entry = RegistryEntry::open(directory_fd_.get(), id);
  if (!entry || entry->alive()) return;
  // Remove the socket first: as long as the file is there, another participant will finish this.
  unlinkat(directory_fd_.get(), socket_of(id).c_str(), 0);
  unlinkat(directory_fd_.get(), file_of(id).c_str(), 0);
}

base::Result<RegistryEntry> RegistryEntry::open(int directory_fd, const std::string& id) {
  if (!is_id(id)) return base::Error{0, fmt::format("'{}' is not a participant's id", id)};
  RegistryEntry entry;
  entry.id_ = id;
  entry.fd_ = base::UniqueFd(
      openat(directory_fd, file_of(id).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!entry.fd_) return base::os_error(fmt::format("cannot open the registry file of {}", id));
  struct stat status {};
  if (fstat(entry.fd_.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return base::Error{0, fmt::format("the registry entry of {} is not a regular file", id)};
  }
  entry.uid_ = status.st_uid;
  entry.inode_ = status.st_ino;
  // The owner according to the file system, whatever the text says.
  entry.reader_ = ParticipantReader(id, entry.uid_);
  return entry;
}

base::Status RegistryEntry::awaken(int directory_fd) {
  if (!rests()) return {};
  auto again = open(directory_fd, id_);
  if (!again) return std::move(again).error();
  if (again->inode_ != inode_ || again->uid_ != uid_) return bad("another one", ENOENT);
  fd_ = std::move(again->fd_);
  return {};
}

bool RegistryEntry::alive() const {
  const auto locked = base::is_locked(fd_.get());
  return locked && *locked;
}

bool RegistryEntry::unlinked() const {
  struct stat status {};
  return fstat(fd_.get(), &status) != 0 || status.st_nlink == 0;
}

bool RegistryEntry::changed() const {
  char text[max_first_line_bytes];
  const ssize_t got = pread(fd_.get(), text, sizeof text, 0);
  if (got < 0 || !read_checksum_) return true;
  const auto line = parse_first_line({text, static_cast<std::size_t>(got)});
  return !line || line->checksum != *read_checksum_;
}

base::Result<RegistryEntry::Contents> RegistryEntry::contents() const {
  std::size_t size_bytes = max_file_bytes + 1;  // one byte more tells that a file is too large
  struct stat status {};
  if (fstat(fd_.get(), &status) == 0) {
    size_bytes = std::min(static_cast<std::size_t>(status.st_size) + 1, size_bytes);
  }
  std::string text(size_bytes, '\0');
  const ssize_t got = pread(fd_.get(), text.data(), text.size(), 0);
  if (got < 0) return base::os_error(fmt::format("cannot read the registry file of {}", id_));
  text.resize(static_cast<std::size_t>(got));

  if (text.size() > max_file_bytes) return bad("larger than any that Baton writes");
  const std::optional<FirstLine> line = parse_first_line(text);
  if (!line) return bad("not a registry file");
  text.erase(0, line->length);
  if (text.size() < line->size) return bad("being written", EAGAIN);
  text.resize(
      // A text that is overwritten may have the end of an older version until it is truncated.
      line->size);
  if (base::fnv1a_64(text) != line->checksum) return bad("being written", EAGAIN);
  return Contents{line->checksum, std::move(text)};
}

base::Result<ParticipantInfo> RegistryEntry::read_process() const {
  const auto read = contents();
  if (!read) return read.error();
  auto info = reader_.read_process(read->body);
  if (!info) return bad(info.error().text);
  return info;
}

base::Status RegistryEntry::read() {
  const auto now = contents();
  if (!now) return now.error();
  if (const base::Status done = reader_.read(now->body); !done) return bad(done.error().text);
  read_checksum_ = now->checksum;
  return {};
}

base::Error RegistryEntry::bad(std::string_view why, int code) const {
  return {code, fmt::format("registry file of participant {}: {}", id_, why)};
}

}  // namespace baton::shm
