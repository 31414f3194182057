// SPDX-License-Identifier: Apache-2.0
#include "base/mapping.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
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

Result<std::byte*> map_anywhere(int fd, size_t size, int protection) {
  void* const address = ::mmap(nullptr, size, protection, MAP_SHARED, fd, 0);
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

/// For kernels before Linux 5.14. Keeps what other threads write there meanwhile.
void touch(std::byte* begin, std::byte* end) {
  for (; begin < end; begin += page_bytes()) {
    std::atomic_ref(*reinterpret_cast<unsigned char*>(begin))
        .fetch_or(0, std::memory_order_relaxed);
  }
}

}  // namespace

Result<Mapping> Mapping::map(int fd, size_t size, Access access, AddressWindow* window) {
  const int protection = access == Access::read_write ? PROT_READ | PROT_WRITE : PROT_READ;
  const Result<std::byte*> address =
      window != nullptr ? window->map(fd, size, protection) : map_anywhere(fd, size, protection);
  if (!address) return address.error();
  Mapping mapping;
  mapping.data_ = *address;
  mapping.size_ = size;
  mapping.window_ = window;
  mapping.access_ = access;
  mapping.generation_ = fork_generation();
  return mapping;
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
  if (::madvise(data_ + begin, end - begin, advice) == 0 || errno != EINVAL) return;
  if (access_ == Access::read_write) touch(data_ + begin, data_ + end);
}

}  // namespace baton::base
