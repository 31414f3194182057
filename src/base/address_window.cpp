// SPDX-License-Identifier: Apache-2.0
#include "base/address_window.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <optional>
#include <utility>

#include "base/assert.hpp"
#include "base/platform.hpp"
#include "base/received_guard.hpp"

#ifndef MAP_FIXED_NOREPLACE  // Linux 4.17; before, the address is a hint
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace baton::base {

namespace {

constexpr size_t gibibyte = size_t{1} << 30;
constexpr size_t received_per_own = 4;
constexpr const char* own_purpose = "shared memory of this process";
constexpr const char* received_purpose = "shared memory of others";

#if defined(__SANITIZE_THREAD__)
// ThreadSanitizer's shadow memory leaves 1.5 TiB of addresses for everything that is mapped.
constexpr size_t largest_own_bytes = 64 * gibibyte;
#else
constexpr size_t largest_own_bytes = 16 * 1024 * gibibyte;  // 80 of 128 TiB with `received`
#endif
constexpr size_t smallest_own_bytes = 4 * gibibyte;
/// Of what is free one mapping takes so small a part. With 16 TiB the 16,000th publisher still gets
/// 1 GiB, and with the 64 GiB of a processor with addresses of 39 bits the 500th gets 48 MiB.
constexpr size_t fair_share = 512;
/// Where addresses are rationed a process rarely has many publishers.
constexpr size_t fair_share_of_ration = 16;

void* reserve_at(void* address, size_t size_bytes, int flags) {
  return ::mmap(address, size_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags,
                -1, 0);
}

struct Gap {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  size_t size_bytes() const { return end - begin; }
};

/// The longest range of unused addresses below the caller's stack.
std::optional<Gap> largest_gap() {
  std::ifstream maps("/proc/self/maps");
  const auto ceiling = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  Gap best;
  uintptr_t last_end = uintptr_t{1} << 20;
  bool any = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2) continue;
    any = true;
    if (begin > last_end && begin - last_end > best.size_bytes()) best = {last_end, begin};
    last_end = std::max(last_end, end);
    if (end > ceiling) break;
  }
  if (!any) return std::nullopt;
  return best;
}

/// What RLIMIT_AS allows; none: as much as there is.
std::optional<size_t> ration_bytes() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

size_t mapped_bytes() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * page_bytes();
}

}  // namespace

/// All windows of the process, for fork. Never destroyed: static objects may own mappings.
class WindowTable {
 public:
  static WindowTable& instance() {
    static WindowTable& table = *new WindowTable;
    return table;
  }

  std::mutex& mutex() { return mutex_; }

  void add(AddressWindow& window) {
    const std::lock_guard lock(mutex_);
    windows_.push_back(&window);
  }
  void remove(AddressWindow& window) {
    const std::lock_guard lock(mutex_);
    std::erase(windows_, &window);
  }

  Result<Windows*> process_windows() {
    const std::lock_guard lock(creation_mutex_);
    if (!process_windows_.own) {
      Result<Windows> made = reserve_windows();
      if (!made) return std::move(made).error();
      process_windows_ = std::move(*made);
      const AddressWindow& received = *process_windows_.received;
      guard_received_memory(received.begin(), received.size_bytes());
      tell();
    }
    return &process_windows_;
  }

  void listen(void (*listener)(const AddressWindow&, const AddressWindow&)) {
    const std::lock_guard lock(creation_mutex_);
    listener_ = listener;
    if (process_windows_.own) tell();
  }

 private:
  WindowTable() {
    const int error = ::pthread_atfork([] { instance().lock(); }, [] { instance().unlock(); },
                                       [] { instance().start_child(); });
    BATON_ASSERT(error == 0, error);
  }

  void lock() {
    creation_mutex_.lock();
    mutex_.lock();
  }
  void unlock() {
    mutex_.unlock();
    creation_mutex_.unlock();
  }
  void start_child() {
    for (AddressWindow* window : windows_) window->start_child();
    unlock();
  }
  void tell() {
    if (listener_ != nullptr) listener_(*process_windows_.own, *process_windows_.received);
  }

  std::mutex creation_mutex_;  // before mutex_
  std::mutex mutex_;           // the ranges of all windows
  std::vector<AddressWindow*> windows_;
  Windows process_windows_;
  void (*listener_)(const AddressWindow&, const AddressWindow&) = nullptr;
};

