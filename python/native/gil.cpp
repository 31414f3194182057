// SPDX-License-Identifier: Apache-2.0
#include "gil.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace baton::python {
namespace {

thread_local int own_callbacks = 0;
// Relaxed: it is looked at again and again until it is 0.
std::atomic<int> callbacks{0};

/// What `take` returns, unless Python ends the thread in it.
template <class Take>
auto take_or_sleep(const Take& take) noexcept {
  try {
    return take();
  } catch (abi::__forced_unwind&) {
    for (;;) ::pause();
  }
}

}  // namespace

Gil::Gil() {
  ++own_callbacks;
  callbacks.fetch_add(1, std::memory_order_relaxed);
  state_ = take_or_sleep([] { return PyGILState_Ensure(); });
}

Gil::~Gil() {
  PyGILState_Release(state_);
  callbacks.fetch_sub(1, std::memory_order_relaxed);
  --own_callbacks;
}

ReleasedGil::~ReleasedGil() {
  take_or_sleep([this] { PyEval_RestoreThread(state_); });
}

void wait_for_callbacks(std::chrono::nanoseconds patience) {
  const ReleasedGil released;
  const auto end = std::chrono::steady_clock::now() + patience;
  while (callbacks.load(std::memory_order_relaxed) > own_callbacks &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void forget_other_threads() noexcept { callbacks.store(own_callbacks, std::memory_order_relaxed); }

}  // namespace baton::python
