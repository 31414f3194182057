// SPDX-License-Identifier: Apache-2.0
#include "base/mapping.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/address_window.hpp"
#include "base/fork_guard.hpp"
#include "base/platform.hpp"

#ifndef MADV_POPULATE_READ  // Linux 5.14
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace baton::base {

namespace {

int protection_of(Access access) {
  switch (access) {
    case Access::read_only:
      return PROT_READ;
    case Access::read_write:
    case Access::private_copy:
      return PROT_READ | PROT_WRITE;
  }
  return PROT_NONE;
}

/// Without MAP_NORESERVE memory would be set aside for a copy of all that is mapped.
int flags_of(Access access) {
  return access == Access::private_copy ? MAP_PRIVATE | MAP_NORESERVE : MAP_SHARED;
}

/// Without access at first: in a process that locks its memory (mlockall) a mapping that can be
/// read gets memory for all of its addresses at once.
constexpr int closed = PROT_NONE;

/// A locked private mapping that becomes writable is copied whole, unless its pages are locked only
/// when they are used. Unlocking it would do, too, but some kernels do not count large ranges that
/// mlockall() locks, and what they count as locked would become negative.
bool lock_on_use(std::byte* address, size_t size) {
  // Refused for locked memory alone.
  if (::madvise(address, page_bytes(), MADV_DONTNEED) == 0) return true;
  return ::mlock2(address, size, MLOCK_ONFAULT) == 0 || ::munlock(address, size) == 0;
}

Result<std::byte*> map_anywhere(int fd, size_t size, Access access) {
  void* const address = ::mmap(nullptr, size, closed, flags_of(access), fd, 0);
  if (address == MAP_FAILED) {
    return os_error(fmt::format("cannot map {} bytes of shared memory", size));
  }
  if (::madvise(address, size, MADV_DONTFORK) != 0) {
    const Error error = os_error("cannot keep shared memory from forked children (MADV_DONTFORK)");
    ::munmap(address, size);
    return error;
  }
  return static_cast<std::byte*>(address);
}

/// Where the advice does not populate. Keeps what other threads write there meanwhile.
void touch(std::byte* begin, std::byte* end) {
  for (; begin < end; begin += page_bytes()) {
    std::atomic_ref(*reinterpret_cast<unsigned char*>(begin))
        .fetch_or(0, std::memory_order_relaxed);
  }
}

/// Kernels before Linux 5.14 refuse the advice. Emulators of programs (qemu-aarch64) accept it and
/// do nothing, and a publisher whose pages are not there has messages that its peers refuse.
bool try_to_populate() {
  const size_t size = page_bytes();
  void* const page =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return true;  // the advice itself will say what is wrong
  unsigned char present = 0;
  const bool populated = ::madvise(page, size, MADV_POPULATE_WRITE) == 0 &&
                         ::mincore(page, size, &present) == 0 && (present & 1) != 0;
  ::munmap(page, size);
  return populated;
}

bool advice_populates() {
  static const bool populates = try_to_populate();
  return populates;
}

}  // namespace

Result<Mapping> Mapping::map(int fd, size_t size, Access access, AddressWindow* window,
                             size_t open_bytes) {
  const Result<std::byte*> address = window != nullptr
                                         ? window->map(fd, size, closed, flags_of(access))
                                         : map_anywhere(fd, size, access);
  if (!address) return address.error();
  Mapping mapping;
  mapping.data_ = *address;
  mapping.size_ = size;
  mapping.window_ = window;
  mapping.access_ = access;
  mapping.generation_ = fork_generation();
  const bool may_open = access != Access::private_copy || lock_on_use(mapping.data_, size);
  if (!may_open || !mapping.open(0, std::min(size, open_bytes))) {
    return os_error(
        fmt::format("cannot make {} bytes of shared memory usable (raise vm.max_map_count)", size));
  }
  return mapping;
}

bool Mapping::open(size_t offset, size_t size) const noexcept {
  const size_t begin = offset & ~(page_bytes() - 1);
  const size_t end = round_up(offset + size, page_bytes());
  return size == 0 || ::mprotect(data_ + begin, end - begin, protection_of(access_)) == 0;
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      window_(other.window_),
      access_(other.access_),
      generation_(other.generation_) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  Mapping old(std::move(*this));
  data_ = std::exchange(other.data_, nullptr);
  size_ = std::exchange(other.size_, 0);
  window_ = other.window_;
  access_ = other.access_;
  generation_ = other.generation_;
  return *this;
}

Mapping::~Mapping() {
  // In a forked child these addresses are not mapped, or hold something else.
  if (data_ == nullptr || generation_ != fork_generation()) return;
  window_ != nullptr ? window_->unmap(data_, size_) : static_cast<void>(::munmap(data_, size_));
}

void Mapping::prefault(size_t offset, size_t size) const noexcept {
  if (generation_ != fork_generation() || offset >= size_ || size == 0) return;
  const size_t begin = offset & ~(page_bytes() - 1);
  const size_t end = offset + std::min(size, size_ - offset);
  const int advice = access_ == Access::read_write ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
  if (advice_populates()) {
    (void)::madvise(data_ + begin, end - begin, advice);
    return;
  }
  if (access_ == Access::read_write) touch(data_ + begin, data_ + end);
}

}  // namespace baton::base
