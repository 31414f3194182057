// SPDX-License-Identifier: Apache-2.0
#include "shm/log_segment.hpp"

#include <utility>

namespace baton::shm {

base::Result<std::shared_ptr<LogSegment>> LogSegment::create(const std::string& name) {
  auto memory = base::OwnMemory::create(name, sizeof(Log));
  if (!memory) return std::move(memory).error();
  if (base::Status done = memory->commit(0, sizeof(Log)); !done) return std::move(done).error();
  std::shared_ptr<LogSegment> made(new LogSegment(std::move(*memory)));
  made->log().header = {log_magic, layout_version, log_entries};
  return made;
}

std::uint32_t LogSegment::open_place() {
  const std::lock_guard lock(mutex_);
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

void LogSegment::close_place(std::uint32_t place) noexcept {
  if (fork_mark_.crossed()) return;  // in a forked child no thread releases the mutex
  const std::lock_guard lock(mutex_);
  closed_places_.push_back(place);
}

std::unique_ptr<LogPlace> LogPlace::open(std::shared_ptr<LogSegment>& segment,
                                         const std::string& name) {
  if (!segment) {
    auto made = LogSegment::create(name);
    if (!made) return nullptr;
    segment = std::move(*made);
  }
  const std::uint32_t place = segment->open_place();
  if (place == no_log_place) return nullptr;
  return std::unique_ptr<LogPlace>(new LogPlace(segment, place));
}

}  // namespace baton::shm
