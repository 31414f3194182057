// SPDX-License-Identifier: Apache-2.0
#include "base/quick_clock.hpp"

#include <atomic>

#include "base/clock.hpp"
#include "base/tick_counter.hpp"

namespace baton::base {

#if defined(__x86_64__)

namespace {

/// About 0.2 ms at 3 GHz: a rate that is known to 1e-4 is then wrong by 20 ns at most.
constexpr uint64_t trusted_ticks = uint64_t{1} << 19;
/// Reading clock and counter together takes a tenth of that, unless the thread was interrupted.
constexpr uint64_t undisturbed_ticks = 1500;
/// The rate is measured over at least this long.
constexpr int64_t calibration_ns = 10'000'000;

/// Clock and counter at one moment.
struct Reading {
  uint64_t ticks = 0;
  int64_t ns = 0;
  bool undisturbed = false;
};

Reading read_both(int64_t (*clock)() noexcept) noexcept {
  const uint64_t before = read_counter();
  const int64_t ns = clock();
  return {before, ns, read_counter() - before < undisturbed_ticks};
}

/// After a sleep the first look only brings the clock into the caches.
Reading read_both_warm(int64_t (*clock)() noexcept) noexcept {
  const Reading first = read_both(clock);
  return first.undisturbed ? first : read_both(clock);
}

/// Nanoseconds a tick, times 2^32; 0 until it is known, or for ever when the counter is not
/// trusted. Any thread reads and writes it. Relaxed, because no other data depends on it.
constinit std::atomic<uint64_t> ns_per_tick_q32{0};

/// Measured with monotonic time, so that setting the clock does not spoil the rate.
void learn_rate() noexcept {
  static const bool trusted = counter_is_trusted();
  static const Reading first = read_both_warm(monotonic_ns);
  if (!trusted || !first.undisturbed) return;
  const Reading now = read_both_warm(monotonic_ns);
  if (!now.undisturbed) return;
  if (now.ns - first.ns < calibration_ns) return;
  const auto scaled_ns = static_cast<unsigned __int128>(now.ns - first.ns) << 32;
  ns_per_tick_q32.store(static_cast<uint64_t>(scaled_ns / (now.ticks - first.ticks)),
                        std::memory_order_relaxed);
}

/// The last reading that later times may be counted on from; all 0 when there is none.
/// initial-exec: the thread finds the variable without asking the loader for its place.
[[gnu::tls_model("initial-exec")]] constinit thread_local Reading last;

[[gnu::noinline]] int64_t look_at_clock() noexcept {
  if (ns_per_tick_q32.load(std::memory_order_relaxed) == 0) learn_rate();
  const Reading now = read_both(realtime_ns);
  const bool rate_is_known = ns_per_tick_q32.load(std::memory_order_relaxed) != 0;
  last = now.undisturbed && rate_is_known ? now : Reading{};
  return now.ns;
}

}  // namespace

[[gnu::hot]] int64_t quick_realtime_ns() noexcept {
  const uint64_t passed = read_counter() - last.ticks;
  if (passed >= trusted_ticks) return look_at_clock();
  return last.ns +
         static_cast<int64_t>(passed * ns_per_tick_q32.load(std::memory_order_relaxed) >> 32);
}

#else

int64_t quick_realtime_ns() noexcept { return realtime_ns(); }

#endif

}  // namespace baton::base
