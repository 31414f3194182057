// SPDX-License-Identifier: Apache-2.0
// A subscriber that writes anything into its record: the publisher goes on, and an honest
// subscriber beside it gets every byte as it was published.
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/assert.hpp"
#include "shm/fuzz/fuzz_input.hpp"
#include "shm/testing/heap_ring.hpp"

namespace {

using namespace baton::shm;
using fuzz::FuzzInput;

constexpr std::size_t message_bytes = 256;

class Stage {
 public:
  explicit Stage(std::uint8_t setup)
      : ring_({{(setup & 1) != 0, setup / 16u},
               64 * 1024,
               {.floor_bytes = (1 + setup % 8u) * 8192, .messages = 1}}),
        honest_(ring_.join({.depth = 4, .pin_quota = 4})) {
    ring_.bells().install(3, [] { return true; });
    add_liar(setup);
  }
  ~Stage() {
    while (!held_.empty()) release();
  }

  void step(FuzzInput& input) {
    const std::uint8_t what = input.byte();
    testing::HeapReader* liar = liars_.empty() ? nullptr : liars_[what / 16 % liars_.size()].get();
    switch (what % 12) {
      case 0:
      case 1:
      case 2:
        publish();
        break;
      case 3:
        take();
        break;
      case 4:
        release();
        break;
      case 5:
        if (liar) liar->record.cursor.store(input.number(), std::memory_order_relaxed);
        break;
      case 6:
        if (liar)
          liar->record.pins[input.byte() % pin_words].store(input.number(),
                                                            std::memory_order_relaxed);
        break;
      case 7:
        if (liar) {
          liar->record.executor.store(static_cast<std::uint32_t>(input.number()),
                                      std::memory_order_relaxed);
        }
        break;
      case 8:
        ring_.rec().executor[input.byte() % max_executors].armed.store(input.number(),
                                                                       std::memory_order_relaxed);
        break;
      case 9:
        if (liar) *liar->alive = (input.byte() & 1) != 0;
        break;
      case 10:
        add_liar(input.byte());
        break;
      default:
        if (liar && liars_.size() > 1) {
          ring_.writer().remove_reader(liar->id);
          liars_.erase(liars_.begin() + what / 16 % static_cast<std::ptrdiff_t>(liars_.size()));
        }
    }
  }

 private:
  void add_liar(std::uint8_t kind) {
    if (liars_made_ == 32) return;
    ++liars_made_;
    liars_.push_back(ring_.match({.depth = std::size_t{kind} * kind,
                                  .keep_all = (kind & 1) != 0,
                                  .blocks = (kind & 2) != 0,
                                  .wants_history = (kind & 4) != 0,
                                  .may_pin = (kind & 8) == 0}));
  }

  void publish() {
    (void)ring_.writer().overrun_reader();
    const std::uint64_t sequence = ring_.writer().head() + 1;
    const auto chunk = ring_.writer().loan(message_bytes);
    if (!chunk) {
      BATON_ASSERT(!chunk.error().text.empty());
      return;
    }
    std::memset(ring_.writer().data(*chunk), static_cast<int>(sequence % 251), message_bytes);
    const std::uint64_t published = ring_.writer().publish(*chunk, message_bytes, 0);
    BATON_ASSERT(published == sequence, published, sequence);
  }

  void check(const Taken& taken) const {
    for (std::size_t i = 0; i < message_bytes; ++i) {
      const auto byte = static_cast<std::uint64_t>(taken.data[i]);
      BATON_ASSERT(byte == taken.sequence % 251, taken.sequence, i);
    }
  }

  void take() {
    Taken taken;
    const TakeResult result = honest_->ring.take(taken);
    BATON_ASSERT(result != TakeResult::violation);
    if (result != TakeResult::taken) return;
    check(taken);
    held_.push_back(std::move(taken));
    if (held_.size() > 6) release();
  }
  void release() {
    if (held_.empty()) return;
    check(held_.front());
    if (!held_.front().copy) honest_->ring.release(held_.front().chunk);
    held_.pop_front();
  }

  testing::HeapRing ring_;
  const std::unique_ptr<testing::HeapReader> honest_;
  std::vector<std::unique_ptr<testing::HeapReader>> liars_;
  int liars_made_ = 0;
  std::deque<Taken> held_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  Stage stage(input.byte());
  while (!input.empty()) stage.step(input);
  return 0;
}
