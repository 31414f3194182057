// SPDX-License-Identifier: Apache-2.0
// Who exists: a directory with one locked file and one socket per participant.
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
#include <vector>

#include "base/error.hpp"
#include "base/fork_guard.hpp"
#include "base/unique_fd.hpp"
#include "shm/endpoint.hpp"

namespace baton::shm {

struct ParticipantInfo {
  std::string id;             // 16 hexadecimal digits, never reused
  std::uint32_t version = 0;  // layout_version
  std::int64_t pid = 0;       // as its own PID namespace numbers it; for people only
  std::uint32_t uid = 0;
  std::string name;
  std::vector<std::string> nodes;  // fully qualified; a name may be there twice
  std::vector<Endpoint> publishers;
  std::vector<Endpoint> subscriptions;
};

/// The text of a file that says `info` and, in place of its endpoints, those given as text. For a
/// process with thousands of endpoints: each one's text is made once.
using Texts = std::vector<const std::string*>;
std::string endpoint_text(const Endpoint& endpoint);
std::string participant_text(const ParticipantInfo& info, const Texts& publishers,
                             const Texts& subscriptions);

class Registry {
 public:
  /// Opens (and makes) the directory: private to this user, or, with a group, to its members.
  static base::Result<Registry> open(const std::string& directory,
                                     std::optional<unsigned> group = std::nullopt);

  /// Makes this participant visible, with a listening socket. Afterwards `publish` updates it.
  /// Code ENOENT: the last participant left at this moment and took the directory along; open again.
  base::Status join(const ParticipantInfo& self);
  base::Status publish(const ParticipantInfo& self);
  /// The same, of participant_text().
  base::Status publish(const std::string& text);
  /// Removes both files, those of the dead, and the directory if nobody else is in it. The lock is kept until this
  /// object goes: peers must not think that the process is dead while it still reads their memory.
  void leave();

  /// The ids of all participants in the directory, dead ones included.
  base::Result<std::vector<std::string>> list() const;
  /// Removes the files of a participant that is not alive; leaves those of a living one.
  void remove_if_dead(const std::string& id) const;

  /// Says the same to all who can meet in this directory, and nowhere else: 16 hexadecimal digits of the
  /// machine's boot, the directory itself, whatever its path, and the version of what is shared there.
  std::string place() const;

  int listening_fd() const { return socket_.get(); }
  int directory_fd() const { return directory_fd_.get(); }
  const std::string& directory() const { return directory_; }

 private:
  Registry() = default;

  std::string directory_;
  std::uint32_t generation_ = base::fork_generation();
  bool for_group_ = false;
  base::UniqueFd directory_fd_;
  base::UniqueFd lock_;  // the opening that made the file and holds its lock
  base::UniqueFd file_;  // for writing, opened by name: only then do watchers learn which file it is
  base::UniqueFd socket_;
  std::string id_;
};

/// A registry file of somebody else, opened read-only.
class RegistryEntry {
 public:
  /// Fails if there is no such file, or if it is not a regular file.
  static base::Result<RegistryEntry> open(int directory_fd, const std::string& id);

  /// Asks the kernel whether the owner lives: 0.7 us, disturbs nobody.
  bool alive() const;
  /// True when the owner has left, or was tidied away.
  bool unlinked() const;
  /// The owner according to the file system.
  std::uint32_t uid() const { return uid_; }
  /// The contents. Code EAGAIN when the owner is just writing: read again at the next change.
  /// Anything else that is wrong is a text that names the file.
  base::Result<ParticipantInfo> read();
  /// False if read() would return what it returned last. Cheap, whatever the file's size.
  bool changed() const;

 private:
  std::string id_;
  std::uint32_t uid_ = 0;
  base::UniqueFd fd_;
  std::optional<std::uint64_t> read_checksum_;  // of what read() returned last
};

/// `<id>` if `file_name` is `<id>.json` with a valid id.
std::optional<std::string> participant_of_file(const std::string& file_name);

}  // namespace baton::shm
