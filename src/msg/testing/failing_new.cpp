// SPDX-License-Identifier: Apache-2.0
#include "msg/testing/failing_new.hpp"

#include <cstdint>
#include <cstdlib>

namespace {
thread_local std::size_t calls_left = SIZE_MAX;
thread_local long live_blocks = 0;

void give_back(void* memory) noexcept {
  if (memory != nullptr) --live_blocks;
  std::free(memory);
}
}  // namespace

void* operator new(std::size_t size) {
  if (calls_left == 0) throw std::bad_alloc();
  if (calls_left != SIZE_MAX) --calls_left;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  ++live_blocks;
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return ::operator new(size);
  } catch (...) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }

namespace baton::msg {

FailingNew::FailingNew(std::size_t at) noexcept { calls_left = at; }
FailingNew::~FailingNew() { calls_left = SIZE_MAX; }
bool FailingNew::has_failed() const noexcept { return calls_left == 0; }
long FailingNew::live_blocks() noexcept { return ::live_blocks; }

}  // namespace baton::msg
