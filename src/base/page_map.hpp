// SPDX-License-Identifier: Apache-2.0
// Which pages of a private mapping of a file this process has written.
//
// Owns: a descriptor of this process's page map. The kernel's answers are tried out before they are
// believed: some systems count no page faults, or have no page map.
// Thread safety: all of it. A forked child opens one of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/fork_guard.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

class PageMap {
 public:
  /// What this kernel can say of a page.
  enum class Knows {
    scan,     ///< PAGEMAP_SCAN, Linux 6.7: finds written pages by itself
    entries,  ///< /proc/self/pagemap: one word for each page
    nothing   ///< every page counts as written
  };

  /// Tries out what the kernel can say on `page`, which begins a page of a private, writable
  /// mapping of a file in which nothing was written. The page is as before afterwards.
  explicit PageMap(std::byte* page, Knows most = Knows::scan);

  Knows knows() const noexcept { return knows_; }
  /// True in a forked child, whose pages it does not know.
  bool is_foreign() const noexcept { return fork_mark_.crossed(); }

  /// A figure that grows whenever this process writes a page for the first time, and at other
  /// times; 0: the kernel does not count.
  std::uint64_t faults() const noexcept;

  struct Range {
    std::byte* begin;
    std::byte* end;
  };
  /// Finds written pages in [begin, end), which are whole pages, and fills `found` from the front.
  /// Continues at `begin`, which moves behind what was looked at. Returns how many ranges there
  /// are.
  std::size_t find_written(std::byte*& begin, std::byte* end,
                           std::span<Range> found) const noexcept;
  bool is_written(std::byte* page) const noexcept;

 private:
  bool tells_written(std::byte* page) const noexcept;
  std::size_t scan(std::byte*& begin, std::byte* end, std::span<Range> found) const noexcept;
  std::size_t read_entries(std::byte*& begin, std::byte* end,
                           std::span<Range> found) const noexcept;

  const ForkMark fork_mark_;
  UniqueFd fd_;
  Knows knows_ = Knows::nothing;
  bool counts_faults_ = false;
};

}  // namespace baton::base
