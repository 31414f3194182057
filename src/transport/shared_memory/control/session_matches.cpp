// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/session_matches.hpp"

#include <algorithm>

#include "transport/shared_memory/data/shm_publisher.hpp"

namespace baton::transport {
namespace {

/// How many matches end in one slice when a peer goes.
constexpr std::size_t slice_matches = 64;

}  // namespace

void SessionMatches::add(const Key& key, const Match& match) {
  matches_[key] = match;
  records_.insert(match.record);
}

void SessionMatches::for_each_of(std::uint64_t publisher, const Visit& visit) const {
  auto match = matches_.lower_bound({publisher, 0});
  for (; match != matches_.end() && match->first.first == publisher; ++match) {
    visit(match->first, match->second);
  }
}

std::size_t SessionMatches::count(std::uint64_t publisher) const {
  std::size_t count = 0;
  for_each_of(publisher, [&](const Key&, const Match&) { ++count; });
  return count;
}

SessionMatches::Slice SessionMatches::slice_of(const Concerns& concerns) {
  Slice slice;
  for (auto at = matches_.begin(); at != matches_.end() && slice.size() < slice_matches; ++at) {
    if (concerns(at->second)) slice.push_back(at);
  }
  return slice;
}

/// Calls `act` once for each publisher that exists, with its readers in the slice.
void SessionMatches::for_each_publisher(const Slice& slice, const Act& act) {
  for (auto first = slice.begin(); first != slice.end();) {
    const std::uint64_t id = (*first)->first.first;
    std::vector<std::uint64_t> readers;
    for (; first != slice.end() && (*first)->first.first == id; ++first) {
      readers.push_back((*first)->second.reader_id);
    }
    std::sort(readers.begin(), readers.end());
    const auto publisher = local_.publishers().find(id);
    if (publisher != local_.publishers().end()) act(*publisher->second, readers);
  }
}

void SessionMatches::end(const Slice& slice) {
  for_each_publisher(slice, [](ShmPublisher& publisher, const auto& readers) {
    publisher.remove_readers(readers);
  });
  for (const auto& match : slice) {
    if (!match->second.orphaned) {
      local_.tell(match->first.first, {EndpointEvent::Kind::unmatched});
    }
    records_.erase(match->second.record);
    matches_.erase(match);
  }
}

void SessionMatches::end(const Key& key) {
  const auto match = matches_.find(key);
  if (match != matches_.end()) end(Slice{match});
}

bool SessionMatches::end_some(const Concerns& concerns) {
  const Slice slice = slice_of(concerns);
  end(slice);
  return slice.size() == slice_matches;
}

bool SessionMatches::orphan_some() {
  const Slice slice = slice_of([](const Match& match) { return !match.orphaned; });
  for_each_publisher(slice, [](ShmPublisher& publisher, const auto& readers) {
    publisher.orphan_readers(readers);
  });
  for (const auto& match : slice) {
    match->second.orphaned = true;
    local_.tell(match->first.first, {EndpointEvent::Kind::unmatched});
  }
  return slice.size() == slice_matches;
}

void SessionMatches::on_publisher_removed(ShmPublisher& publisher, const Visit& visit) {
  const std::uint64_t id = publisher.endpoint().id;
  const auto first = matches_.lower_bound({id, 0});
  auto match = first;
  for (; match != matches_.end() && match->first.first == id; ++match) {
    publisher.remove_reader(match->second.reader_id);
    records_.erase(match->second.record);
    visit(match->first, match->second);
  }
  matches_.erase(first, match);
}

}  // namespace baton::transport
