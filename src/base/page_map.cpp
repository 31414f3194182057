// SPDX-License-Identifier: Apache-2.0
#include "base/page_map.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "base/platform.hpp"

namespace baton::base {
namespace {

// From <linux/fs.h> of Linux 6.7, which older systems have not got.
struct ScanArguments {
  std::uint64_t size;
  std::uint64_t flags;
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t walk_end;
  std::uint64_t ranges;
  std::uint64_t ranges_count;
  std::uint64_t max_pages;
  std::uint64_t category_inverted;
  std::uint64_t category_mask;
  std::uint64_t category_anyof_mask;
  std::uint64_t return_mask;
};
static_assert(sizeof(ScanArguments) == 96);
struct ScanRange {
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t categories;
};
constexpr unsigned long scan_request = _IOWR('f', 16, ScanArguments);
constexpr std::uint64_t is_file = 1 << 2;
constexpr std::uint64_t is_present = 1 << 3;
constexpr std::uint64_t is_swapped = 1 << 4;

// A word of the page map.
constexpr std::uint64_t entry_is_file = std::uint64_t{1} << 61;
constexpr std::uint64_t entry_is_swapped = std::uint64_t{1} << 62;
constexpr std::uint64_t entry_is_present = std::uint64_t{1} << 63;

/// A written page has left the file.
bool says_written(std::uint64_t entry) {
  return (entry & (entry_is_present | entry_is_swapped)) != 0 && (entry & entry_is_file) == 0;
}

std::uint64_t address_of(const std::byte* page) { return reinterpret_cast<std::uintptr_t>(page); }
std::byte* page_at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

std::uint64_t count_faults() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_minflt) + static_cast<std::uint64_t>(usage.ru_majflt);
}

/// Leaves the contents as they are.
void write_to(std::byte* page) {
  volatile std::byte& first = *page;
  first = first;
}

}  // namespace

PageMap::PageMap(std::byte* page, Knows most)
    : fd_(::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {
  const auto try_out = [&] {
    [[maybe_unused]] const std::byte seen = *static_cast<volatile std::byte*>(page);
    if (is_written(page)) return false;
    write_to(page);
    const bool told = is_written(page);
    ::madvise(page, page_bytes(), MADV_DONTNEED);
    return told && !is_written(page);
  };
  for (const Knows candidate : {Knows::scan, Knows::entries}) {
    if (!fd_ || candidate < most) continue;
    knows_ = candidate;
    if (try_out()) break;
    knows_ = Knows::nothing;
  }
  const std::uint64_t before = count_faults();
  write_to(page);
  counts_faults_ = count_faults() > before;
  ::madvise(page, page_bytes(), MADV_DONTNEED);
}

std::uint64_t PageMap::faults() const noexcept { return counts_faults_ ? count_faults() : 0; }

std::size_t PageMap::find_written(std::byte*& begin, std::byte* end,
                                  std::span<Range> found) const noexcept {
  switch (knows_) {
    case Knows::scan:
      return scan(begin, end, found);
    case Knows::entries:
      return read_entries(begin, end, found);
    case Knows::nothing:
      break;
  }
  found[0] = {begin, end};
  begin = end;
  return 1;
}

bool PageMap::is_written(std::byte* page) const noexcept {
  Range found[1];
  std::byte* at = page;
  return find_written(at, page + page_bytes(), found) != 0;
}

std::size_t PageMap::scan(std::byte*& begin, std::byte* end,
                          std::span<Range> found) const noexcept {
  ScanRange ranges[16]{};
  ScanArguments asked{};
  asked.size = sizeof(asked);
  asked.start = address_of(begin);
  asked.end = address_of(end);
  asked.ranges = reinterpret_cast<std::uintptr_t>(ranges);
  asked.ranges_count = std::min(found.size(), std::size(ranges));
  asked.category_inverted = is_file;
  asked.category_mask = is_file;
  asked.category_anyof_mask = is_present | is_swapped;
  asked.return_mask = is_present;
  const int count = ::ioctl(fd_.get(), scan_request, &asked);
  if (count < 0) {  // believe the worst
    found[0] = {begin, end};
    begin = end;
    return 1;
  }
  for (int i = 0; i < count; ++i) {
    found[static_cast<std::size_t>(i)] = {page_at(ranges[i].start), page_at(ranges[i].end)};
  }
  begin = page_at(asked.walk_end);
  return static_cast<std::size_t>(count);
}

std::size_t PageMap::read_entries(std::byte*& begin, std::byte* end,
                                  std::span<Range> found) const noexcept {
  std::uint64_t entries[512];
  const std::size_t page = page_bytes();
  const std::size_t pages =
      std::min(static_cast<std::size_t>(end - begin) / page, std::size(entries));
  const auto offset = static_cast<off_t>(address_of(begin) / page * sizeof(entries[0]));
  const ssize_t got = ::pread(fd_.get(), entries, pages * sizeof(entries[0]), offset);
  if (got != static_cast<ssize_t>(pages * sizeof(entries[0]))) {
    found[0] = {begin, end};
    begin = end;
    return 1;
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < pages; ++i, begin += page) {
    if (!says_written(entries[i])) continue;
    if (count != 0 && found[count - 1].end == begin) {
      found[count - 1].end = begin + page;
    } else if (count < found.size()) {
      found[count++] = {begin, begin + page};
    } else {
      break;
    }
  }
  return count;
}

}  // namespace baton::base
