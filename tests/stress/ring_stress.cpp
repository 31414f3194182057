// SPDX-License-Identifier: Apache-2.0
#include "ring_stress.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <atomic>
#include <deque>
#include <memory>
#include <string_view>

#include "delays.hpp"
#include "oracle.hpp"
#include "shared_region.hpp"

namespace baton::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// Publications that are worth the name of stress, and how long a busy machine may take for them.
constexpr std::uint64_t enough = 5000;
constexpr std::chrono::seconds patience(20);

/// What one reader tells the parent. A line of its own.
struct alignas(64) Tally {
  shm::ReaderCounters counters;  // plain: read after the reader has ended
  std::uint64_t expected = 0;    // publications since it began
  char fault[128] = {};
};

/// What publisher and readers share beside the ring.
struct Board {
  std::atomic<bool> done;   // the publisher has published its last message
  std::atomic<bool> fault;  // a process found one: all may end
};

std::string check_drained(const RingStressOptions& options, const shm::Rec& rec,
                          shm::RingWriter& writer) {
  for (std::size_t i = 0; i < options.readers.size(); ++i) {
    for (const auto& word : rec.record[i].pins) {
      if (word.load(std::memory_order_acquire) != 0) return "a pin is left after the last release";
    }
  }
  const auto chunk = writer.loan(options.message_bytes);
  if (!chunk) return "no chunk can be had after the last release: " + chunk.error().text;
  writer.discard(*chunk);
  return "";
}

class Reader {
 public:
  Reader(const RingStressOptions& options, std::size_t index, const shm::Pub& pub,
         std::size_t pub_bytes, shm::Rec& rec, std::uint64_t start, Board& board, Tally& tally)
      : options_(options),
        ring_(pub, pub_bytes, rec.record[index], options.readers[index]),
        pub_(pub),
        start_(start),
        board_(board),
        tally_(tally),
        random_(index) {}

  void run() {
    ring_.begin(start_);
    while (!board_.fault.load(std::memory_order_relaxed)) {
      // The order matters: what was published before `done` is taken before the end.
      const bool done = board_.done.load(std::memory_order_acquire);
      shm::Taken taken;
      const shm::TakeResult result = ring_.take(taken);
      if (result == shm::TakeResult::violation) report("an honest publisher seems to lie");
      if (result == shm::TakeResult::taken) receive(std::move(taken));
      if (result == shm::TakeResult::nothing && done && !ring_.has_data()) break;
      if (result == shm::TakeResult::nothing) sched_yield();
      while (held_.size() > random_.below(options_.most_held + 1)) let_go();
    }
    while (!held_.empty()) let_go();
    tally_.counters = ring_.counters();
    tally_.expected = pub_.head.load(std::memory_order_acquire) - start_;
  }

 private:
  void receive(shm::Taken taken) {
    if (taken.sequence <= last_) report("a sequence came twice or went back");
    last_ = taken.sequence;
    if (taken.size_bytes != size_of(taken.sequence, options_.message_bytes)) {
      report("the size belongs to another sequence");
    }
    if (!is_intact(taken.data, taken.size_bytes, taken.sequence)) report("corrupt at take");
    held_.push_back(std::move(taken));
  }

  void let_go() {
    spin(options_.turns_held);
    const auto at = held_.begin() + static_cast<std::ptrdiff_t>(random_.below(held_.size()));
    if (!is_intact(at->data, at->size_bytes, at->sequence)) report("corrupt while it was held");
    if (!at->copy) ring_.release(at->chunk);
    held_.erase(at);
  }

  void report(std::string_view what) {
    if (tally_.fault[0] == 0) {
      what.copy(tally_.fault, sizeof tally_.fault - 1);
    }
    board_.fault.store(true, std::memory_order_relaxed);
  }

  const RingStressOptions& options_;
  shm::RingReader ring_;
  const shm::Pub& pub_;
  const std::uint64_t start_;
  Board& board_;
  Tally& tally_;
  Random random_;
  std::uint64_t last_ = 0;
  std::deque<shm::Taken> held_;
};

