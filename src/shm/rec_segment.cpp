// SPDX-License-Identifier: Apache-2.0
#include "shm/rec_segment.hpp"

#include <fmt/format.h>

namespace baton::shm {
namespace {

constexpr std::size_t commit_step_bytes = 64 * 1024;
/// Most processes have fewer publishers than fit into one step.
constexpr std::size_t figures_step_bytes = 4 * 1024;

}  // namespace

base::Result<std::unique_ptr<RecSegment>> RecSegment::create(const std::string& name) {
  auto memory = base::OwnMemory::create(name, sizeof(Rec));
  if (!memory) return std::move(memory).error();
  if (base::Status done = memory->commit(0, commit_step_bytes); !done) return done.error();
  std::unique_ptr<RecSegment> made(new RecSegment(std::move(*memory)));
  made->committed_bytes_ = commit_step_bytes;
  made->rec().header = {rec_magic, layout_version, max_executors, max_records};
  return made;
}

base::Result<std::uint32_t> RecSegment::open_executor() {
  const std::lock_guard lock(mutex_);
  if (!closed_executors_.empty()) {
    const std::uint32_t index = closed_executors_.back();
    closed_executors_.pop_back();
    return index;
  }
  if (executors_ == max_executors) {
    return base::Error{0,
                       fmt::format("this process has {} executors and wait sets already, which is "
                                   "the most that one context can have; close some",
                                   max_executors)};
  }
  auto bell = base::EventFd::create();
  if (!bell) return std::move(bell).error();
  bells_[executors_] = std::move(*bell);
  return executors_++;
}

base::EventFd* RecSegment::bell(std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  return index < executors_ ? &bells_[index] : nullptr;
}

std::uint32_t RecSegment::executors() {
  const std::lock_guard lock(mutex_);
  return executors_;
}

void RecSegment::close_executor(std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  closed_executors_.push_back(index);
}

base::Result<std::uint32_t> RecSegment::open_record(const RecordIdentity& identity) {
  const std::lock_guard lock(mutex_);
  std::uint32_t index = records_;
  if (!closed_records_.empty()) {
    index = closed_records_.back();
    closed_records_.pop_back();
  } else {
    if (records_ == max_records) {
      return base::Error{0,
                         fmt::format("this process has {} matches already, which is the most that "
                                     "one context can have; use fewer subscriptions",
                                     max_records)};
    }
    const std::size_t end = offsetof(Rec, record) + (std::size_t{index} + 1) * sizeof(Record);
    while (committed_bytes_ < end) {
      const std::size_t step = std::min(commit_step_bytes, memory_.size_bytes() - committed_bytes_);
      if (base::Status done = memory_.commit(committed_bytes_, step); !done) return done.error();
      committed_bytes_ += step;
    }
    ++records_;
  }
  Record& record = rec().record[index];
  // Relaxed: a publisher learns of the record by a message that is sent after this.
  for (auto& word : record.pins) word.store(0, std::memory_order_relaxed);
  record.cursor.store(not_reading, std::memory_order_relaxed);
  record.executor.store(no_executor, std::memory_order_relaxed);
  record.missed.store(0, std::memory_order_relaxed);
  record.publisher_participant.store(identity.publisher_participant, std::memory_order_relaxed);
  record.publisher.store(identity.publisher, std::memory_order_relaxed);
  record.subscription.store(identity.subscription, std::memory_order_relaxed);
  return index;
}

void RecSegment::close_record(std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  Record& record = rec().record[index];
  record.executor.store(no_executor, std::memory_order_relaxed);  // wakes no executor
  record.subscription.store(0, std::memory_order_relaxed);
  // [record/closed] subscriber: the record pins nothing any more, until it is opened again
  record.generation.fetch_add(1, std::memory_order_release);
  closed_records_.push_back(index);
}

PublisherFigures* RecSegment::open_figures(std::uint64_t publisher) {
  const std::lock_guard lock(mutex_);
  PublisherFigures* figures = nullptr;
  if (!closed_figures_.empty()) {
    figures = closed_figures_.back();
    closed_figures_.pop_back();
  } else {
    if (figures_ == max_figures) return nullptr;
    if (committed_figures_bytes_ < (figures_ + 1) * sizeof(PublisherFigures)) {
      const std::size_t begin = offsetof(Rec, figures) + committed_figures_bytes_;
      const std::size_t step = std::min(figures_step_bytes, memory_.size_bytes() - begin);
      if (!memory_.commit(begin, step)) return nullptr;
      committed_figures_bytes_ += step;
    }
    figures = &rec().figures[figures_++];
  }
  for (auto* const sum :
       {&figures->without_segment, &figures->unread_bytes, &figures->kept, &figures->kept_bytes,
        &figures->delivered, &figures->delivered_bytes, &figures->unheard}) {
    sum->store(0, std::memory_order_relaxed);
  }
  figures->last_ns.store(0, std::memory_order_relaxed);
  figures->publisher.store(publisher, std::memory_order_relaxed);
  return figures;
}

void RecSegment::close_figures(PublisherFigures* figures) {
  if (fork_mark_.crossed()) return;
  const std::lock_guard lock(mutex_);
  figures->publisher.store(0, std::memory_order_relaxed);
  closed_figures_.push_back(figures);
}

}  // namespace baton::shm
