// SPDX-License-Identifier: Apache-2.0
// Tells of each match of an endpoint once, and truly.
//
// Fast DDS 2.9 pairs an endpoint in several threads: in the one that makes it, and in those that
// hear of others. It tells DDS's listeners by one status for the endpoint, which it fills without a
// lock: when two matches begin at once, one is told twice or without a change, and the other one
// never (eProsima/Fast-DDS #6371). The layer below DDS tells of each match with its peer. So this
// class listens there, and passes the news on to DDS.
//
// A match and its end may be told in the wrong order, too. So after every change, one at a time,
// this class asks whether the two are matched now, and passes that on.
//
// Thread safety: all of it. The mutex is outside those of the endpoint, and inside that of
// discovery.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

#include "dds/fastdds/api.hpp"
#include "fastdds_api/listener_before.hpp"

namespace baton::dds::fastdds {

/// Calls back for each match, until end() has returned.
class MatchListener {
 public:
  using Heard = std::function<void(const api::GUID_t& other, bool matched)>;

  explicit MatchListener(Heard heard) : heard_(std::move(heard)) {}

  void end() {
    const std::lock_guard lock(mutex_);
    heard_ = nullptr;
  }
  /// Calls `tell_dds`, then passes on what `is_matched` answers.
  template <class TellDds, class IsMatched>
  void tell(const api::GUID_t& other, TellDds tell_dds, IsMatched is_matched) {
    const std::lock_guard lock(mutex_);
    tell_dds();
    if (heard_) heard_(other, is_matched());
  }

 private:
  std::mutex mutex_;  // covers what follows, also while it is called
  Heard heard_;
};

class WriterMatches final : public api::WriterListenerBefore {
 public:
  explicit WriterMatches(MatchListener::Heard heard) : listener_(std::move(heard)) {}
  void end() { listener_.end(); }

 private:
  void on_match(api::RTPSWriter& writer, const api::MatchingInfo& info) override;

  MatchListener listener_;
};

class ReaderMatches final : public api::ReaderListenerBefore {
 public:
  explicit ReaderMatches(MatchListener::Heard heard) : listener_(std::move(heard)) {}
  void end() { listener_.end(); }

 private:
  void on_match(api::RTPSReader& reader, const api::MatchingInfo& info) override;

  MatchListener listener_;
};

/// While it lives, listens to the endpoint that this thread makes, from the endpoint's beginning.
/// Fast DDS discovers an endpoint of its own participant in the thread that makes it, before
/// pairing it, and discovers nothing else in that thread.
class EndpointInMaking {
 public:
  using Begin = std::function<bool(const api::GUID_t&)>;

  explicit EndpointInMaking(Begin begin) : begin_(std::move(begin)) { current = this; }
  ~EndpointInMaking() { current = nullptr; }
  EndpointInMaking(const EndpointInMaking&) = delete;
  EndpointInMaking& operator=(const EndpointInMaking&) = delete;

  /// Called in any thread when a participant has discovered an endpoint.
  static void on_discovered(const api::GUID_t& endpoint) {
    if (current != nullptr) current->has_begun_ = current->begin_(endpoint);
  }
  bool has_begun() const { return has_begun_; }

 private:
  static thread_local EndpointInMaking* current;

  const Begin begin_;
  bool has_begun_ = false;
};

}  // namespace baton::dds::fastdds
