// SPDX-License-Identifier: Apache-2.0
// What a message costs inside a process: in one thread, and to a thread that sleeps. The reference
// for the latter is a pointer behind a mutex and a condition variable, which is what one would
// write.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/fence.hpp"
#include "transport/in_process/in_process_transport.hpp"

namespace baton::transport {
namespace {

struct Figure {
  std::int64_t sent_ns = 0;
};

const ObjectType& figure_type() {
  static const ObjectType type = {
      sizeof(Figure),
      [](const void* message) -> void* { return new Figure(*static_cast<const Figure*>(message)); },
      [](void* memory, const void* message) {
        new (memory) Figure(*static_cast<const Figure*>(message));
      },
      [](void* message) noexcept { delete static_cast<Figure*>(message); }};
  return type;
}

/// A publisher and its subscriptions in one transport.
struct Topic {
  explicit Topic(std::size_t count = 1) : transport(*open_in_process_transport({})) {
    PublisherSpec spec;
    spec.topic = "/t";
    publisher = *transport->open_publisher(spec);
    SubscriptionSpec wanted;
    wanted.topic = "/t";
    for (std::size_t i = 0; i < count; ++i) {
      subscriptions.push_back(*transport->open_subscription(wanted));
    }
  }

  void publish(std::int64_t sent_ns) {
    (void)publisher->publish_object({new Figure{sent_ns}, &figure_type()});
  }
  /// Takes each message as its owner, which needs no copy.
  std::int64_t take() {
    Sample sample;
    if (!subscriptions[0]->take(sample)) return 0;
    auto* const figure = static_cast<Figure*>(sample.owner->take_over(sample.token));
    const std::int64_t sent_ns = figure->sent_ns;
    delete figure;
    return sent_ns;
  }

  std::unique_ptr<Transport> transport;
  std::shared_ptr<PublisherPort> publisher;
  std::vector<std::shared_ptr<SubscriptionPort>> subscriptions;
};

void BM_PublishAndTakeAnObject(benchmark::State& state) {
  Topic topic;
  for (auto _ : state) {
    topic.publish(1);
    benchmark::DoNotOptimize(topic.take());
  }
}
BENCHMARK(BM_PublishAndTakeAnObject);

void BM_PublishToReaders(benchmark::State& state) {
  Topic topic(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    topic.publish(1);
    for (const auto& subscription : topic.subscriptions) {
      Sample sample;
      if (subscription->take(sample)) sample.owner->release(sample.token);
    }
  }
}
BENCHMARK(BM_PublishToReaders)->Arg(1)->Arg(4)->Arg(16);

void BM_TakeNothing(benchmark::State& state) {
  Topic topic;
  Sample sample;
  for (auto _ : state) benchmark::DoNotOptimize(topic.subscriptions[0]->take(sample));
}
BENCHMARK(BM_TakeNothing);

/// The time from `send(now)` to the return of `receive()` in a thread that sleeps there.
/// receive() returns what was sent, or 0 to end.
void measure_hand_over(benchmark::State& state, const std::function<void(std::int64_t)>& send,
                       const std::function<std::int64_t()>& receive) {
  constexpr std::int64_t time_to_sleep_ns = 50'000;
  std::vector<std::int64_t> latencies_ns;
  latencies_ns.reserve(1 << 20);
  std::atomic<std::uint64_t> received{0};
  std::thread receiving([&] {
    while (const std::int64_t sent_ns = receive()) {
      latencies_ns.push_back(base::monotonic_ns() - sent_ns);
      received.fetch_add(1, std::memory_order_relaxed);  // the latencies are read after join()
    }
  });
  const auto pause = [] {
    const std::int64_t end_ns = base::monotonic_ns() + time_to_sleep_ns;
    while (base::monotonic_ns() < end_ns) base::cpu_relax();
  };
  std::uint64_t count = 0;
  for (auto _ : state) {
    pause();
    send(base::monotonic_ns());
    ++count;
    while (received.load(std::memory_order_relaxed) != count) base::cpu_relax();
  }
  send(0);
  receiving.join();
  std::sort(latencies_ns.begin(), latencies_ns.end());
  const auto percentile = [&](std::size_t percent) {
    return static_cast<double>(latencies_ns[latencies_ns.size() * percent / 100]);
  };
  state.counters["p50_ns"] = percentile(50);
  state.counters["p99_ns"] = percentile(99);
}

void BM_HandOverByConditionVariable(benchmark::State& state) {
  std::mutex mutex;
  std::condition_variable there;
  Figure* waiting = nullptr;
  measure_hand_over(
      state,
      [&](std::int64_t sent_ns) {
        auto* const figure = new Figure{sent_ns};
        {
          const std::lock_guard lock(mutex);
          waiting = figure;
        }
        there.notify_one();
      },
      [&] {
        std::unique_lock lock(mutex);
        there.wait(lock, [&] { return waiting != nullptr; });
        const std::unique_ptr<Figure> figure(std::exchange(waiting, nullptr));
        lock.unlock();
        return figure->sent_ns;
      });
}
BENCHMARK(BM_HandOverByConditionVariable)->UseRealTime()->Iterations(20'000)->Repetitions(3);

void BM_HandOverByWaitSet(benchmark::State& state) {
  Topic topic;
  const auto wait_set = *topic.transport->open_wait_set();
  topic.subscriptions[0]->attach(wait_set);
  measure_hand_over(
      state, [&](std::int64_t sent_ns) { topic.publish(sent_ns); },
      [&] {
        while (!topic.subscriptions[0]->is_ready()) wait_set->wait();
        return topic.take();
      });
  topic.subscriptions[0]->attach(nullptr);
}
BENCHMARK(BM_HandOverByWaitSet)->UseRealTime()->Iterations(20'000)->Repetitions(3);

}  // namespace
}  // namespace baton::transport
