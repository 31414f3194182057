// SPDX-License-Identifier: Apache-2.0
// Which participants exist: a directory with one locked file and one socket for each.
//
// `<id>.json` is written only by its participant and holds its endpoints; `<id>.sock` is where it
// listens. A write lock on the file says that the participant lives: it is taken before the file
// becomes visible and dropped by the kernel, so an unlocked file is what a dead process left.
// Thread safety: none; the participant thread owns it.
// If the process dies at any instruction, the next participant that starts or scans removes both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/fork_guard.hpp"
#include "base/unique_fd.hpp"
#include "shm/participant_text.hpp"

namespace baton::shm {

class Registry {
 public:
  /// Opens (and makes) the directory: private to this user, or, with a group, to its members.
  static base::Result<Registry> open(const std::string& directory,
                                     std::optional<unsigned> group = std::nullopt);

  /// Makes this participant visible, with a listening socket. Afterwards `publish` updates it.
  /// Code ENOENT: the last participant left at this moment and took the directory along; open
  /// again.
  base::Status join(const ParticipantInfo& self);
  base::Status publish(const std::string& participant_text);
  /// False when another program has removed the file: participants that come now do not see this.
  bool is_listed() const;
  /// Removes both files, those of the dead, and the directory if no participant is left in it. The
  /// lock is kept until this object goes: peers must not think that the process is dead while it
  /// still reads their memory.
  void leave();

  /// The ids of all participants in the directory, dead ones included.
  base::Result<std::vector<std::string>> list() const;
  /// Removes the files of a participant that is not alive; leaves those of a living one.
  void remove_if_dead(const std::string& id) const;

  /// Equal for all participants that can meet in this directory, and for no others: 16 hexadecimal
  /// digits of the machine's boot, the directory itself, whatever its path, and the version of what
  /// is shared there.
  std::string place() const;

  int listening_fd() const { return socket_.get(); }
  int directory_fd() const { return directory_fd_.get(); }
  const std::string& directory() const { return directory_; }

 private:
  Registry() = default;
  base::Error unusable(const base::Error& error) const;

  std::string directory_;
  std::uint32_t generation_ = base::fork_generation();
  bool for_group_ = false;
  base::UniqueFd directory_fd_;
  base::UniqueFd lock_;  // the descriptor that made the file and holds its lock
  base::UniqueFd
      // A second descriptor, for writing, opened by name: otherwise watchers do not learn the name.
      file_;
  base::UniqueFd socket_;
  std::string id_;
};

/// Another participant's registry file, opened read-only.
class RegistryEntry {
 public:
  /// Fails if there is no such file, or if it is not a regular file.
  static base::Result<RegistryEntry> open(int directory_fd, const std::string& id);

  /// Closes the descriptor; what was read stays. Functions below that ask the file do not work
  /// until awaken().
  void rest() { fd_.reset(); }
  bool rests() const { return !fd_; }
  /// Opens the file again. Code ENOENT: the file is gone, or is another one.
  base::Status awaken(int directory_fd);

  /// Asks the kernel whether the owner lives: 0.7 us, disturbs no other process.
  bool alive() const;
  /// True when the owner has left, or another participant has removed the file.
  bool unlinked() const;
  /// The owner according to the file system.
  std::uint32_t uid() const { return uid_; }
  /// Reads the contents into info(). Code EAGAIN when the owner is just writing: read again at the
  /// next change. For anything else that is wrong, the error's text names the file. On error info()
  /// does not change.
  base::Status read();
  /// What read() found last; nullptr before.
  const ParticipantInfo* info() const { return read_checksum_ ? &reader_.info() : nullptr; }
  /// False if read() would find what it found last. Cheap, whatever the file's size.
  bool changed() const;
  /// Reads only the process, not the endpoints. Errors as of read().
  base::Result<ParticipantInfo> read_process() const;

 private:
  struct Contents {
    std::uint64_t checksum;
    std::string body;
  };
  base::Result<Contents> contents() const;
  base::Error bad(std::string_view why, int code = 0) const;

  std::string id_;
  std::uint32_t uid_ = 0;
  std::uint64_t inode_ = 0;
  base::UniqueFd fd_;
  std::optional<std::uint64_t> read_checksum_;  // the checksum that read() found last
  ParticipantReader reader_;
};

/// `<id>` if `file_name` is `<id>.json` with a valid id.
std::optional<std::string> participant_of_file(const std::string& file_name);

}  // namespace baton::shm
