// SPDX-License-Identifier: Apache-2.0
#include "shm/log_segment.hpp"

#include <utility>

namespace baton::shm {

std::uint32_t LogSegment::enter() {
  const std::lock_guard lock(mutex_);
  const std::uint32_t place = publishers_ < without_ || !has_memory() ? no_log_place : next_place();
  ++publishers_;
  return place;
}

void LogSegment::leave(std::uint32_t place) noexcept {
  if (fork_mark_.crossed()) return;  // in a forked child no thread releases the mutex
  const std::lock_guard lock(mutex_);
  --publishers_;
  if (place != no_log_place) closed_places_.push_back(place);
}

Log* LogSegment::log() {
  const std::lock_guard lock(mutex_);
  return memory_ ? reinterpret_cast<Log*>(memory_->data()) : nullptr;
}

int LogSegment::read_only_fd() {
  const std::lock_guard lock(mutex_);
  return memory_->read_only_fd();
}

/// With the mutex. Makes it if there is none yet.
bool LogSegment::has_memory() {
  if (memory_) return true;
  auto made = base::OwnMemory::create(name_, sizeof(Log));
  if (!made || !made->commit(0, sizeof(Log))) return false;
  reinterpret_cast<Log*>(made->data())->header = {log_magic, layout_version, log_entries};
  memory_.emplace(std::move(*made));
  return true;
}

/// With the mutex.
std::uint32_t LogSegment::next_place() {
  if (!closed_places_.empty()) {
    const std::uint32_t place = closed_places_.back();
    closed_places_.pop_back();
    return place;
  }
  if (places_ == max_log_places) return no_log_place;
  // Room for all of them, so that none is lost when it is closed.
  if (closed_places_.capacity() <= places_) closed_places_.reserve(2 * places_ + 16);
  return places_++;
}

}  // namespace baton::shm
