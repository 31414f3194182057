// SPDX-License-Identifier: Apache-2.0
// A loan without a publisher: memory of the process's own window with an arena on it.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "base/sealed_memory.hpp"
#include "msg/arena.hpp"
#include "msg/arena_directory.hpp"

namespace baton::msg {

class TestLoan final : public ArenaSource {
 public:
  /// A chunk of exactly `size_bytes`, of which the message takes the first `used_bytes`.
  explicit TestLoan(std::size_t size_bytes, std::size_t used_bytes = 0)
      : memory_(std::move(base::OwnMemory::create("test-loan", size_bytes + 1)).value()),
        registration_(*this, memory_.data(), memory_.size_bytes()) {
    const base::Status committed = memory_.commit(0, memory_.size_bytes());
    BATON_ASSERT(static_cast<bool>(committed));
    arena.open(memory_.data(), size_bytes, used_bytes);
  }
  TestLoan(const TestLoan&) = delete;
  TestLoan& operator=(const TestLoan&) = delete;

  /// For a message that takes the first bytes of the chunk.
  std::byte* data() { return memory_.data(); }
  int descriptor() const { return memory_.read_only_fd(); }
  int given_back() const { return given_back_; }

  Arena arena;

 private:
  Arena* arena_of(const void* address) noexcept override {
    return arena.contains(address) ? &arena : nullptr;
  }
  void give_back(void*) noexcept override {
    ++given_back_;
    arena.close();
  }

  base::OwnMemory memory_;
  arena_directory::Registration registration_;
  int given_back_ = 0;
};

/// A message at the begin of a loan, which ends with it. It has `room_bytes` for its containers.
template <class M>
class Loaned {
 public:
  template <class... Arguments>
  explicit Loaned(std::size_t room_bytes, Arguments&&... arguments)
      : loan_(sizeof(M) + room_bytes, sizeof(M)),
        message_(::new (loan_.data()) M(std::forward<Arguments>(arguments)...)) {}
  ~Loaned() { message_->~M(); }

  M& operator*() { return *message_; }
  M* operator->() { return message_; }
  TestLoan& loan() { return loan_; }
  Arena& arena() { return loan_.arena; }

 private:
  TestLoan loan_;
  M* message_;
};

}  // namespace baton::msg
