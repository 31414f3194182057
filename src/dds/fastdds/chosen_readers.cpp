// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/chosen_readers.hpp"

#include <utility>

#include "dds/fastdds/convert.hpp"
#include "dds/fastdds/payload_pools.hpp"
#include "fastdds_api/local_endpoint.hpp"
#include "fastdds_api/separate_sending.hpp"

namespace baton::dds::fastdds {
namespace {

/// More readers than any program has on a topic. Writers that choose match no further ones.
constexpr std::size_t most_readers = 4096;

}  // namespace

void TopicReaders::on_reader(const api::ReaderData& reader) {
  const api::GUID_t guid = api::facts_of(reader).guid;
  const std::lock_guard lock(mutex_);
  const auto known = readers_.find(guid);
  if (known != readers_.end()) {
    known->second = reader;
  } else if (readers_.size() < most_readers) {
    readers_.emplace(guid, reader);
  }
}

void TopicReaders::on_reader_gone(const api::GUID_t& reader) {
  const std::lock_guard lock(mutex_);
  if (readers_.erase(reader) == 0) return;
  for (ChosenReaders* const each : writers_) {
    each->turned_away_.erase(reader);
    each->forget_missed(reader);
    (void)each->writer_->matched_reader_remove(reader);
  }
}

ChosenReaders::ChosenReaders(TopicReaders& readers, WireWriterListener& listener)
    : readers_(readers), listener_(listener) {}

bool ChosenReaders::begin(const api::GUID_t& writer) {
  api::RTPSWriter* const found = [&] {
    const auto alone = hold_payload_pools();
    return api::find_local_writer(writer);
  }();
  if (found == nullptr) return false;
  const std::lock_guard lock(readers_.mutex_);
  if (!api::set_filter(*found, *this)) return false;
  writer_ = found;
  api::send_separately(*writer_);
  readers_.writers_.insert(this);
  settle_all();
  return true;
}

void ChosenReaders::on_match(const api::GUID_t& guid) {
  const std::lock_guard lock(readers_.mutex_);
  if (writer_ == nullptr) return;
  const auto reader = readers_.readers_.find(guid);
  if (reader != readers_.readers_.end()) settle(guid, reader->second);
}

bool ChosenReaders::choose_again() {
  const std::lock_guard lock(readers_.mutex_);
  if (writer_ == nullptr) return false;
  settle_all();
  return std::exchange(has_late_ones_, false);
}

void ChosenReaders::settle_all() {
  for (const auto& [guid, reader] : readers_.readers_) settle(guid, reader);
}

void ChosenReaders::settle(const api::GUID_t& guid, const api::ReaderData& reader) {
  const bool matched = writer_->matched_reader_is_matched(guid);
  if (!listener_.is_for(to_guid(guid))) {
    if (!matched) return;
    (void)writer_->matched_reader_remove(guid);
    turned_away_.insert(guid);
    return;
  }
  if (turned_away_.erase(guid) != 0 && !matched) (void)writer_->matched_reader_add(reader);
  if (writer_->matched_reader_is_matched(guid)) api::send_separately(*writer_, reader);
  const std::lock_guard missed(missed_mutex_);
  if (missed_.erase(guid) != 0) has_late_ones_ = true;
}

void ChosenReaders::forget_missed(const api::GUID_t& reader) {
  const std::lock_guard lock(missed_mutex_);
  missed_.erase(reader);
}

void ChosenReaders::end() {
  const std::lock_guard lock(readers_.mutex_);
  readers_.writers_.erase(this);
  writer_ = nullptr;
}

bool ChosenReaders::is_relevant(const api::CacheChange_t&, const api::GUID_t& reader) const {
  if (listener_.is_for(to_guid(reader))) return true;
  const std::lock_guard lock(missed_mutex_);
  missed_.insert(reader);
  return false;
}

}  // namespace baton::dds::fastdds
