// SPDX-License-Identifier: Apache-2.0
#include "communicators/floor.hpp"

#include <unistd.h>

#include <atomic>
#include <limits>

#include "clock.hpp"
#include "communicators/floor_memory.hpp"
#include "communicators/word_ring.hpp"

namespace perf {
namespace {

std::vector<MatchedPeer> all_channels(const std::vector<FloorChannel>& channels,
                                      const Options& options) {
  return std::vector<MatchedPeer>(channels.size(), {"", to_string(options.way), true, ""});
}

class FloorPublication final : public Publication {
 public:
  FloorPublication(const FloorMemory& memory, const Options& options, Direction direction,
                   unsigned index)
      : type_(options.message_type()),
        channel_(memory.channel(direction, index)),
        bells_(memory.bells(direction, options.roundtrip != Roundtrip::none)),
        peers_(bells_.size(), {"", to_string(options.way), true, ""}) {
    if (options.way == Way::poll_floor) bells_.clear();
  }

  std::optional<Frame> acquire() override {
    return type_.frame_in(channel_.slot(channel_.own_head()));
  }

  bool publish() override {
    channel_.store_head(channel_.own_head() + 1);
    const uint64_t one = 1;
    for (int bell : bells_) (void)!write(bell, &one, sizeof one);
    return true;
  }

  std::vector<MatchedPeer> matches() const override { return peers_; }

 private:
  const MessageType type_;
  FloorChannel channel_;
  std::vector<int> bells_;
  std::vector<MatchedPeer> peers_;
};

class FloorReception : public Reception {
 public:
  FloorReception(const FloorMemory& memory, const Options& options, Direction direction,
                 unsigned index, MessageHandler& handler)
      : type_(options.message_type()),
        channels_(memory.channels(direction, options.roundtrip != Roundtrip::none)),
        cursors_(channels_.size(), 0),
        handler_(handler),
        peers_(all_channels(channels_, options)),
        bell_(memory.bell(direction, index)) {}

  void run() override {
    while (!interrupted()) receive(std::numeric_limits<int64_t>::max());
  }

  void interrupt() override {
    interrupted_.store(true, std::memory_order_relaxed);
    const uint64_t one = 1;
    (void)!write(bell_, &one, sizeof one);
  }

  std::vector<MatchedPeer> matches() const override { return peers_; }

 protected:
  bool interrupted() const { return interrupted_.load(std::memory_order_relaxed); }
  int bell() const { return bell_; }

  bool deliver() {
    bool any = false;
    for (size_t i = 0; i < channels_.size(); ++i) {
      for (uint64_t head = channels_[i].head(); cursors_[i] != head; head = channels_[i].head()) {
        cursors_[i] = channels_[i].resume_at(cursors_[i], head);
        const std::byte* const message = channels_[i].slot(cursors_[i]++);
        handler_.on_message(type_.frame_in(message), now_ns());
        any = true;
      }
    }
    return any;
  }

 private:
  const MessageType type_;
  std::vector<FloorChannel> channels_;
  std::vector<uint64_t> cursors_;
  MessageHandler& handler_;
  std::vector<MatchedPeer> peers_;
  int bell_;
  // interrupt() writes this, and the receiving thread reads it. Relaxed: the thread sees it one
  // look later at most.
  std::atomic<bool> interrupted_{false};
};

class SleepingReception final : public FloorReception {
 public:
  using FloorReception::FloorReception;

  // Ignores the deadline: a blocking read is the fastest wait, and a floor loses no message.
  void receive(int64_t /*deadline_ns*/) override {
    uint64_t rung;
    (void)!read(bell(), &rung, sizeof rung);
    deliver();
  }
};

class PollingReception final : public FloorReception {
 public:
  using FloorReception::FloorReception;

  void receive(int64_t deadline_ns) override {
    constexpr unsigned looks_per_clock = 4096;
    for (unsigned looks = 1; !deliver(); ++looks) {
      if (interrupted()) return;
      if (looks % looks_per_clock == 0 && now_ns() >= deadline_ns) return;
      cpu_relax();
    }
  }
};

class FloorCommunicator final : public Communicator {
 public:
  FloorCommunicator(const Options& options, std::vector<int> descriptors)
      : options_(options),
        memory_(FloorDescriptors(std::move(descriptors)), FloorGeometry::of(options)) {}

  std::unique_ptr<Publication> publication(Direction direction, unsigned index) override {
    if (options_.way == Way::word_ring) return make_word_ring_publication(memory_);
    return std::make_unique<FloorPublication>(memory_, options_, direction, index);
  }

  std::unique_ptr<Reception> reception(Direction direction, unsigned index,
                                       MessageHandler& handler) override {
    if (options_.way == Way::word_ring) return make_word_ring_reception(memory_, handler);
    if (options_.way == Way::poll_floor) {
      return std::make_unique<PollingReception>(memory_, options_, direction, index, handler);
    }
    return std::make_unique<SleepingReception>(memory_, options_, direction, index, handler);
  }

 private:
  const Options& options_;
  FloorMemory memory_;
};

}  // namespace

std::unique_ptr<Communicator> make_floor_communicator(const Options& options,
                                                      std::vector<int> descriptors) {
  return std::make_unique<FloorCommunicator>(options, std::move(descriptors));
}

}  // namespace perf