void publish_until_done(const RingStressOptions& options, shm::RingWriter& writer, Board& board,
                        RingStressReport& report) {
  const Clock::time_point end = Clock::now() + options.duration;
  const std::uint64_t before = writer.head();
  const auto over = [&] {
    const Clock::time_point now = Clock::now();
    return now >= end && (writer.head() - before >= enough || now >= end + patience);
  };
  Random random(options.first_sequence);
  while (!board.fault.load(std::memory_order_relaxed)) {
    if (writer.head() % 64 == 0 && over()) break;
    const std::uint64_t sequence = writer.head() + 1;
    const std::size_t size = size_of(sequence, options.message_bytes);
    const auto chunk = writer.loan(options.message_bytes);  // one size class: all chunks serve all
    if (!chunk) {
      ++report.failed_loans;
      if (over()) break;
      sched_yield();
      continue;
    }
    fill(writer.data(*chunk), size, sequence);
    writer.publish(*chunk, size, 0);
    // Bursts and pauses, so that readers are now behind and now at the head.
    if (random.below(64) == 0) sched_yield();
  }
  report.published = writer.head() - before;
  board.done.store(true, std::memory_order_release);
}

}  // namespace

RingStressReport run_ring_stress(const RingStressOptions& options) {
  RingStressReport report;
  const std::size_t chunk_bytes = options.message_bytes;
  const std::size_t pool_bytes = options.pool_chunks * chunk_bytes;
  const std::size_t pub_bytes = shm::pool_offset_bytes + (pool_bytes + 4095) / 4096 * 4096;
  const std::size_t readers = options.readers.size();

  const SharedRegion pub_memory(pub_bytes);
  const SharedRegion rec_memory(sizeof(shm::Rec));
  const SharedRegion board_memory(sizeof(Board));
  const SharedRegion tally_memory(sizeof(Tally) * readers);
  auto& pub = pub_memory.as<shm::Pub>();
  auto& rec = rec_memory.as<shm::Rec>();
  auto& board = board_memory.as<Board>();
  Tally* const tallies = &tally_memory.as<Tally>();

  shm::Bells bells;
  shm::RingWriter writer(
      pub, pub_bytes, options.retention, {.floor_bytes = pool_bytes, .messages = 1},
      [](std::size_t, std::size_t) { return base::Status(); }, options.first_sequence);
  std::vector<std::uint64_t> starts;
  for (std::size_t i = 0; i < readers; ++i) {
    rec.record[i].cursor.store(shm::not_reading, std::memory_order_relaxed);
    rec.record[i].executor.store(shm::no_executor, std::memory_order_relaxed);
    shm::MatchedReader matched;
    matched.id = i;
    matched.rec = &rec;
    matched.record = &rec.record[i];
    matched.bells = &bells;
    matched.name = fmt::format("reader {}", i);
    matched.depth = options.readers[i].keep_all ? shm::max_depth : options.readers[i].depth;
    matched.may_pin = options.readers[i].may_pin;
    starts.push_back(writer.add_reader(std::move(matched)));
  }

  const KillPointDelays delays({"take.before_pin", "reclaim.before_unlink"},
                               options.turns_at_kill_points);
  {
    Crew crew(options.actors, readers, [&](std::size_t i) {
      Reader(options, i, pub, pub_bytes, rec, starts[i], board, tallies[i]).run();
    });
    publish_until_done(options, writer, board, report);
    report.fault = crew.join();
  }

  for (std::size_t i = 0; i < readers; ++i) {
    const Tally& tally = tallies[i];
    report.received += tally.counters.received;
    report.skipped += tally.counters.skipped;
    report.lost += tally.counters.lost;
    report.copied += tally.counters.copied;
    if (tally.fault[0] != 0 && report.fault.empty()) {
      report.fault = fmt::format("reader {}: {}", i, tally.fault);
    }
  }
  if (!report.fault.empty()) return report;
  for (std::size_t i = 0; i < readers; ++i) {
    const shm::ReaderCounters& counters = tallies[i].counters;
    const std::uint64_t counted = counters.received + counters.skipped + counters.lost;
    if (counted != report.published || tallies[i].expected != report.published) {
      report.fault =
          fmt::format("reader {}: {} published, but {} received, {} skipped, {} lost", i,
                      report.published, counters.received, counters.skipped, counters.lost);
      return report;
    }
  }
  report.fault = check_drained(options, rec, writer);
  return report;
}

}  // namespace baton::stress
