// SPDX-License-Identifier: Apache-2.0
// Finds the arena of a loan by an address inside it.
//
// Owns: the list of sources, one entry a publisher. Looked at only when a container grows.
// Thread safety: all of it. Looking up takes no lock; registering does. A source must stay
// registered while one of its loans is alive.
#pragma once

#include <cstddef>

#include "msg/arena.hpp"

namespace baton::msg {

/// A publisher, which has loans. Called from any thread.
class ArenaSource {
 public:
  /// The open arena that holds `address`, or nullptr when it is in no live loan.
  virtual Arena* arena_of(const void* address) noexcept = 0;
  /// A message in a loan of this source was destroyed: the loan ends, unpublished.
  virtual void give_back(void* message) noexcept = 0;

 protected:
  ~ArenaSource() = default;
};

namespace arena_directory {

struct Entry;

/// While it lives, lookups of addresses in [begin, begin + size) ask `source`.
class Registration {
 public:
  Registration() = default;
  Registration(ArenaSource& source, const void* begin, std::size_t size_bytes);
  Registration(Registration&& other) noexcept;
  Registration& operator=(Registration&& other) noexcept;
  ~Registration();

 private:
  Entry* entry_ = nullptr;
};

ArenaSource* source_of(const void* address) noexcept;
/// nullptr when the address is in no live loan.
Arena* arena_of(const void* address) noexcept;

/// Call this after closing an arena: what threads remember of arenas is out of date.
void forget_closed() noexcept;

}  // namespace arena_directory
}  // namespace baton::msg
