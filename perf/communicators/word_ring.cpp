// SPDX-License-Identifier: Apache-2.0
#include "communicators/word_ring.hpp"

#include <atomic>
#include <limits>

#include "clock.hpp"

namespace perf {
namespace {

constexpr unsigned time_bits = 40;
constexpr uint64_t time_mask = (uint64_t{1} << time_bits) - 1;
constexpr uint64_t number_mask = (uint64_t{1} << 24) - 1;

// [word_ring.slot] a word is the whole message: nothing else becomes visible with it.
std::atomic<uint64_t>& slot(const FloorChannel& channel, uint64_t number) {
  return *reinterpret_cast<std::atomic<uint64_t>*>(channel.slot(number));
}

std::vector<MatchedPeer> the_other_end() { return {{"", "word-ring", true, ""}}; }

class WordRingPublication final : public Publication {
 public:
  explicit WordRingPublication(const FloorMemory& memory)
      : channel_(memory.channel(Direction::forward, 0)) {}

  std::optional<Frame> acquire() override { return word_message_type().frame_in(message_); }

  bool publish() override {
    const MessageType& type = word_message_type();
    const ReceivedFrame message = type.frame_in(message_);
    const uint64_t number = type.id(message).sequence;
    const uint64_t time = static_cast<uint64_t>(type.time_ns(message)) & time_mask;
    slot(channel_, number)
        .store((number & number_mask) << time_bits | time, std::memory_order_release);
    return true;
  }

  std::vector<MatchedPeer> matches() const override { return the_other_end(); }

 private:
  FloorChannel channel_;
  alignas(8) std::byte message_[16];
};

class WordRingReception final : public Reception {
 public:
  WordRingReception(const FloorMemory& memory, MessageHandler& handler)
      : channel_(memory.channel(Direction::forward, 0)), handler_(handler) {}

  void run() override {
    while (!interrupted()) receive(std::numeric_limits<int64_t>::max());
  }

  void interrupt() override { interrupted_.store(true, std::memory_order_relaxed); }

  void receive(int64_t deadline_ns) override {
    for (unsigned looks = 1;; ++looks) {
      const uint64_t word = slot(channel_, next_).load(std::memory_order_acquire);
      const uint64_t ahead = ((word >> time_bits) - next_) & number_mask;
      // A number that is far ahead is really behind: the slot still has the word of an earlier
      // round.
      if (word != 0 && ahead <= number_mask / 2) {
        hand_over(next_ + ahead, word & time_mask);
        return;
      }
      if (interrupted() || (looks % 4096 == 0 && now_ns() >= deadline_ns)) return;
      cpu_relax();
    }
  }

  std::vector<MatchedPeer> matches() const override { return the_other_end(); }

 private:
  bool interrupted() const { return interrupted_.load(std::memory_order_relaxed); }

  void hand_over(uint64_t number, uint64_t low_time) {
    const int64_t entry_ns = now_ns();
    const auto now = static_cast<uint64_t>(entry_ns);
    const uint64_t time = now - ((now - low_time) & time_mask);
    alignas(8) std::byte bytes[16];
    const Frame message = word_message_type().frame_in(bytes);
    word_message_type().stamp(message, {0, number}, static_cast<int64_t>(time));
    next_ = number + 1;
    handler_.on_message(message, entry_ns);
  }

  FloorChannel channel_;
  MessageHandler& handler_;
  uint64_t next_ = 1;
  std::atomic<bool> interrupted_{false};
};

}  // namespace

std::unique_ptr<Publication> make_word_ring_publication(const FloorMemory& memory) {
  return std::make_unique<WordRingPublication>(memory);
}

std::unique_ptr<Reception> make_word_ring_reception(const FloorMemory& memory,
                                                    MessageHandler& handler) {
  return std::make_unique<WordRingReception>(memory, handler);
}

}  // namespace perf
