// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/mapping.hpp"
#include "base/private_memory.hpp"
#include "base/unique_fd.hpp"

// Memory that one process writes and others read.
//
// Owner: memfd of fixed size, mapped writable in own_window(), then sealed SHRINK, GROW,
// FUTURE_WRITE and SEAL, and re-opened read-only for peers. The seal matters as much as the
// read-only descriptor: without it a peer re-opens /proc/self/fd/N for writing. Peer: takes a
// descriptor from a stranger, accepts only memory that can neither shrink (SIGBUS) nor come from a
// file system of the stranger's making, and maps it in received_window(). If the owner dies at any
// instruction the memory lives on in the peers' mappings and nowhere else.

namespace baton::base {

class OwnMemory {
 public:
  /// Virtual size only, nothing is committed. `name` shows in /proc/<pid>/maps. Fails when the
  /// process is out of descriptors or address space, or /proc is not mounted.
  static Result<OwnMemory> create(const std::string& name, size_t size_bytes);

  std::byte* data() noexcept { return mapping_.data(); }
  const std::byte* data() const noexcept { return mapping_.data(); }
  size_t size_bytes() const noexcept { return mapping_.size(); }

  /// Makes [offset, offset + size) usable, and safe to write: without it a full machine would be a
  /// SIGBUS or the OOM killer. Asks the headroom first, then allocates zeroed pages and maps them,
  /// so that the first access does not fault and peers see that they are there. The error says how
  /// much was wanted, how much there is and which limit decides; what was committed before stays
  /// usable. Not on the hot path. Memory is given back only by destroying the object.
  Status commit(size_t offset, size_t size);
  size_t committed_bytes() const noexcept;

  /// For sending to peers; stays owned by this object.
  int read_only_fd() const noexcept { return read_only_.get(); }

  /// False on kernels before 5.1: a peer of the same user that means harm could then write.
  bool write_protected() const noexcept { return write_protected_; }

 private:
  OwnMemory() = default;

  std::string name_;
  Mapping mapping_;
  UniqueFd writable_;  // for fallocate only; never sent
  UniqueFd read_only_;
  bool write_protected_ = false;
};

class PeerMemory {
 public:
  /// Takes a received descriptor, maps it read-only and closes it. Refuses, each with a text of its
  /// own: not a regular file, not on tmpfs, seals missing, size outside [min, max]. The seals of an
  /// accepted descriptor promise that its size never changes, so bounds may be checked against
  /// size_bytes() for ever, and since Linux 5.1 that memory which is there stays. The contents
  /// remain input of a stranger. Of another user's memory the descriptor is kept: what is there
  /// does not show through a mapping. `with_private`: private_memory() is mapped, too, if it can
  /// be. What lies behind `open_bytes` can be read once is_backed() or prefault() has said that it
  /// is there: so it costs no memory in a process that locks its memory (mlockall) either.
  static Result<PeerMemory> adopt(UniqueFd fd, size_t min_size_bytes, size_t max_size_bytes,
                                  bool with_private = false, size_t open_bytes = SIZE_MAX);

  PeerMemory() = default;

  const std::byte* data() const noexcept { return mapping_.data(); }
  size_t size_bytes() const noexcept { return mapping_.size(); }

  /// The same memory, writable for this process alone. Null: it was not asked for, or could not be
  /// had, and why_not_private() says why. Usable as far as its open_until() says.
  const PrivateMemory* private_memory() const noexcept { return private_ ? &*private_ : nullptr; }
  const std::string& why_not_private() const noexcept { return why_not_private_; }

  /// True if the owner has memory behind all of [begin, end), so that reading it allocates nothing.
  /// A system call.
  bool is_backed(size_t begin, size_t end) const noexcept;

  /// Maps ahead of use, in private_memory() too, what of [begin, end) the owner has memory behind,
  /// up to the first gap, and allocates nothing. Returns where it ended. See Mapping::prefault.
  size_t prefault(size_t begin, size_t end) const noexcept;

 private:
  size_t backed_until(size_t begin, size_t end) const noexcept;
  bool open(size_t begin, size_t end) const noexcept;

  Mapping mapping_;
  size_t open_bytes_ = SIZE_MAX;  // from the start, without a question
  std::optional<PrivateMemory> private_;
  std::string why_not_private_;
  UniqueFd fd_;  // kept for another user's memory only
};

}  // namespace baton::base
