// SPDX-License-Identifier: Apache-2.0
#include "msg/arena_directory.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

namespace baton::msg::arena_directory {

/// Read without a lock. A reader that finds the same even version before and after has seen one
/// state. The fields are stored with release and loaded with acquire, so that a reader that saw a
/// new field sees the changed version too.
struct Entry {
  std::atomic<std::uint64_t> version{0};  // odd while it is being changed
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> size_bytes{0};
  std::atomic<ArenaSource*> source{nullptr};

  void set(std::uintptr_t new_begin, std::size_t new_size_bytes, ArenaSource* new_source) noexcept {
    // [entry/look] the change
    version.fetch_add(1, std::memory_order_acq_rel);
    begin.store(new_begin, std::memory_order_release);
    size_bytes.store(new_size_bytes, std::memory_order_release);
    source.store(new_source, std::memory_order_release);
    version.fetch_add(1, std::memory_order_acq_rel);
  }

  ArenaSource* source_of(std::uintptr_t address) const noexcept {
    // An entry that changes meanwhile is not that of a live loan, so not the one looked for.
    // [entry/look] the look; the second load of the version is relaxed, because the acquires of the
    // fields come before it.
    const std::uint64_t before = version.load(std::memory_order_acquire);
    if (before % 2 != 0) return nullptr;
    const bool inside = address - begin.load(std::memory_order_acquire) <
                        size_bytes.load(std::memory_order_acquire);
    // [entry/look]
    ArenaSource* const found = source.load(std::memory_order_acquire);
    return inside && version.load(std::memory_order_relaxed) == before ? found : nullptr;
  }
};

namespace {

/// Grows by pages and never shrinks, so that readers need no lock.
struct Page {
  Entry entries[32];
  std::atomic<Page*> next{nullptr};
};

struct Directory {
  std::mutex mutex;  // covers the owners of entries
  Page first;
  /// Counts the arenas that were closed.
  alignas(64) std::atomic<std::uint64_t> epoch{0};
};

Directory& directory() {
  static Directory& instance = *new Directory;  // never destroyed: static objects may be sources
  return instance;
}

/// The arena that this thread looked up last. Valid as long as no arena was closed since.
struct Remembered {
  std::uintptr_t begin = 0;
  std::size_t size_bytes = 0;
  Arena* arena = nullptr;
  std::uint64_t epoch = 0;
};
thread_local Remembered remembered;

}  // namespace

Registration::Registration(ArenaSource& source, const void* begin, std::size_t size_bytes) {
  const std::lock_guard lock(directory().mutex);
  for (Page* page = &directory().first;;) {
    for (Entry& entry : page->entries) {
      if (entry.source.load(std::memory_order_relaxed) != nullptr) continue;
      entry.set(reinterpret_cast<std::uintptr_t>(begin), size_bytes, &source);
      entry_ = &entry;
      return;
    }
    Page* following = page->next.load(std::memory_order_relaxed);  // only changed under the mutex
    if (following == nullptr) {
      following = new Page;
      page->next.store(following, std::memory_order_release);  // [page/look] a new page
    }
    page = following;
  }
}

Registration::Registration(Registration&& other) noexcept
    : entry_(std::exchange(other.entry_, nullptr)) {}

Registration& Registration::operator=(Registration&& other) noexcept {
  std::swap(entry_, other.entry_);
  return *this;
}

Registration::~Registration() {
  if (entry_ == nullptr) return;
  const std::lock_guard lock(directory().mutex);
  entry_->set(0, 0, nullptr);
  forget_closed();
}

ArenaSource* source_of(const void* address) noexcept {
  for (const Page* page = &directory().first; page != nullptr;
       page = page->next.load(std::memory_order_acquire)) {  // [page/look] the look
    for (const Entry& entry : page->entries) {
      if (ArenaSource* const source = entry.source_of(reinterpret_cast<std::uintptr_t>(address))) {
        return source;
      }
    }
  }
  return nullptr;
}

Arena* arena_of(const void* address) noexcept {
  Remembered& last = remembered;
  // [closed/remembered] the look. Loaded first: an arena that is closed during the lookup is then
  // not remembered for long.
  const std::uint64_t epoch = directory().epoch.load(std::memory_order_acquire);
  if (reinterpret_cast<std::uintptr_t>(address) - last.begin < last.size_bytes &&
      last.epoch == epoch) {
    return last.arena;
  }
  ArenaSource* const source = source_of(address);
  Arena* const arena = source != nullptr ? source->arena_of(address) : nullptr;
  if (arena != nullptr) last = {arena->begin(), arena->size_bytes(), arena, epoch};
  return arena;
}

void forget_closed() noexcept {
  directory().epoch.fetch_add(1, std::memory_order_acq_rel);  // [closed/remembered] an arena goes
}

}  // namespace baton::msg::arena_directory
