// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/safe_gaps.hpp"

#include <algorithm>
#include <iterator>

namespace baton::dds::fastdds {

using rtps::Entity;
using rtps::Prefix;
using rtps::Submessage;

void SafeGaps::Course::follow(const Submessage& submessage, const Prefix& own) {
  if (const auto source = as_source(submessage)) from = *source;
  // Without a match it is not known which participant this is.
  if (const auto to = as_destination(submessage)) {
    is_for_us = *to == own || *to == Prefix{} || own == Prefix{};
  }
}

void SafeGaps::Match::keep(std::uint64_t first, std::uint64_t end) {
  if (first >= end) return;
  auto at = gaps.upper_bound(first);
  if (at != gaps.begin() && std::prev(at)->second >= first) --at;
  while (at != gaps.end() && at->first <= end) {
    first = std::min(first, at->first);
    end = std::max(end, at->second);
    at = gaps.erase(at);
  }
  gaps.emplace(first, end);
  if (gaps.size() > most_ranges) gaps.erase(std::prev(gaps.end()));
}

void SafeGaps::add(const Guid& reader, const Guid& writer) {
  const std::lock_guard lock(mutex_);
  own_ = rtps::prefix_of(reader);
  Writer& known = writers_.try_emplace(writer, Writer{last_fragmented_of_others_}).first->second;
  known.matches[rtps::entity_of(reader)] = Match{};
}

void SafeGaps::remove(const Guid& reader, const Guid& writer) {
  const std::lock_guard lock(mutex_);
  const auto known = writers_.find(writer);
  if (known == writers_.end()) return;
  known->second.matches.erase(rtps::entity_of(reader));
  if (known->second.matches.empty()) writers_.erase(known);
}

void SafeGaps::remove(const Guid& reader) {
  const std::lock_guard lock(mutex_);
  for (auto each = writers_.begin(); each != writers_.end();) {
    each->second.matches.erase(rtps::entity_of(reader));
    each = each->second.matches.empty() ? writers_.erase(each) : std::next(each);
  }
}

void SafeGaps::on_sending(rtps::Bytes bytes) {
  auto datagram = rtps::Datagram::read(bytes);
  if (!datagram) return;
  Prefix to{};
  while (const auto submessage = datagram->next()) {
    // What a writer sends has no acknowledgements in it, so messages of users pass without a lock.
    if (submessage->is(Submessage::Kind::data) || submessage->is(Submessage::Kind::data_fragment)) {
      return;
    }
    if (const auto named = as_destination(*submessage)) to = *named;
    const auto acknowledgement = as_acknowledgement(*submessage);
    if (!acknowledgement) continue;
    const std::lock_guard lock(mutex_);
    Writer* const writer = find(rtps::guid_of(to, acknowledgement->writer));
    if (writer == nullptr) continue;
    const auto match = writer->matches.find(acknowledgement->reader);
    if (match == writer->matches.end()) continue;
    match->second.lacking = std::max(match->second.lacking, acknowledgement->next);
  }
}

SafeGaps::Datagrams SafeGaps::on_received(std::span<std::uint8_t> bytes) {
  Datagrams after;
  auto datagram = rtps::Datagram::read(bytes);
  if (!datagram) return after;
  const std::lock_guard lock(mutex_);
  Course course{datagram->source()};
  std::set<Guid> told;
  while (const auto submessage = datagram->next()) {
    course.follow(*submessage, own_);
    if (!course.is_for_us) continue;
    if (submessage->is(Submessage::Kind::data_fragment)) {
      const auto fragment = as_data(*submessage);
      if (fragment) on_fragment(rtps::guid_of(course.from, fragment->writer), fragment->sequence);
    } else if (const auto heartbeat = as_heartbeat(*submessage)) {
      const Guid guid = rtps::guid_of(course.from, heartbeat->writer);
      Writer* const writer = find(guid);
      if (writer == nullptr) continue;
      on_heartbeat(*writer, *heartbeat, bytes, *submessage);
      told.insert(guid);
    } else if (const auto gap = as_gap(*submessage)) {
      const Guid guid = rtps::guid_of(course.from, gap->writer);
      if (pass(find(guid), *gap)) continue;
      rtps::blank(bytes, *submessage);
      told.insert(guid);
    }
  }
  for (const Guid& guid : told) add_heartbeats(guid, bytes, after);
  return after;
}

SafeGaps::Writer* SafeGaps::find(const Guid& writer) {
  const auto found = writers_.find(writer);
  return found == writers_.end() ? nullptr : &found->second;
}

void SafeGaps::on_fragment(const Guid& guid, std::uint64_t sequence) {
  Writer* const writer = find(guid);
  std::uint64_t& last = writer == nullptr ? last_fragmented_of_others_ : writer->last_fragmented;
  last = std::max(last, sequence);
}

void SafeGaps::on_heartbeat(Writer& writer, const rtps::Heartbeat& heartbeat,
                            std::span<std::uint8_t> datagram, const Submessage& submessage) {
  const std::uint32_t number = heartbeat.count + writer.added;
  if (writer.added != 0) rtps::set_count(datagram, submessage, number);
  // Fast DDS ignores it.
  if (number <= writer.heartbeats || heartbeat.last + 1 < heartbeat.first) return;
  writer.heartbeats = number;
  for (auto& [reader, match] : writer.matches) {
    const bool is_meant = heartbeat.reader == reader || heartbeat.reader == Entity{};
    if (is_meant) match.lacking = std::max(match.lacking, heartbeat.first);
  }
}

bool SafeGaps::pass(Writer* writer, const rtps::Gap& gap) {
  const std::uint64_t first = gap.ranges.front().first;
  if (writer == nullptr) return rtps::is_builtin(gap.writer) || first > last_fragmented_of_others_;
  if (first > writer->last_fragmented) return true;
  for (auto& [reader, match] : writer->matches) {
    if (gap.reader != reader && gap.reader != Entity{}) continue;
    for (const auto& [begin, end] : gap.ranges) match.keep(begin, end);
  }
  return false;
}

void SafeGaps::add_heartbeats(const Guid& guid, rtps::Bytes datagram, Datagrams& after) {
  Writer* const writer = find(guid);
  if (writer == nullptr) return;
  for (auto& [reader, match] : writer->matches) {
    auto& gaps = match.gaps;
    while (!gaps.empty() && gaps.begin()->second <= match.lacking) gaps.erase(gaps.begin());
    if (gaps.empty() || gaps.begin()->first > match.lacking) continue;
    std::vector<std::uint8_t> header(datagram.begin(),
                                     datagram.begin() + rtps::Datagram::header_bytes);
    std::copy_n(guid.begin(), Prefix().size(), header.end() - Prefix().size());
    const std::uint64_t end = gaps.begin()->second;
    after.push_back(rtps::heartbeat_datagram(
        header, own_, {reader, rtps::entity_of(guid), end, end - 1, ++writer->heartbeats}));
    ++writer->added;
  }
}

}  // namespace baton::dds::fastdds
