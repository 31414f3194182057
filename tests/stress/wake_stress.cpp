// SPDX-License-Identifier: Apache-2.0
#include "wake_stress.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "delays.hpp"
#include "oracle.hpp"
#include "shared_region.hpp"
#include "shm/publication_log.hpp"
#include "shm/ring_reader.hpp"
#include "shm/ring_writer.hpp"
#include "shm/sleep_word.hpp"

namespace baton::stress {
namespace {

using Clock = std::chrono::steady_clock;
using Rings = std::vector<std::unique_ptr<shm::RingReader>>;

constexpr std::size_t most_publishers = 2;
/// Messages that are worth the name of stress, and how long a busy machine may take for them.
constexpr std::uint64_t enough = 1000;
constexpr std::chrono::seconds patience(20);
constexpr std::size_t pool_bytes = 64 * 1024;
constexpr std::size_t pub_bytes = shm::pool_offset_bytes + pool_bytes;

/// One publisher's half of the stage.
struct alignas(64) Side {
  std::atomic<std::uint64_t> consumed;  // written by the executor: the sequence it has taken
  std::atomic<std::uint64_t> wakes;     // written by the publisher at its end
  std::atomic<bool> ended;
};

struct Board {
  std::atomic<bool> done;
  std::array<Side, most_publishers> side;
};

/// The bell as a peer has it: a raw descriptor, because it must survive a fork.
class Doorbell {
 public:
  Doorbell() : fd_(eventfd(0, EFD_CLOEXEC)) {}
  ~Doorbell() { close(fd_); }
  bool ring() const {
    const std::uint64_t one = 1;
    return write(fd_, &one, sizeof one) == sizeof one;
  }
  /// False when no publisher rang before the deadline.
  bool wait(std::chrono::nanoseconds deadline) const {
    pollfd wanted{fd_, POLLIN, 0};
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(deadline).count();
    if (poll(&wanted, 1, static_cast<int>(ms)) <= 0) return false;
    std::uint64_t rings = 0;
    return read(fd_, &rings, sizeof rings) == sizeof rings;
  }

 private:
  const int fd_;
};

/// Publishes one message at a time and waits until it is taken, so that nearly every publication
/// meets an executor that is about to sleep.
void publish(std::size_t index, shm::Pub& pub, shm::Rec& rec, shm::Log* log,
             const Doorbell& doorbell, Board& board) {
  Side& side = board.side[index];
  shm::Bells bells;
  bells.install(0, [&] { return doorbell.ring(); });
  shm::RingWriter writer(pub, pub_bytes, {}, {},
                         [](std::size_t, std::size_t) { return base::Status(); });
  if (log != nullptr) writer.note_in(*log, static_cast<std::uint16_t>(index));
  shm::MatchedReader matched;
  matched.rec = &rec;
  matched.record = &rec.record[index];
  matched.bells = &bells;
  writer.add_reader(std::move(matched));
  Random random(index);
  while (!board.done.load(std::memory_order_relaxed)) {
    spin(random.below(400));
    const std::uint64_t sequence = writer.publish(*writer.loan(8), 8, 0);
    while (side.consumed.load(std::memory_order_relaxed) != sequence &&
           !board.done.load(std::memory_order_relaxed)) {
      // Not asleep: with two cores the executor needs one of them now and then.
      sched_yield();
    }
  }
  side.wakes.store(writer.wakes(), std::memory_order_relaxed);
  // After the last publication: the executor may take what is left and go.
  side.ended.store(true, std::memory_order_release);
  doorbell.ring();
}

class Executor {
 public:
  /// Without a log it asks all rings whenever it looks.
  Executor(const WakeStressOptions& options, const Rings& rings, shm::Rec& rec, const shm::Log* log,
           const Doorbell& doorbell, Board& board)
      : options_(options),
        rings_(rings),
        log_(log),
        sleep_(rec.executor[0]),
        doorbell_(doorbell),
        board_(board) {}

  void run(WakeStressReport& report) {
    const Clock::time_point end = Clock::now() + options_.duration;
    while (!all_ended()) {
      const Clock::time_point now = Clock::now();
      if (now >= end && (report.received >= enough || now >= end + patience)) {
        board_.done.store(true, std::memory_order_relaxed);
      }
      if (take_all(report) || polls()) continue;
      const bool sleeps = sleep_.arm_unless([this] {
        const bool ready = is_ready();
        dawdle(random_, options_.turns_in_windows);
        return ready;
      });
      if (!sleeps) continue;
      ++report.sleeps;
      report.fault = sleep_until_rung();
      if (!report.fault.empty()) {
        board_.done.store(true, std::memory_order_relaxed);
        return;
      }
      sleep_.disarm();
    }
    take_all(report);
  }