Result<std::unique_ptr<AddressWindow>> AddressWindow::reserve(std::string purpose,
                                                              size_t size_bytes) {
  void* const address = reserve_at(nullptr, size_bytes, 0);
  if (address == MAP_FAILED) {
    return os_error(
        fmt::format("cannot reserve {} bytes of addresses for {}", size_bytes, purpose));
  }
  return std::unique_ptr<AddressWindow>(new AddressWindow(
      std::move(purpose), reinterpret_cast<uintptr_t>(address), size_bytes, true));
}

Result<Windows> AddressWindow::choose(size_t own_size_bytes, size_t received_size_bytes) {
  const std::optional<Gap> gap = largest_gap();
  if (!gap) {
    return Error{0,
                 "cannot choose addresses for shared memory: /proc/self/maps cannot be read (is "
                 "/proc mounted?)"};
  }
  // Take at most the middle half of the gap: the kernel places new mappings from either end.
  const auto whole_pages = [](size_t bytes) { return bytes & ~(page_bytes() - 1); };
  const size_t own = whole_pages(std::min(own_size_bytes, gap->size_bytes() / 8));
  const size_t received = whole_pages(std::min(received_size_bytes, gap->size_bytes() / 8 * 3));
  const uintptr_t begin = gap->begin + whole_pages((gap->size_bytes() - own - received) / 2);
  Windows windows;
  windows.own.reset(new AddressWindow(own_purpose, begin, own, false));
  windows.received.reset(new AddressWindow(received_purpose, begin + own, received, false));
  return windows;
}

AddressWindow::AddressWindow(std::string purpose, uintptr_t begin, size_t size_bytes, bool reserved)
    : purpose_(std::move(purpose)),
      begin_(begin),
      size_bytes_(size_bytes),
      reserved_(reserved),
      free_{{begin, size_bytes}} {
  WindowTable::instance().add(*this);
}

AddressWindow::~AddressWindow() {
  WindowTable::instance().remove(*this);
  // What is not whole has mappings of others among its addresses.
  if (reserved_ && whole_) ::munmap(reinterpret_cast<void*>(begin_), size_bytes_);
}

Result<uintptr_t> AddressWindow::take(size_t size_bytes) {
  const auto gap = std::find_if(free_.begin(), free_.end(),
                                [&](const Range& range) { return range.size_bytes >= size_bytes; });
  if (gap == free_.end()) {
    return Error{ENOMEM,
                 fmt::format("all {} bytes of addresses for {} are in use or too scattered for {} "
                             "bytes more; use fewer or smaller pools "
                             "(PublisherOptions::pool_ceiling_bytes)",
                             size_bytes_, purpose_, size_bytes)};
  }
  const uintptr_t begin = gap->begin;
  gap->begin += size_bytes;
  gap->size_bytes -= size_bytes;
  if (gap->size_bytes == 0) free_.erase(gap);
  return begin;
}

void AddressWindow::give_back(Range range) {
  auto next = std::find_if(free_.begin(), free_.end(),
                           [&](const Range& other) { return other.begin > range.begin; });
  if (next != free_.end() && range.begin + range.size_bytes == next->begin) {
    range.size_bytes += next->size_bytes;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    Range& previous = *std::prev(next);
    if (previous.begin + previous.size_bytes == range.begin) {
      previous.size_bytes += range.size_bytes;
      return;
    }
  }
  free_.insert(next, range);
}

Result<std::byte*> AddressWindow::map(int fd, size_t size_bytes, int protection, int flags) {
  const size_t whole_bytes = round_up(size_bytes, page_bytes());
  if (whole_bytes < size_bytes) {
    return Error{ENOMEM, fmt::format("no window has {} bytes of addresses", size_bytes)};
  }
  const std::lock_guard lock(WindowTable::instance().mutex());
  for (;;) {
    const Result<uintptr_t> begin = take(whole_bytes);
    if (!begin) return begin.error();
    void* const wanted = reinterpret_cast<void*>(*begin);
    void* const address = ::mmap(wanted, size_bytes, protection,
                                 flags | (reserved_ ? MAP_FIXED : MAP_FIXED_NOREPLACE), fd, 0);
    if (address == wanted) {
      if (::madvise(address, size_bytes, MADV_DONTFORK) == 0)
        return static_cast<std::byte*>(address);
      const Error error =
          os_error("cannot keep shared memory from forked children (MADV_DONTFORK)");
      clear({*begin, whole_bytes});
      return error;
    }
    if (address != MAP_FAILED) {
      ::munmap(address, size_bytes);
    } else if (errno != EEXIST) {
      const int error = errno;
      give_back({*begin, whole_bytes});
      // mlockall() locks all that is mapped, whether it is used or not.
      const char* const cure = error == EAGAIN ? " (raise RLIMIT_MEMLOCK, ulimit -l)" : "";
      return os_error(fmt::format("cannot map {} bytes of shared memory{}", size_bytes, cure),
                      error);
    }
    // Another mapping got these addresses, which was unlikely. The window does not use them again.
  }
}

