// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <string_view>

#include <baton/msg/home.hpp>

#include "base/address_window.hpp"
#include "msg/arena_directory.hpp"

namespace baton::msg {

namespace detail {

constinit Window own_window;
constinit Window received_window;

namespace {

void set(Window& window, const base::AddressWindow& from) {
  window.begin.store(from.begin(), std::memory_order_relaxed);
  // [window/home] the window is set
  window.size_bytes.store(from.size_bytes(), std::memory_order_release);
}

[[maybe_unused]] const bool listening = [] {
  base::on_windows([](const base::AddressWindow& own, const base::AddressWindow& received) {
    set(own_window, own);
    set(received_window, received);
  });
  return true;
}();

/// Ends the program: for a mistake of the caller, or the end of memory, where nothing can be
/// thrown. Allocates nothing.
[[noreturn]] void stop(std::string_view text, std::size_t value = 0) {
  char line[512];
  char* const end =
      fmt::vformat_to_n(line, sizeof(line) - 2, text, fmt::make_format_args(value)).out;
  *end = '\n';
  // One write, so that lines of several processes do not mix; nothing can be done if it fails.
  [[maybe_unused]] const ssize_t written =
      ::write(STDERR_FILENO, line, static_cast<std::size_t>(end - line) + 1);
  std::abort();
}

[[noreturn]] void stop_outside_of_loans(const void* container) {
  if (received_window.contains(container)) {
    stop(
        "baton: a string or sequence of a received message was to be changed: received messages "
        "are read-only, change a copy");
  }
  stop(
      "baton: a string or sequence of a message that is not on loan was to be changed: it was "
      "published or given back already; borrow another message");
}

}  // namespace

Block allocate_in_loan(const void* container, std::size_t size_bytes) noexcept {
  return allocate_in_loan(container, size_bytes, size_bytes);
}

Block allocate_in_loan(const void* container, std::size_t least_bytes,
                       std::size_t wanted_bytes) noexcept {
  Arena* const arena = arena_directory::arena_of(container);
  if (arena == nullptr) stop_outside_of_loans(container);
  const Block block = arena->allocate(least_bytes, wanted_bytes);
  if (block.data == nullptr) {
    stop(
        "baton: out of memory: a message on loan needs {} bytes more than its chunk has, and the "
        "heap has not got them",
        wanted_bytes);
  }
  return block;
}

bool extend_in_loan(const void* container, const void* block, std::size_t old_bytes,
                    std::size_t new_bytes) noexcept {
  Arena* const arena = arena_directory::arena_of(container);
  if (arena == nullptr) stop_outside_of_loans(container);
  return arena->extend(block, old_bytes, new_bytes);
}

void release_in_loan(const void* container, void* block, std::size_t size_bytes,
                     bool on_heap) noexcept {
  if (Arena* const arena = arena_directory::arena_of(container)) {
    arena->release(block, size_bytes, on_heap);
  }
  if (on_heap) ::operator delete(block);
}

bool same_loan(const void* one, const void* other) noexcept {
  const Arena* const arena = arena_directory::arena_of(one);
  return arena != nullptr && arena->contains(other);
}

}  // namespace detail

void free_message(void* message) noexcept {
  switch (home_of(message)) {
    case Home::heap:
      ::operator delete(message);
      return;
    case Home::loan:
      if (ArenaSource* const source = arena_directory::source_of(message)) {
        source->give_back(message);
        return;
      }
      detail::stop(
          "baton: a message was deleted whose publisher is gone: keep the publisher as long as its "
          "loans");
    case Home::received:
      detail::stop(
          "baton: a received message was deleted: it belongs to its publisher, release the sample");
  }
}

}  // namespace baton::msg
