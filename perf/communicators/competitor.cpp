// SPDX-License-Identifier: Apache-2.0
#include "communicators/competitor.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "clock.hpp"
#include "communicators/competitor_library.hpp"
#include "communicators/shared_mappings.hpp"
#include "competitors/abi.hpp"

namespace perf {
namespace {

using competitor::Error;
using competitor::PeerSink;
using competitor::Plan;
using competitor::Sink;
using competitor::Table;

const char* library_of(Way way) {
  switch (way) {
    case Way::cyclone_dds:
      return "libperf_cyclone_dds.so";
    case Way::iceoryx:
      return "libperf_iceoryx.so";
    case Way::iceoryx2:
      return "libperf_iceoryx2.so";
    default:
      return "libperf_zenoh.so";
  }
}

const Table& open_table(const Options& options) {
  const std::string name = library_of(options.way);
  std::string cause;
  void* const library = open_competitor_library(name, cause);
  void* const entry = library == nullptr ? nullptr : dlsym(library, competitor::entry_symbol);
  if (entry == nullptr) {
    throw RunError(
        fmt::format("--communicator {} needs {}, which `make competitors` installs and builds: {}",
                    options.communicator, name, library == nullptr ? cause : dlerror()));
  }
  const Table* const table = reinterpret_cast<competitor::Entry*>(entry)(competitor::abi_version);
  if (table == nullptr) {
    throw RunError(
        fmt::format("--communicator {}: {} was built for another perf_test; "
                    "`make competitors` builds it again",
                    options.communicator, name));
  }
  return *table;
}

// What a library says about a failure.
class FailureText {
 public:
  operator const Error*() const { return &error_; }
  RunError as_error(const Options& options) const {
    return RunError(fmt::format("--communicator {}: {}", options.communicator, text_.data()));
  }

 private:
  std::array<char, 512> text_{};
  Error error_{text_.data(), text_.size()};
};

std::vector<MatchedPeer> peers_of(void (*ask)(void*, const PeerSink*), void* endpoint) {
  std::vector<MatchedPeer> peers;
  const PeerSink sink{&peers, [](void* context, const char* process, const char* transport,
                                 uint8_t zero_copy, const char* reason) {
                        static_cast<std::vector<MatchedPeer>*>(context)->push_back(
                            {process, transport, zero_copy != 0, reason});
                      }};
  ask(endpoint, &sink);
  return peers;
}

// The communicator of the library, with what its endpoints have in common.
struct Opened {
  Opened(const Options& given, const std::string& name)
      : options(given),
        type(given.message_type()),
        table(open_table(given)),
        process(fmt::format("{} (pid {})", name, getpid())),
        topics(given.topic_names()),
        topic_back(given.topic + "_relay") {
    for (const std::string& topic : topics) topic_texts.push_back(topic.c_str());
    const FailureText failure;
    const Plan what = plan();
    communicator = table.open(&what, failure);
    if (communicator == nullptr) throw failure.as_error(options);
  }
  ~Opened() { table.close(communicator); }
  Opened(const Opened&) = delete;

  Plan plan() const {
    const unsigned relays = options.roundtrip == Roundtrip::none ? 0 : 1;
    return {type.size_bytes,
            type.alignment_bytes,
            process.c_str(),
            topic_texts.data(),
            topic_back.c_str(),
            type.name.c_str(),
            options.topics,
            domain_of(options),
            options.history_depth,
            std::max({options.publishers, options.expected_publishers, relays}),
            std::max({options.subscribers, options.expected_subscribers, relays}),
            options.delivery == Delivery::zero_copy,
            options.reliable,
            options.transient_local,
            options.keep_all};
  }

  const Options& options;
  const MessageType type;
  const Table& table;
  const std::string process;
  const std::vector<std::string> topics;
  const std::string topic_back;
  std::vector<const char*> topic_texts;
  void* communicator = nullptr;
};

class CompetitorPublication final : public Publication {
 public:
  CompetitorPublication(std::shared_ptr<Opened> opened, Direction direction, unsigned index)
      : opened_(std::move(opened)) {
    const FailureText failure;
    made_ = opened_->table.make_publication(opened_->communicator, direction == Direction::back,
                                            index, failure);
    if (made_ == nullptr) throw failure.as_error(opened_->options);
  }
  ~CompetitorPublication() override { opened_->table.drop_publication(made_); }

