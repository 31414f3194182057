// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "msg/arena_directory.hpp"

namespace baton::transport {

/// The loans of a publisher whose generated type has no strings or sequences: nothing in them
/// grows, but a message in one may be deleted. Thread safety: all of it.
class PlainLoans final : public msg::ArenaSource {
 public:
  /// All loans lie in `segment`. `discard` gives up the loan that begins at that address.
  PlainLoans(const void* segment, std::size_t size_bytes, std::function<void(void*)> discard)
      : discard_(std::move(discard)), registration_(*this, segment, size_bytes) {}

  msg::Arena* arena_of(const void*) noexcept override { return nullptr; }
  void give_back(void* message) noexcept override { discard_(message); }

 private:
  const std::function<void(void*)> discard_;
  // Last member: lookups find this object only while all others exist.
  msg::arena_directory::Registration registration_;
};

}  // namespace baton::transport
