// SPDX-License-Identifier: Apache-2.0
// The `Rec` segment of this process: where its executors and subscriptions tell publishers that
// they sleep, how far they have read and what they hold.
//
// Owns: the memory, the eventfd that belongs to each executor word, and which of them are in use.
// Thread safety: all members, from any thread.
// If the process dies the segment goes with the last peer that maps it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/event_fd.hpp"
#include "base/fork_guard.hpp"
#include "base/sealed_memory.hpp"
#include "shm/layout.hpp"

namespace baton::shm {

/// The match that a record belongs to, for observers.
struct RecordIdentity {
  std::uint64_t subscription = 0;
  std::uint64_t publisher_participant = 0;
  std::uint64_t publisher = 0;
};

class RecSegment {
 public:
  /// `name` shows in /proc/<pid>/fd and /proc/<pid>/maps.
  static base::Result<std::unique_ptr<RecSegment>> create(const std::string& name = "baton-rec");

  /// The index of an executor word that is awake (even), or an error when all are in use. An index
  /// keeps its eventfd for ever, so what peers know of the index stays true when it is used again.
  base::Result<std::uint32_t> open_executor();
  void close_executor(std::uint32_t index);
  /// nullptr for an index that was never opened. The bell stays valid.
  base::EventFd* bell(std::uint32_t index);
  /// How many indices were ever opened.
  std::uint32_t executors();

  /// Opens a record and returns its index: no pins, not reading, no executor. Its memory is
  /// committed.
  base::Result<std::uint32_t> open_record(const RecordIdentity& identity = {});
  /// Call this when nothing is pinned through the record any more.
  void close_record(std::uint32_t index);

  /// Figures of zero for a publisher; nullptr when all are in use or there is no memory.
  PublisherFigures* open_figures(std::uint64_t publisher);
  /// `figures` are from open_figures(), and the publisher writes them no more. Does nothing in a
  /// forked child, which has no segment.
  void close_figures(PublisherFigures* figures);

  Rec& rec() { return *reinterpret_cast<Rec*>(memory_.data()); }
  int read_only_fd() const { return memory_.read_only_fd(); }

 private:
  explicit RecSegment(base::OwnMemory memory) : memory_(std::move(memory)) {}

  const base::ForkMark fork_mark_;
  base::OwnMemory memory_;
  std::mutex mutex_;  // covers what follows
  /// The head, executors and records; and, apart, the figures.
  std::size_t committed_bytes_ = 0;
  std::size_t committed_figures_bytes_ = 0;
  std::uint32_t executors_ = 0;  // ever opened
  std::uint32_t records_ = 0;    // ever opened
  std::array<base::EventFd, max_executors> bells_;
  std::vector<std::uint32_t> closed_executors_;
  std::vector<std::uint32_t> closed_records_;
  std::size_t figures_ = 0;  // ever opened
  std::vector<PublisherFigures*> closed_figures_;
};

}  // namespace baton::shm
