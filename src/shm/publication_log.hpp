// SPDX-License-Identifier: Apache-2.0
// Which publishers of a process published last: a ring of entries that all of them write.
//
// An executor with a thousand topics would look at a thousand heads to find the one message that
// woke it. With the log it looks at the topics that have had a message since its last look.
// Thread safety: any number of publishing threads of one process; any reader, with a count of its
// own. The log is input to a reader: what is wrong costs looks in vain, no more than at all topics
// of that peer, and what is missing costs the peer the attention for its message.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/kill_point.hpp"
#include "shm/layout.hpp"
#include "shm/weaken.hpp"

namespace baton::shm {

/// What the entry of a publication says. The number comes with it, plus one, so that no entry is 0
/// and a reader sees whether it is the one that it looks for.
inline constexpr std::uint64_t make_log_entry(std::uint64_t number, std::uint16_t place) {
  return (number + 1) << 16 | place;
}

/// Notes a publication. Call this between head.store and the full fence of [head/armed].
inline void note_publication(Log& log, std::uint16_t place) {
  // [log/count] publisher: what is noted has its head
  const std::uint64_t number =
      log.count.fetch_add(1, order_unless<Weaken::log_relaxed, std::memory_order_release>);
  base::kill_point("publish.noting");
  // Relaxed: a reader that does not see it yet looks at everything.
  log.entry[number & (log_entries - 1)].store(make_log_entry(number, place),
                                              std::memory_order_relaxed);
}

/// Calls `see(place)` for what was noted since the count was `seen`, which rises. False: it was
/// more than `most`, or not all of it can be told, any more or yet; any publisher may have
/// published.
template <class See>
bool read_log(const Log& log, std::uint64_t& seen, std::uint64_t most, See see) {
  const std::uint64_t count = log.count.load(std::memory_order_acquire);  // [log/count] reader
  const std::uint64_t begin = std::exchange(seen, count);
  if (count - begin > std::min<std::uint64_t>(most, log_entries)) return false;
  for (std::uint64_t number = begin; number != count; ++number) {
    const std::uint64_t entry =
        log.entry[number & (log_entries - 1)].load(std::memory_order_relaxed);  // checked below
    const auto place = static_cast<std::uint16_t>(entry);
    if (entry != make_log_entry(number, place)) return false;
    see(place);
  }
  return true;
}

}  // namespace baton::shm
