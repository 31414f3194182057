// SPDX-License-Identifier: Apache-2.0
//
// A competitor that does what FAKE_COMPETITOR says: `refuses` (does not open), `copies` (says so),
// `crashes` or `hangs` (when it publishes), `other-version`. It moves no message.
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "competitors/cpp_table.hpp"

namespace perf::competitor {
namespace {

std::string mode() {
  const char* const text = std::getenv("FAKE_COMPETITOR");
  return text == nullptr ? "" : text;
}

class Communicator {
 public:
  explicit Communicator(const Plan& plan) : plan_(plan) {
    if (mode() == "refuses") throw std::runtime_error("it does not want to");
  }
  const Plan& plan() const { return plan_; }

  void tell(const PeerSink& sink, unsigned peers) const {
    const bool copies = mode() == "copies";
    for (unsigned i = 0; i < peers; ++i) {
      sink.on_peer(sink.context, "peer", copies ? "tcp" : "fake memory", !copies, "a fake");
    }
  }

 private:
  const Plan plan_;
};

class Publication {
 public:
  Publication(Communicator& communicator, bool, unsigned)
      : communicator_(communicator), message_(communicator.plan().message_size_bytes) {}
  void* acquire() { return message_.data(); }
  bool publish() {
    if (mode() == "crashes") std::abort();
    while (mode() == "hangs") pause();
    return true;
  }
  void peers(const PeerSink& sink) const {
    communicator_.tell(sink, communicator_.plan().subscribers);
  }

 private:
  const Communicator& communicator_;
  std::vector<unsigned char> message_;
};

class Reception {
 public:
  Reception(Communicator& communicator, bool, unsigned, const Sink&)
      : communicator_(communicator) {}
  void receive(uint64_t) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return interrupted_; });
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
  const Communicator& communicator_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool interrupted_ = false;
};

constexpr Table table = table_of<Communicator, Publication, Reception>();

}  // namespace
}  // namespace perf::competitor

extern "C" [[gnu::visibility("default")]] const perf::competitor::Table* perf_competitor(uint32_t);

const perf::competitor::Table* perf_competitor(uint32_t) {
  return perf::competitor::mode() == "other-version" ? nullptr : &perf::competitor::table;
}
