// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/error.hpp"

namespace baton::base {

class AddressWindow;

enum class Access {
  read_only,
  read_write,
  private_copy  ///< writable; a write is seen through this mapping alone, and reaches no file
};

/// A mapping of a file from its start; unmapped on destruction. A forked child does not have
/// it (MADV_DONTFORK): in the child data() must not be used and the destructor does nothing.
/// Not synchronised; the memory itself may be used by many threads.
class Mapping {
 public:
  /// `size` > 0; the descriptor may be closed afterwards. Fails with the text of mmap's errno. If a
  /// window is given, the mapping lies in it, and the window must live as long. What lies behind
  /// `open_bytes` can be used once open() was called for it: until then a process that locks its
  /// memory (mlockall) gets no memory for it.
  static Result<Mapping> map(int fd, size_t size, Access access, AddressWindow* window = nullptr,
                             size_t open_bytes = SIZE_MAX);

  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  std::byte* data() const noexcept { return data_; }
  size_t size() const noexcept { return size_; }

  /// Makes the pages of [offset, offset + size) usable. False when the kernel refuses that.
  bool open(size_t offset, size_t size) const noexcept;

  /// Enters the pages of [offset, offset + size) into the page table, so that the first access does
  /// not fault. A hint: ignores pages that cannot be had, and before Linux 5.14 does nothing on a
  /// read-only mapping. Allocates what is not there: on a writable mapping commit first, on a
  /// read-only one ask whether it is. Takes time; not for the hot thread.
  void prefault(size_t offset, size_t size) const noexcept;

 private:
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  AddressWindow* window_ = nullptr;  // nullptr: anywhere
  Access access_ = Access::read_only;
  uint32_t generation_ = 0;
};

}  // namespace baton::base
