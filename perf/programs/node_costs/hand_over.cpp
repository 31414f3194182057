// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <condition_variable>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "clock.hpp"
#include "contest.hpp"
#include "messages.hpp"
#include "spinning_node.hpp"

namespace node_costs {
namespace {

using Message = perf::messages::Array4m;

/// Not initialised, except for the page of its time: the measurement must not wait for a page
/// fault.
std::unique_ptr<Message> make_message() {
  auto message = std::unique_ptr<Message>(new Message);
  message->time = 0;
  return message;
}

/// One reader's mailbox, as a programmer writes it by hand.
class Mailbox {
 public:
  Mailbox() : thread_([this] { read(); }) {}
  ~Mailbox() {
    post(nullptr);
    thread_.join();
  }

  void post(std::shared_ptr<const Message> message) {
    {
      const std::lock_guard lock(mutex_);
      letter_ = std::move(message);
      there_ = true;
    }
    posted_.notify_one();
  }
  const Latencies& latencies() const { return latencies_; }

 private:
  void read() {
    while (const auto message = next()) latencies_.add(perf::now_ns() - message->time);
  }
  std::shared_ptr<const Message> next() {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return there_; });
    there_ = false;
    return std::move(letter_);
  }

  Latencies latencies_;
  std::mutex mutex_;
  std::condition_variable posted_;
  std::shared_ptr<const Message> letter_;
  bool there_ = false;
  std::thread thread_;  // last member: it uses the others
};

struct Reader {
  Latencies latencies;
  baton::Subscription<Message>::SharedPtr subscription;
  std::unique_ptr<SpinningNode> spinning;
};

std::unique_ptr<Reader> make_reader(const baton::Context::SharedPtr& context, unsigned index) {
  auto reader = std::make_unique<Reader>();
  const auto node = make_node(context, fmt::format("reader_{}", index), true);
  reader->subscription = node->create_subscription<Message>(
      "hand_over", 10, [latencies = &reader->latencies](const Message& message) {
        latencies->add(perf::now_ns() - message.time);
      });
  reader->spinning = std::make_unique<SpinningNode>(context, node);
  return reader;
}

void publish_one(baton::Publisher<Message>& publisher) {
  auto message = make_message();
  message->time = perf::now_ns();
  publisher.publish(std::move(message));
}

}  // namespace

nlohmann::json hand_over(double seconds, unsigned count) {
  const auto context = make_context();
  const auto node = make_node(context, "writer", true);
  const auto publisher = node->create_publisher<Message>("hand_over", 10);
  std::vector<std::unique_ptr<Reader>> readers;
  std::vector<std::unique_ptr<Mailbox>> mailboxes;
  Contender ours{"node", [&] { publish_one(*publisher); }, {}};
  Contender theirs{"reference", {}, {}};
  for (unsigned i = 0; i < count; ++i) {
    readers.push_back(make_reader(context, i));
    mailboxes.push_back(std::make_unique<Mailbox>());
    ours.readers.push_back(&readers.back()->latencies);
    theirs.readers.push_back(&mailboxes.back()->latencies());
  }
  theirs.send = [&] {
    auto message = make_message();
    message->time = perf::now_ns();
    const std::shared_ptr<const Message> shared = std::move(message);
    for (const auto& mailbox : mailboxes) mailbox->post(shared);
  };
  wait_for_readers(*publisher, count);
  return contest({ours, theirs}, {.seconds = seconds});
}

nlohmann::json same_thread(double seconds) {
  const auto context = make_context();
  const auto node = make_node(context, "same_thread", true);
  const auto publisher = node->create_publisher<Message>("same_thread", 10);
  Latencies latencies;
  const auto subscription = node->create_subscription<Message>(
      "same_thread", 10,
      [&](const Message& message) { latencies.add(perf::now_ns() - message.time); });
  baton::executors::SingleThreadedExecutor executor(options_in(context));
  executor.add_node(node);
  wait_for_readers(*publisher);
  const auto send = [&] {
    publish_one(*publisher);
    executor.spin_some();
  };
  return contest({{"node", send, {&latencies}}}, {.seconds = seconds, .pause_ns = 0});
}

}  // namespace node_costs
