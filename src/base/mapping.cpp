// SPDX-License-Identifier: Apache-2.0
#include "base/mapping.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "base/fork_guard.hpp"
#include "base/platform.hpp"

#ifndef MADV_POPULATE_READ  // Linux 5.14
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace baton::base {

Result<Mapping> Mapping::map(int fd, size_t size, Access access) {
  const int protection = access == Access::read_write ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const address = ::mmap(nullptr, size, protection, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) {
    return os_error(fmt::format("cannot map {} bytes of shared memory", size));
  }
  Mapping mapping;
  mapping.data_ = static_cast<std::byte*>(address);
  mapping.size_ = size;
  mapping.access_ = access;
  mapping.generation_ = fork_generation();
  if (::madvise(address, size, MADV_DONTFORK) != 0) {
    return os_error("cannot keep shared memory from forked children (MADV_DONTFORK)");
  }
  return mapping;
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      access_(other.access_),
      generation_(other.generation_) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  Mapping old(std::move(*this));
  data_ = std::exchange(other.data_, nullptr);
  size_ = std::exchange(other.size_, 0);
  access_ = other.access_;
  generation_ = other.generation_;
  return *this;
}

Mapping::~Mapping() {
  // In a forked child the addresses were never mapped and may hold something else.
  if (data_ != nullptr && generation_ == fork_generation()) ::munmap(data_, size_);
}

void Mapping::prefault(size_t offset, size_t size) const noexcept {
  if (generation_ != fork_generation() || offset >= size_ || size == 0) return;
  const size_t begin = offset & ~(page_bytes() - 1);
  const size_t end = offset + std::min(size, size_ - offset);
  const int advice = access_ == Access::read_write ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
  ::madvise(data_ + begin, end - begin, advice);
}

}  // namespace baton::base