void AddressWindow::unmap(std::byte* address, size_t size_bytes) noexcept {
  const Range range{reinterpret_cast<uintptr_t>(address), round_up(size_bytes, page_bytes())};
  BATON_ASSERT(contains(address), range.begin, begin_, size_bytes_);
  const std::lock_guard lock(WindowTable::instance().mutex());
  clear(range);
}

void AddressWindow::clear(Range range) {
  void* const address = reinterpret_cast<void*>(range.begin);
  // Replace the mapping in one step: between unmapping and reserving, another mapping might get the
  // addresses.
  const bool gone = reserved_ ? reserve_at(address, range.size_bytes, MAP_FIXED) == address
                              : ::munmap(address, range.size_bytes) == 0;
  if (gone) give_back(range);
}

size_t AddressWindow::free_bytes() const {
  const std::lock_guard lock(WindowTable::instance().mutex());
  size_t sum = 0;
  for (const Range& range : free_) sum += range.size_bytes;
  return sum;
}

size_t AddressWindow::fair_share_bytes() const {
  const size_t share = free_bytes() / fair_share;
  const std::optional<size_t> ration = ration_bytes();
  if (!ration || reserved_) return share;
  return std::min(share, (*ration - std::min(*ration, mapped_bytes())) / fair_share_of_ration);
}

/// With the mutex held, by the child's only thread.
void AddressWindow::start_child() {
  if (!reserved_) return free_.assign(1, {begin_, size_bytes_});
  // What the parent had mapped is a hole here (MADV_DONTFORK).
  const std::vector<Range> inherited = std::exchange(free_, {});
  uintptr_t end = begin_;
  for (const Range& range : inherited) {
    close_hole({end, range.begin - end});
    give_back(range);
    end = range.begin + range.size_bytes;
  }
  close_hole({end, begin_ + size_bytes_ - end});
}

/// A fork handler that ran before may have got addresses of the hole, for a mapping or for the
/// stack of a thread: these are not taken from it, and the window does without the hole.
void AddressWindow::close_hole(Range hole) {
  if (hole.size_bytes == 0) return;
  void* const wanted = reinterpret_cast<void*>(hole.begin);
  void* const address = reserve_at(wanted, hole.size_bytes, MAP_FIXED_NOREPLACE);
  if (address == wanted) return give_back(hole);
  if (address != MAP_FAILED) ::munmap(address, hole.size_bytes);
  whole_ = false;
}

Result<Windows> reserve_windows() {
  if (!ration_bytes()) {
    for (size_t size_bytes = largest_own_bytes; size_bytes >= smallest_own_bytes; size_bytes /= 2) {
      auto own = AddressWindow::reserve(own_purpose, size_bytes);
      if (!own) continue;
      auto received = AddressWindow::reserve(received_purpose, received_per_own * size_bytes);
      if (received) return Windows{std::move(*own), std::move(*received)};
    }
  }
  return AddressWindow::choose(largest_own_bytes, received_per_own * largest_own_bytes);
}

Result<AddressWindow*> own_window() {
  Result<Windows*> windows = WindowTable::instance().process_windows();
  if (!windows) return std::move(windows).error();
  return (*windows)->own.get();
}

Result<AddressWindow*> received_window() {
  Result<Windows*> windows = WindowTable::instance().process_windows();
  if (!windows) return std::move(windows).error();
  return (*windows)->received.get();
}

void on_windows(void (*listener)(const AddressWindow& own, const AddressWindow& received)) {
  WindowTable::instance().listen(listener);
}

}  // namespace baton::base
