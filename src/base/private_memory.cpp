// SPDX-License-Identifier: Apache-2.0
#include "base/private_memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <mutex>
#include <utility>

#include "base/address_window.hpp"
#include "base/platform.hpp"

#ifndef MADV_DONTNEED_LOCKED  // Linux 5.18
#define MADV_DONTNEED_LOCKED 24
#endif

namespace baton::base {
namespace {

/// Looking at so few pages costs no more than asking for the count of page faults twice.
constexpr std::size_t few_pages = 32;

bool memory_is_set_aside() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) return true;
  int policy = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> policy;
  return policy == 2;  // never more than there is
}

/// One for the process, as long as there is private memory. `page` is of a new mapping.
std::shared_ptr<const PageMap> page_map(std::byte* page) {
  struct Shared {
    std::mutex mutex;  // covers what follows
    std::weak_ptr<const PageMap> map;
  };
  static Shared& shared = *new Shared;  // never destroyed: static objects may own mappings
  const std::lock_guard lock(shared.mutex);
  std::shared_ptr<const PageMap> map = shared.map.lock();
  if (!map || map->is_foreign()) {
    map = std::make_shared<const PageMap>(page);
    shared.map = map;
  }
  return map;
}

struct Pages {
  Pages(std::byte* memory, std::size_t offset, std::size_t size)
      : begin(memory + (offset & ~(page_bytes() - 1))),
        end(memory + round_up(offset + size, page_bytes())) {}
  std::size_t count() const { return static_cast<std::size_t>(end - begin) / page_bytes(); }

  std::byte* begin;
  std::byte* const end;
};

bool drop(std::byte* begin, std::byte* end) {
  const auto size = static_cast<std::size_t>(end - begin);
  if (::madvise(begin, size, MADV_DONTNEED) == 0) return true;
  if (errno != EINVAL) return false;
  if (::madvise(begin, size, MADV_DONTNEED_LOCKED) == 0) return true;
  // Before Linux 5.18 locked memory stays, so unlock it.
  return ::munlock(begin, size) == 0 && ::madvise(begin, size, MADV_DONTNEED) == 0;
}

}  // namespace

Result<PrivateMemory> PrivateMemory::map(int fd, std::size_t size_bytes, std::size_t open_bytes) {
  const Result<AddressWindow*> window = received_window();
  if (!window) return window.error();
  if (!(*window)->is_reserved()) {
    return Error{0, "addresses are rationed; lift `ulimit -v` (RLIMIT_AS)"};
  }
  // The other half is left for matches.
  if ((*window)->free_bytes() < (*window)->size_bytes() / 2 + size_bytes) {
    return Error{0,
                 "half of the addresses for shared memory of others are in use; use fewer or "
                 "smaller pools (PublisherOptions::pool_ceiling_bytes)"};
  }
  if (memory_is_set_aside()) {
    return Error{0,
                 "the system sets memory aside for all that may be written; lift `ulimit -d` "
                 "(RLIMIT_DATA), and set vm.overcommit_memory to 0 or 1"};
  }
  Result<Mapping> mapping = Mapping::map(fd, size_bytes, Access::private_copy, *window, open_bytes);
  if (!mapping) return std::move(mapping).error();
  PrivateMemory memory;
  memory.mapping_ = std::move(*mapping);
  memory.open_bytes_ = std::min(size_bytes, open_bytes);
  memory.pages_ = page_map(memory.data());
  return memory;
}

bool PrivateMemory::open_until(std::size_t end) const noexcept {
  const std::atomic_ref<std::size_t> opened(open_bytes_);
  // Relaxed: the kernel orders its pages by itself, and opening some twice does no harm.
  std::size_t now = opened.load(std::memory_order_relaxed);
  if (end <= now) return true;
  if (!mapping_.open(now, end - now)) return false;
  while (now < end && !opened.compare_exchange_weak(now, end, std::memory_order_relaxed)) {
  }
  return true;
}

std::optional<PrivateMemory::Mark> PrivateMemory::mark(std::size_t offset,
                                                       std::size_t size) const noexcept {
  const Pages pages(data(), offset, size);
  // A process that locks its memory has the pages of a mapping copied from the first to the last.
  // So those of which the first is in the file are all copies of what the peer has there now.
  if (pages_->knows() != PageMap::Knows::nothing && pages_->is_written(pages.begin)) {
    return std::nullopt;
  }
  return Mark{pages.count() > few_pages ? pages_->faults() : 0};
}

std::optional<std::size_t> PrivateMemory::forget_writes(std::size_t offset, std::size_t size,
                                                        const Mark& since) const noexcept {
  // The first write to a page is a page fault, whichever thread of the process makes it.
  Pages pages(data(), offset, size);
  if (since.faults != 0 && pages.count() > few_pages && pages_->faults() == since.faults) return 0;
  std::size_t written = 0;
  while (pages.begin != pages.end) {
    PageMap::Range found[16];
    const std::size_t count = pages_->find_written(pages.begin, pages.end, found);
    for (std::size_t i = 0; i < count; ++i) {
      if (!drop(found[i].begin, found[i].end)) return std::nullopt;
      const auto bytes = static_cast<std::size_t>(found[i].end - found[i].begin);
      if (pages_->knows() != PageMap::Knows::nothing) written += bytes / page_bytes();
      // Here, and not when the next message is read.
      mapping_.prefault(static_cast<std::size_t>(found[i].begin - data()), bytes);
    }
  }
  return written;
}

}  // namespace baton::base
