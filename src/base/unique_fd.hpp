// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "base/fork_guard.hpp"

namespace baton::base {

/// Owns one file descriptor and closes it. Not synchronised: one thread at a time.
///
/// Every held descriptor is entered in the fork table (fork_guard.hpp), so a forked child starts
/// without it; there the object reads as empty and its destructor does nothing, because the number
/// may belong to something else by then.
class UniqueFd {
 public:
  UniqueFd() = default;
  /// Takes ownership; a negative number means empty.
  explicit UniqueFd(int fd);
  UniqueFd(UniqueFd&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), generation_(other.generation_) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    UniqueFd old(std::move(*this));
    fd_ = std::exchange(other.fd_, -1);
    generation_ = other.generation_;
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;
  ~UniqueFd();

  /// -1 when empty, and in a child forked after the descriptor was adopted.
  int get() const noexcept { return generation_ == fork_generation() ? fd_ : -1; }
  explicit operator bool() const noexcept { return get() >= 0; }

  /// Gives the descriptor up without closing it; a forked child keeps it from then on.
  [[nodiscard]] int release() noexcept;
  /// Closes what is held and adopts `fd`.
  void reset(int fd = -1) { *this = UniqueFd(fd); }

 private:
  int fd_ = -1;
  uint32_t generation_ = 0;
};

}  // namespace baton::base
