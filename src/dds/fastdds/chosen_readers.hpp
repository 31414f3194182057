// SPDX-License-Identifier: Apache-2.0
// Writers that choose which readers they match.
//
// DDS matches by topic, type and QoS, and a writer that retains sends what it has the moment it
// matches. Where readers differ in something else, a writer of this kind has two means, both of
// RTPS, below DDS. A filter withholds every sample from readers that were not chosen. The filter
// alone would be enough if Fast DDS did not ignore it for a reader that has lost sight of the
// writer and begins anew. So matches with such readers are ended, too, at once, and made again when
// the reader is chosen after all. The filter covers the moment between.
//
// Thread safety: all of it. The mutex of the topic's readers is outside those of Fast DDS's
// writers, and inside those with which Fast DDS tells of discoveries and matches.
#pragma once

#include <map>
#include <mutex>
#include <set>

#include "dds/fastdds/api.hpp"
#include "dds/wire.hpp"
#include "fastdds_api/discovery_listener.hpp"
#include "fastdds_api/sample_filter.hpp"

namespace baton::dds::fastdds {

class ChosenReaders;

/// All readers of one topic that a participant has discovered, with what it takes to match them.
class TopicReaders {
 public:
  void on_reader(const api::ReaderData& reader);
  void on_reader_gone(const api::GUID_t& reader);

 private:
  friend class ChosenReaders;

  std::mutex mutex_;  // covers what follows, and all of the writers
  std::map<api::GUID_t, api::ReaderData> readers_;
  std::set<ChosenReaders*> writers_;
};

/// The readers that one writer has chosen.
class ChosenReaders final : private api::IReaderDataFilter {
 public:
  ChosenReaders(TopicReaders& readers, WireWriterListener& listener);
  ~ChosenReaders() { end(); }
  ChosenReaders(const ChosenReaders&) = delete;
  ChosenReaders& operator=(const ChosenReaders&) = delete;

  /// Called before anything is written. False: Fast DDS does not find that writer.
  bool begin(const api::GUID_t& writer);
  /// A match has begun, or ended.
  void on_match(const api::GUID_t& reader);
  /// True: a reader that has missed retained samples is chosen now. DDS cannot send it a sample
  /// that it was once told to do without, so the caller has to write them anew.
  bool choose_again();
  /// Called before the writer is deleted. The filter stays until then.
  void end();

 private:
  friend class TopicReaders;

  bool is_relevant(const api::CacheChange_t& change, const api::GUID_t& reader) const override;
  void settle_all();
  void forget_missed(const api::GUID_t& reader);
  void settle(const api::GUID_t& guid, const api::ReaderData& reader);

  TopicReaders& readers_;
  WireWriterListener& listener_;
  api::RTPSWriter* writer_ = nullptr;
  std::set<api::GUID_t> turned_away_;  // DDS would match them
  bool has_late_ones_ = false;         // some readers that have missed samples are chosen now
  mutable std::mutex missed_mutex_;    // a leaf; covers what follows
  mutable std::set<api::GUID_t> missed_;
};

}  // namespace baton::dds::fastdds
