// SPDX-License-Identifier: Apache-2.0
#include "gate.hpp"

#include <vector>

namespace nb = nanobind;

namespace baton::python {
namespace {

struct Entry {
  Parked* parked;
  std::weak_ptr<void> self;
};

struct Rounds {
  std::mutex mutex;  // covers what follows; a leaf
  std::uint64_t number = 0;
  std::vector<Entry> parked;
};

// Never destroyed: threads may end after the module.
Rounds& rounds() {
  static auto* const made = new Rounds;
  return *made;
}

// Relaxed: an entity is made, found and asked under locks that order it.
std::atomic<int> gated{0};

}  // namespace

Verdict ask_gate(const Callback& callback) {
  const Gil gil;
  const nb::object gate = callback.gate();
  if (!gate.is_valid()) return Verdict::run;
  const nb::object answer = gate.attr("begin")();
  if (answer.is_none()) return Verdict::done;
  return nb::cast<bool>(answer) ? Verdict::run : Verdict::park;
}

void tell_gate(const Callback& callback) noexcept {
  const Gil gil;
  try {
    const nb::object gate = callback.gate();
    if (gate.is_valid()) gate.attr("end")();
  } catch (nb::python_error& error) {
    error.discard_as_unraisable("the end of a callback");
  }
}

std::uint64_t round_of_gates() {
  Rounds& all = rounds();
  const std::lock_guard lock(all.mutex);
  return all.number;
}

bool park_for_round(std::uint64_t round, Parked& parked, const std::weak_ptr<void>& self) {
  Rounds& all = rounds();
  const std::lock_guard lock(all.mutex);
  if (all.number != round) return false;
  all.parked.push_back({&parked, self});
  return true;
}

void ask_gates_again() {
  if (gated.load(std::memory_order_relaxed) == 0) return;
  std::vector<Entry> parked;
  {
    Rounds& all = rounds();
    const std::lock_guard lock(all.mutex);
    ++all.number;
    parked.swap(all.parked);
  }
  for (const Entry& each : parked) {
    if (const auto alive = each.self.lock()) each.parked->unpark();
  }
}

void count_gated(int change) { gated.fetch_add(change, std::memory_order_relaxed); }

}  // namespace baton::python
