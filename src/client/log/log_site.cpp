// SPDX-License-Identifier: Apache-2.0
#include <baton/ros_c/log_site.h>

#include <atomic>

// Relaxed everywhere: a site decides about its message and publishes nothing.

bool baton_log_site_first(baton_log_site_t* site) {
  const std::atomic_ref<std::uint8_t> was_passed(site->was_passed);
  // The load keeps the cache line shared once it is over.
  return was_passed.load(std::memory_order_relaxed) == 0 &&
         was_passed.exchange(1, std::memory_order_relaxed) == 0;
}

bool baton_log_site_due(baton_log_site_t* site, int64_t now_ns, int64_t period_ms) {
  // The time is stored inverted, so that the zero of a new site is no valid time, not even in a
  // simulation.
  const std::atomic_ref<std::int64_t> last(site->inverted_last_ns);
  std::int64_t inverted_last_ns = last.load(std::memory_order_relaxed);
  const std::int64_t last_ns = ~inverted_last_ns;
  std::int64_t period_ns = 0;
  if (__builtin_mul_overflow(period_ms, 1'000'000, &period_ns)) period_ns = INT64_MAX;
  const bool too_early = inverted_last_ns != 0 && now_ns >= last_ns && now_ns - last_ns < period_ns;
  // When several threads come at once, only one finds the site due.
  return !too_early &&
         last.compare_exchange_strong(inverted_last_ns, ~now_ns, std::memory_order_relaxed);
}