 private:
  /// Empty, or why it will never be rung. Publishers only wait for us, so nothing makes good a lost
  /// wake-up; but one may just be between its head and its ring, for as long as a busy machine
  /// pleases.
  std::string sleep_until_rung() {
    const Clock::time_point begin = Clock::now();
    bool was_ready = false;
    while (!doorbell_.wait(options_.deadline)) {
      if (was_ready) return "a wake-up was lost: asleep although there is a message";
      was_ready = any_has_data();
      if (Clock::now() >= begin + patience) return "no publisher has published for a long time";
    }
    return "";
  }

  bool any_has_data() const {
    return std::any_of(rings_.begin(), rings_.end(),
                       [](const auto& ring) { return ring->has_data(); });
  }

  bool is_ready() {
    read_log();
    bool any = false;
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      if (!is_asked(i)) continue;
      noted_[i] = rings_[i]->has_data();  // what comes later is noted anew
      any = any || noted_[i];
    }
    return any;
  }

  /// Looks some times before it sleeps, in the middle of a publication too.
  bool polls() {
    if (options_.turns_in_windows == 0) return false;
    for (std::uint64_t looks = random_.below(options_.turns_in_windows); looks > 0; --looks) {
      if (is_ready()) return true;
    }
    return false;
  }

  bool is_asked(std::size_t index) const { return log_ == nullptr || noted_[index]; }

  void read_log() {
    if (log_ == nullptr) return;
    const bool told = shm::read_log(*log_, seen_, shm::log_entries,
                                    [this](std::uint16_t place) { noted_.at(place) = true; });
    if (!told) noted_.fill(true);
  }

  bool all_ended() const {
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      if (!board_.side[i].ended.load(std::memory_order_acquire)) return false;
    }
    return true;
  }

  bool take_all(WakeStressReport& report) {
    bool any = false;
    read_log();
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      if (!is_asked(i)) continue;
      noted_[i] = false;
      shm::Taken taken;
      while (rings_[i]->take(taken) == shm::TakeResult::taken) {
        rings_[i]->release(taken.chunk);
        board_.side[i].consumed.store(taken.sequence, std::memory_order_relaxed);
        ++report.received;
        any = true;
      }
    }
    return any;
  }

  const WakeStressOptions& options_;
  const Rings& rings_;
  const shm::Log* const log_;
  std::uint64_t seen_ = 0;
  std::array<bool, most_publishers> noted_{};
  shm::SleepWord sleep_;
  const Doorbell& doorbell_;
  Board& board_;
  Random random_{7};
};

}  // namespace

WakeStressReport run_wake_stress(const WakeStressOptions& options) {
  WakeStressReport report;
  std::vector<std::unique_ptr<SharedRegion>> pub_memory;
  const SharedRegion rec_memory(sizeof(shm::Rec));
  const SharedRegion log_memory(sizeof(shm::Log));
  const SharedRegion board_memory(sizeof(Board));
  auto& rec = rec_memory.as<shm::Rec>();
  auto& board = board_memory.as<Board>();
  auto* const log = options.with_log ? &log_memory.as<shm::Log>() : nullptr;
  const Doorbell doorbell;

  Rings rings;
  for (std::size_t i = 0; i < options.publishers; ++i) {
    pub_memory.push_back(std::make_unique<SharedRegion>(pub_bytes));
    rec.record[i].executor.store(0, std::memory_order_relaxed);
    rings.push_back(std::make_unique<shm::RingReader>(
        pub_memory[i]->as<shm::Pub>(), pub_bytes, rec.record[i], shm::ReaderLimits{.depth = 1}));
    rings[i]->begin(0);
  }
  const KillPointDelays delays({"publish.before_head", "publish.before_log"},
                               options.turns_in_windows);
  Crew crew(options.actors, options.publishers, [&](std::size_t i) {
    publish(i, pub_memory[i]->as<shm::Pub>(), rec, log, doorbell, board);
  });
  Executor(options, rings, rec, log, doorbell, board).run(report);
  const std::string bad = crew.join();
  if (report.fault.empty()) report.fault = bad;
  for (const Side& side : board.side) report.wakes += side.wakes.load(std::memory_order_relaxed);
  if (report.fault.empty() && report.sleeps == 0) report.fault = "no thread ever slept";
  return report;
}

}  // namespace baton::stress
