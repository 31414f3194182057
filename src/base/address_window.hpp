// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"

// Ranges of addresses in which only shared memory lies, so that an address alone tells whether
// memory is shared: one subtraction and one comparison.
//
// Owns: the addresses, not the memory. A free address is mapped without any access, so that no
// other mapping of the process gets it, except where addresses are rationed (RLIMIT_AS): there the
// window lies in the middle of the largest gap, far from where the kernel places new mappings.
// Thread safety: all of it; one mutex for all windows, held across fork(). Never on the hot path.
// A forked child has none of the memory (MADV_DONTFORK): its windows are empty and whole again
// before fork() returns there, so that no block of the child's heap comes to lie in one.

namespace baton::base {

class AddressWindow;

struct Windows {
  std::unique_ptr<AddressWindow> own;       // what this process writes
  std::unique_ptr<AddressWindow> received;  // what others write
};

class AddressWindow {
 public:
  /// Takes `size_bytes` of addresses now. `purpose` completes "addresses for ...".
  static Result<std::unique_ptr<AddressWindow>> reserve(std::string purpose, size_t size_bytes);
  /// Reserves nothing: picks addresses that are free now and likely to stay free. The windows have
  /// at most these sizes.
  static Result<Windows> choose(size_t own_size_bytes, size_t received_size_bytes);

  AddressWindow(const AddressWindow&) = delete;
  AddressWindow& operator=(const AddressWindow&) = delete;
  /// Nothing may be mapped in it any more.
  ~AddressWindow();

  uintptr_t begin() const noexcept { return begin_; }
  size_t size_bytes() const noexcept { return size_bytes_; }
  bool contains(const void* address) const noexcept {
    return reinterpret_cast<uintptr_t>(address) - begin_ < size_bytes_;
  }

  /// True if all its addresses are this process's already, so that a mapping in it takes no more of
  /// what RLIMIT_AS rations.
  bool is_reserved() const noexcept { return reserved_; }

  /// Maps the file from its start, like mmap() with this `protection` and these `flags`
  /// (MAP_SHARED, MAP_PRIVATE), in the first gap that is large enough. A forked child does not have
  /// the mapping. Fails when the window is full, and the error says the cure.
  Result<std::byte*> map(int fd, size_t size_bytes, int protection, int flags = MAP_SHARED);
  /// Gives back exactly what map() gave; the addresses stay the window's.
  void unmap(std::byte* address, size_t size_bytes) noexcept;

  size_t free_bytes() const;

  /// The most that one of many mappings should take, so that thousands of others find room, too:
  /// a small part of the addresses that are free, of those that RLIMIT_AS leaves as well.
  size_t fair_share_bytes() const;

 private:
  struct Range {
    uintptr_t begin;
    size_t size_bytes;
  };
  friend class WindowTable;

  AddressWindow(std::string purpose, uintptr_t begin, size_t size_bytes, bool reserved);
  Result<uintptr_t> take(size_t size_bytes);
  void give_back(Range range);
  void clear(Range range);
  void start_child();
  void close_hole(Range hole);

  const std::string purpose_;
  const uintptr_t begin_;
  const size_t size_bytes_;
  const bool reserved_;      // false: free addresses are not mapped
  std::vector<Range> free_;  // by rising address, no two adjacent
  bool whole_ = true;        // false: others have addresses of it, in a forked child
};

/// A pair of the largest sizes that this process can have: 16 TiB and 64 TiB, or less in steps.
Result<Windows> reserve_windows();

/// The windows of this process, reserved at the first call and never destroyed. The error of a
/// failed attempt says which limit to raise; the next call tries again.
Result<AddressWindow*> own_window();
Result<AddressWindow*> received_window();

/// `listener` is told once, before anything is mapped in the windows; at once if the windows are
/// there already. There is one listener.
void on_windows(void (*listener)(const AddressWindow& own, const AddressWindow& received));

}  // namespace baton::base
