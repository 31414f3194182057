// SPDX-License-Identifier: Apache-2.0
#include "transport/port/followed_logs.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"

namespace baton::transport {
namespace {

/// Room for one more, so that adding it throws nothing.
template <class T>
void grow(std::vector<T>& list, std::size_t size) {
  if (list.capacity() <= size) list.reserve(2 * size + FollowedLog::few);
}

}  // namespace

void FollowedLog::make_room() {
  grow(followers_, followers_.size());
  grow(noted_, followers_.size());
}

void FollowedLog::add(Waitable& waitable, ChangeWord& word) noexcept {
  const auto at = std::find_if(followers_.begin(), followers_.end(),
                               [&](const Follower& each) { return each.place > word.log_place; });
  const auto index = static_cast<std::size_t>(at - followers_.begin());
  for (std::uint32_t& each : noted_) {
    if (each >= index) ++each;
  }
  followers_.insert(at, {{&waitable, word.word}, word.log_place, false, std::move(word.memory)});
  note(index);
}

bool FollowedLog::remove(const Waitable& waitable, std::shared_ptr<const void>& memory) noexcept {
  const std::size_t index = find(waitable);
  if (index == followers_.size()) return false;
  std::erase(noted_, index);
  for (std::uint32_t& each : noted_) {
    if (each > index) --each;
  }
  memory = std::move(followers_[index].memory);
  followers_.erase(followers_.begin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

/// Notes what was published since the last look. False: not all of it is known, or it is no less
/// work to ask all.
[[gnu::hot]] bool FollowedLog::read() {
  if (followers_.size() < few) return false;
  std::size_t asked = 0;
  const bool told = shm::read_log(*log_, seen_, followers_.size(), [&](std::uint16_t place) {
    auto at = std::lower_bound(
        followers_.begin(), followers_.end(), place,
        [](const Follower& each, std::uint16_t wanted) { return each.place < wanted; });
    for (; at != followers_.end() && at->place == place; ++at) {
      // A log that lies may name one place again and again.
      if (++asked > followers_.size()) return;
      note(static_cast<std::size_t>(at - followers_.begin()));
    }
  });
  return told && asked <= followers_.size();
}

[[gnu::hot]] void FollowedLog::note(std::size_t index) {
  if (std::exchange(followers_[index].noted, true)) return;
  noted_.push_back(static_cast<std::uint32_t>(index));
}

void FollowedLog::note_all() {
  for (std::size_t i = 0; i < followers_.size(); ++i) note(i);
}

std::size_t FollowedLog::find(const Waitable& waitable) const {
  return static_cast<std::size_t>(
      std::find_if(followers_.begin(), followers_.end(),
                   [&](const Follower& each) { return each.polled.waitable == &waitable; }) -
      followers_.begin());
}

bool FollowedLogs::has(const Waitable& waitable) const {
  return std::any_of(logs_.begin(), logs_.end(),
                     [&](const FollowedLog& each) { return each.has(waitable); });
}

void FollowedLogs::make_room(const std::shared_ptr<const shm::Log>& log) {
  const auto at = std::find_if(logs_.begin(), logs_.end(),
                               [&](const FollowedLog& each) { return each.log() == log; });
  if (at != logs_.end()) return at->make_room();
  FollowedLog made(log);
  made.make_room();
  logs_.push_back(std::move(made));
}

void FollowedLogs::add(Waitable& waitable, ChangeWord& word) noexcept {
  const auto at = std::find_if(logs_.begin(), logs_.end(),
                               [&](const FollowedLog& each) { return each.log() == word.log; });
  BATON_ASSERT(at != logs_.end());
  at->add(waitable, word);
}

void FollowedLogs::remove(const Waitable& waitable, Left& left) noexcept {
  for (FollowedLog& each : logs_) {
    if (each.remove(waitable, left.memory)) return;
  }
}

void FollowedLogs::prune(Left& left) noexcept {
  const auto at = std::find_if(logs_.begin(), logs_.end(),
                               [](const FollowedLog& each) { return each.empty(); });
  if (at == logs_.end()) return;
  left.log = at->log();
  logs_.erase(at);
}

}  // namespace baton::transport
