// SPDX-License-Identifier: Apache-2.0
#include "core_to_core.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <thread>

namespace perf {
namespace {

using Clock = std::chrono::steady_clock;

// Reading the clock costs as much as a trip, so it is read once for so many round trips.
constexpr int round_trips = 100;
constexpr size_t samples_wanted = 301;
constexpr size_t samples_needed = 11;
constexpr uint64_t over = ~uint64_t{0};

/// Alone in its line, and in the line beside it that the processor may fetch with it.
struct alignas(128) Line {
  std::atomic<uint64_t> value{0};
};

bool pin(int cpu) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(cpu, &cpus);
  return pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0;
}

/// Answers each odd value with the even one above it.
void answer(Line& line) {
  for (uint64_t next = 1;; next += 2) {
    uint64_t seen;
    while ((seen = line.value.load(std::memory_order_acquire)) != next) {
      if (seen == over) return;
    }
    line.value.store(next + 1, std::memory_order_release);
  }
}

/// False when the time is up: the other thread may have no core for a while.
bool go_round(Line& line, uint64_t& value, Clock::time_point deadline) {
  for (int trip = 0; trip < round_trips; ++trip) {
    line.value.store(value + 1, std::memory_order_release);
    value += 2;
    for (uint32_t looks = 0; line.value.load(std::memory_order_acquire) != value; ++looks) {
      if (looks % 65536 == 65535 && Clock::now() > deadline) return false;
    }
  }
  return true;
}

std::optional<double> half_of_median_ns(Line& line, Clock::time_point deadline) {
  std::vector<double> samples;
  uint64_t value = 0;
  // The first one warms up.
  if (!go_round(line, value, deadline)) return std::nullopt;
  while (samples.size() < samples_wanted && Clock::now() < deadline) {
    const Clock::time_point start = Clock::now();
    if (!go_round(line, value, deadline)) break;
    const std::chrono::duration<double, std::nano> took = Clock::now() - start;
    samples.push_back(took.count() / round_trips / 2);
  }
  if (samples.size() < samples_needed) return std::nullopt;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

}  // namespace

std::vector<int> cpus_of_list(const std::string& text) {
  std::vector<int> cpus;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    int first = 0;
    auto [next, error] = std::from_chars(at, end, first);
    if (error != std::errc()) return {};
    int last = first;
    if (next != end && *next == '-') {
      auto [behind, wrong] = std::from_chars(next + 1, end, last);
      if (wrong != std::errc()) return {};
      next = behind;
    }
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    if (next != end && *next++ != ',') return {};
    at = next;
  }
  return cpus;
}

std::vector<int> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

std::vector<CpuPair> pairs_to_measure(const std::vector<int>& usable,
                                      const std::vector<int>& siblings_of_first, size_t most) {
  if (usable.empty()) return {};
  const int first = usable.front();
  std::vector<CpuPair> pairs, others;
  for (const int cpu : usable) {
    if (cpu == first) continue;
    const bool siblings = std::ranges::find(siblings_of_first, cpu) != siblings_of_first.end();
    (siblings ? pairs : others).push_back({first, cpu, siblings});
  }
  const size_t room = most > pairs.size() ? std::min(most - pairs.size(), others.size()) : 0;
  for (size_t n = 0; n < room; ++n) pairs.push_back(others[n * others.size() / room]);
  return pairs;
}

std::optional<double> core_to_core_ns(const CpuPair& pair, std::chrono::milliseconds patience) {
  Line line;
  std::atomic<bool> pinned{false};
  std::atomic<bool> ready{false};
  std::thread other([&] {
    pinned.store(pin(pair.second), std::memory_order_relaxed);
    ready.store(true, std::memory_order_release);
    answer(line);
  });
  std::optional<double> found;
  // The pinned thread ends with this call; the caller's stays where it may run.
  std::thread one([&] {
    const bool here = pin(pair.first);
    while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
    if (here && pinned.load(std::memory_order_relaxed)) {
      found = half_of_median_ns(line, Clock::now() + patience);
    }
    line.value.store(over, std::memory_order_release);
  });
  one.join();
  other.join();
  return found;
}

}  // namespace perf
