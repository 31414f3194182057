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
  if (const auto to = as_destination(submessage)) is_for_us = *to == own || *to == Prefix{};
}

void SafeGaps::add(const Guid& reader, const Guid& writer) {
  const std::lock_guard lock(mutex_);
  own_ = rtps::prefix_of(reader);
  Writer& known = writers_.try_emplace(writer, Writer{last_fragmented_of_others_}).first->second;
  known.lacking[rtps::entity_of(reader)] = 1;
}

void SafeGaps::remove(const Guid& reader, const Guid& writer) {
  const std::lock_guard lock(mutex_);
  const auto known = writers_.find(writer);
  if (known == writers_.end()) return;
  known->second.lacking.erase(rtps::entity_of(reader));
  if (known->second.lacking.empty()) writers_.erase(known);
}

void SafeGaps::remove(const Guid& reader) {
  const std::lock_guard lock(mutex_);
  for (auto each = writers_.begin(); each != writers_.end();) {
    each->second.lacking.erase(rtps::entity_of(reader));
    each = each->second.lacking.empty() ? writers_.erase(each) : std::next(each);
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
    Writer* const writer = find(to, acknowledgement->writer);
    if (writer == nullptr) continue;
    const auto lacking = writer->lacking.find(acknowledgement->reader);
    if (lacking == writer->lacking.end()) continue;
    lacking->second = std::max(lacking->second, acknowledgement->next);
  }
}

std::vector<std::vector<std::uint8_t>> SafeGaps::on_received(std::span<std::uint8_t> bytes) {
  Datagrams before;
  auto datagram = rtps::Datagram::read(bytes);
  if (!datagram) return before;
  const std::lock_guard lock(mutex_);
  Course course{datagram->source()};
  while (const auto submessage = datagram->next()) {
    course.follow(*submessage, own_);
    if (!course.is_for_us) continue;
    if (submessage->is(Submessage::Kind::data_fragment)) {
      if (const auto fragment = as_data(*submessage)) on_fragment(course, *fragment);
    } else if (const auto heartbeat = as_heartbeat(*submessage)) {
      on_heartbeat(course, *heartbeat, bytes, *submessage);
    } else if (const auto gap = as_gap(*submessage)) {
      if (!pass(course, *gap, bytes, before)) rtps::blank(bytes, *submessage);
    }
  }
  return before;
}

SafeGaps::Writer* SafeGaps::find(const Prefix& participant, const Entity& writer) {
  const auto found = writers_.find(rtps::guid_of(participant, writer));
  return found == writers_.end() ? nullptr : &found->second;
}

void SafeGaps::on_fragment(const Course& course, const rtps::Data& fragment) {
  if (rtps::is_builtin(fragment.writer)) return;
  Writer* const writer = find(course.from, fragment.writer);
  std::uint64_t& last = writer == nullptr ? last_fragmented_of_others_ : writer->last_fragmented;
  last = std::max(last, fragment.sequence);
}

void SafeGaps::on_heartbeat(const Course& course, const rtps::Heartbeat& heartbeat,
                            std::span<std::uint8_t> datagram, const Submessage& submessage) {
  Writer* const writer = find(course.from, heartbeat.writer);
  if (writer == nullptr) return;
  const std::uint32_t number = heartbeat.count + writer->added;
  writer->heartbeats = std::max(writer->heartbeats, number);
  if (writer->added != 0) rtps::set_count(datagram, submessage, number);
}

bool SafeGaps::pass(const Course& course, const rtps::Gap& gap, rtps::Bytes datagram,
                    Datagrams& before) {
  if (rtps::is_builtin(gap.writer)) return true;
  Writer* const writer = find(course.from, gap.writer);
  if (gap.first > (writer == nullptr ? last_fragmented_of_others_ : writer->last_fragmented)) {
    return true;
  }
  if (writer == nullptr) return false;
  for (const auto& [reader, lacking] : writer->lacking) {
    const bool is_meant = gap.reader == reader || gap.reader == Entity{};
    if (!is_meant || gap.first > lacking || gap.end <= lacking) continue;
    ++writer->added;
    std::vector<std::uint8_t> header(datagram.begin(),
                                     datagram.begin() + rtps::Datagram::header_bytes);
    std::copy(course.from.begin(), course.from.end(), header.end() - Prefix().size());
    before.push_back(rtps::heartbeat_datagram(
        header, own_, {reader, gap.writer, gap.end, gap.end - 1, ++writer->heartbeats}));
  }
  return false;
}

}  // namespace baton::dds::fastdds