  std::optional<Frame> acquire() override {
    void* const message = opened_->table.acquire(made_);
    if (message == nullptr) return std::nullopt;
    return opened_->type.frame_in(static_cast<std::byte*>(message));
  }
  bool publish() override { return opened_->table.publish(made_) != 0; }
  std::vector<MatchedPeer> matches() const override {
    return peers_of(opened_->table.publication_peers, made_);
  }
  EndpointCounters counters() const override {
    return {
        0, 0,
        fmt::format("{} has no memory for it, or did not take it", opened_->options.communicator)};
  }

 private:
  const std::shared_ptr<Opened> opened_;
  void* made_;
};

class CompetitorReception final : public Reception {
 public:
  CompetitorReception(std::shared_ptr<Opened> opened, Direction direction, unsigned index,
                      MessageHandler& handler)
      : opened_(std::move(opened)), handler_(handler) {
    const FailureText failure;
    const Sink sink{this, [](void* context, const void* message, uint64_t size_bytes) {
                      static_cast<CompetitorReception*>(context)->on_message(message, size_bytes);
                    }};
    made_ = opened_->table.make_reception(opened_->communicator, direction == Direction::back,
                                          index, &sink, failure);
    if (made_ == nullptr) throw failure.as_error(opened_->options);
  }
  ~CompetitorReception() override { opened_->table.drop_reception(made_); }

  void receive(int64_t deadline_ns) override {
    const int64_t left_ns = deadline_ns == std::numeric_limits<int64_t>::max()
                                ? deadline_ns
                                : std::max<int64_t>(0, deadline_ns - now_ns());
    opened_->table.receive(made_, static_cast<uint64_t>(left_ns));
  }
  void run() override {
    while (!interrupted_.load(std::memory_order_relaxed)) {
      receive(std::numeric_limits<int64_t>::max());
    }
  }
  void interrupt() override {
    interrupted_.store(true, std::memory_order_relaxed);
    opened_->table.interrupt(made_);
  }
  std::vector<MatchedPeer> matches() const override {
    return peers_of(opened_->table.reception_peers, made_);
  }
  EndpointCounters counters() const override {
    return {copied_.load(std::memory_order_relaxed), 0, ""};
  }

 private:
  void on_message(const void* message, uint64_t size_bytes) {
    const int64_t entry_ns = now_ns();
    ReceivedFrame frame = opened_->type.frame_in(static_cast<const std::byte*>(message));
    if (size_bytes != opened_->type.size_bytes) frame.payload_size_bytes = 0;  // counts as corrupt
    handler_.on_message(frame, entry_ns);
    if (opened_->options.delivery == Delivery::zero_copy && !shared_.hold(message)) {
      copied_.store(copied_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
  }

  const std::shared_ptr<Opened> opened_;
  MessageHandler& handler_;
  SharedMappings shared_;
  void* made_;
  // The receiving thread writes this and the worker's main thread reads it. Relaxed: only a figure.
  std::atomic<uint64_t> copied_{0};
  // interrupt() writes this, and the receiving thread reads it. Relaxed: the thread sees it one
  // look later at most.
  std::atomic<bool> interrupted_{false};
};

class CompetitorCommunicator final : public Communicator {
 public:
  CompetitorCommunicator(const Options& options, const std::string& name)
      : opened_(std::make_shared<Opened>(options, name)) {}

  std::unique_ptr<Publication> publication(Direction direction, unsigned index) override {
    return std::make_unique<CompetitorPublication>(opened_, direction, index);
  }
  std::unique_ptr<Reception> reception(Direction direction, unsigned index,
                                       MessageHandler& handler) override {
    return std::make_unique<CompetitorReception>(opened_, direction, index, handler);
  }

 private:
  const std::shared_ptr<Opened> opened_;
};

}  // namespace

std::unique_ptr<Communicator> make_competitor_communicator(const Options& options,
                                                           const std::string& name) {
  return std::make_unique<CompetitorCommunicator>(options, name);
}

void tidy_after_competitor(const Options& options) noexcept {
  try {
    const Table& table = open_table(options);
    if (table.tidy == nullptr) return;
    Plan plan{};
    plan.domain_id = domain_of(options);
    plan.process = "perf_test";
    table.tidy(&plan);
  } catch (const std::exception&) {
    // The run has failed with a sentence of its own, perhaps this one.
  }
}

}  // namespace perf
