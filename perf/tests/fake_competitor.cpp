// SPDX-License-Identifier: Apache-2.0
//
// A competitor that moves messages within a process, and does what FAKE_COMPETITOR says: `refuses`
// (does not open), `copies` (says so), `crashes` or `hangs` (when it publishes), `late` (a
// millisecond), `other-version`.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "competitors/cpp_table.hpp"

namespace perf::competitor {
namespace {

using Message = std::vector<unsigned char>;

std::string mode() {
  const char* const text = std::getenv("FAKE_COMPETITOR");
  return text == nullptr ? "" : text;
}

class Reception;

class Communicator {
 public:
  explicit Communicator(const Plan& plan) : plan_(plan) {
    if (mode() == "refuses") throw std::runtime_error("it does not want to");
  }
  const Plan& plan() const { return plan_; }

  void tell(const PeerSink& sink, unsigned peers) const {
    const bool shares = plan_.zero_copy != 0 && mode() != "copies";
    for (unsigned i = 0; i < peers; ++i) {
      sink.on_peer(sink.context, "peer", shares ? "fake memory" : "tcp", shares, "a fake");
    }
  }

  std::vector<Reception*> receptions;

 private:
  const Plan plan_;
};

class Reception {
 public:
  Reception(Communicator& communicator, bool, unsigned, const Sink& sink)
      : communicator_(communicator), sink_(sink) {
    communicator_.receptions.push_back(this);
  }
  ~Reception() { std::erase(communicator_.receptions, this); }

  void bring(const Message& message) {
    {
      const std::lock_guard lock(mutex_);
      messages_.push_back(message);
    }
    changed_.notify_all();
  }

  void receive(uint64_t) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return interrupted_ || !messages_.empty(); });
    while (!messages_.empty()) {
      const Message message = std::move(messages_.front());
      messages_.pop_front();
      lock.unlock();
      sink_.on_message(sink_.context, message.data(), message.size());
      lock.lock();
    }
  }
  void interrupt() {
    {
      const std::lock_guard lock(mutex_);
      interrupted_ = true;
    }
    changed_.notify_all();
  }
  void peers(const PeerSink& sink) const {
    communicator_.tell(sink, communicator_.plan().publishers);
  }

 private:
  Communicator& communicator_;
  const Sink sink_;
  std::mutex mutex_;  // covers what follows
  std::condition_variable changed_;
  std::deque<Message> messages_;
  bool interrupted_ = false;
};

class Publication {
 public:
  Publication(Communicator& communicator, bool, unsigned)
      : communicator_(communicator), message_(communicator.plan().message_size_bytes) {}
  void* acquire() { return message_.data(); }
  bool publish() {
    if (mode() == "crashes") std::abort();
    while (mode() == "hangs") pause();
    // lint-ok: no_sleep_in_tests: the seeded fault
    if (mode() == "late") std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (Reception* reception : communicator_.receptions) reception->bring(message_);
    return true;
  }
  void peers(const PeerSink& sink) const {
    communicator_.tell(sink, communicator_.plan().subscribers);
  }

 private:
  const Communicator& communicator_;
  Message message_;
};

constexpr Table table = table_of<Communicator, Publication, Reception>();

}  // namespace
}  // namespace perf::competitor

extern "C" [[gnu::visibility("default")]] const perf::competitor::Table* perf_competitor(uint32_t);

const perf::competitor::Table* perf_competitor(uint32_t) {
  return perf::competitor::mode() == "other-version" ? nullptr : &perf::competitor::table;
}
