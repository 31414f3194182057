// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/mapping.hpp"
#include "base/page_map.hpp"

namespace baton::base {

/// A second mapping of a peer's memory, in which this process may write. A page that is
/// written becomes a copy, which no other mapping shows; the peer's memory stays as it is. As long
/// as a page is written, it no longer shows what the peer writes there: forget_writes() ends that.
///
/// Owns: the addresses, and the memory of written pages. Lies in received_window().
/// Thread safety: all of it, for ranges that share no page. A forked child does not have it.
class PrivateMemory {
 public:
  /// Maps the descriptor, which may be closed afterwards. Costs addresses only. Fails where these
  /// are rationed or half gone, or where the system sets memory aside for all that might be
  /// written; the error says so. `open_bytes` as in Mapping::map().
  static Result<PrivateMemory> map(int fd, std::size_t size_bytes,
                                   std::size_t open_bytes = SIZE_MAX);

  std::byte* data() const noexcept { return mapping_.data(); }
  std::size_t size_bytes() const noexcept { return mapping_.size(); }

  /// What forget_writes() needs to know of the time before the first write.
  struct Mark {
    std::uint64_t faults = 0;
  };
  /// A mark of now, which serves all ranges that are handed on from now on and holds writes from
  /// now on; it costs less than mark(), and tells nothing of the time before.
  Mark mark_now() const noexcept { return {pages_->faults()}; }
  /// Call this before the range is handed on. Empty: its first page is written already, although
  /// nothing was handed on. Some other code has done that, mlockall() for example.
  std::optional<Mark> mark(std::size_t offset, std::size_t size) const noexcept;
  /// From now on the pages that hold the range show the peer's memory again. Returns how many had
  /// been written, as far as the kernel says; empty if that failed, and then the range must not be
  /// used again.
  std::optional<std::size_t> forget_writes(std::size_t offset, std::size_t size,
                                           const Mark& since) const noexcept;

  /// Makes all pages before `end` usable. False when the kernel refuses that: RLIMIT_DATA has come
  /// since, for example. Such pages are not to be touched.
  bool open_until(std::size_t end) const noexcept;
  /// As Mapping::prefault(). Maps what is there for reading.
  void prefault(std::size_t offset, std::size_t size) const noexcept {
    mapping_.prefault(offset, size);
  }
  PageMap::Knows knows() const noexcept { return pages_->knows(); }

 private:
  Mapping mapping_;
  mutable std::size_t open_bytes_ = 0;  // atomic, see open_until()
  std::shared_ptr<const PageMap> pages_;
};

}  // namespace baton::base
