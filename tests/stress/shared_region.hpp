// SPDX-License-Identifier: Apache-2.0
// Zeroed memory that forked children share with their parent.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace baton::stress {

class SharedRegion {
 public:
  explicit SharedRegion(std::size_t size_bytes)
      : size_bytes_(size_bytes),
        data_(
            mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (data_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~SharedRegion() { munmap(data_, size_bytes_); }
  SharedRegion(const SharedRegion&) = delete;
  SharedRegion& operator=(const SharedRegion&) = delete;

  template <class T>
  T& as() const {
    return *static_cast<T*>(data_);
  }
  std::size_t size_bytes() const { return size_bytes_; }

 private:
  const std::size_t size_bytes_;
  void* const data_;
};

}  // namespace baton::stress
