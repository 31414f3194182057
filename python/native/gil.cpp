// SPDX-License-Identifier: Apache-2.0
#include "gil.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace baton::python {
namespace {

// How many of these scopes the thread is in: in the first it was called by Python, further in it is
// called back by the library.
thread_local int depth = 0;

std::atomic<int> outside{0};  // threads in their first scope
// Set after the thread that ends the interpreter is known.
std::atomic<bool> ending{false};
std::atomic<pthread_t> ending_thread{};

bool stays_outside() noexcept {
  return ending.load(std::memory_order_acquire) &&
         !::pthread_equal(ending_thread.load(std::memory_order_relaxed), ::pthread_self());
}

[[noreturn]] void sleep_for_ever() noexcept {
  for (;;) ::pause();
}

}  // namespace

Gil::Gil() : state_(PyGILState_Ensure()) { ++depth; }

Gil::~Gil() {
  --depth;
  PyGILState_Release(state_);
}

ReleasedGil::ReleasedGil() : state_(PyEval_SaveThread()) {
  if (depth++ == 0) outside.fetch_add(1, std::memory_order_relaxed);
}

ReleasedGil::~ReleasedGil() {
  const bool was_first = --depth == 0;
  if (was_first && stays_outside()) {
    outside.fetch_sub(1, std::memory_order_relaxed);
    sleep_for_ever();
  }
  PyEval_RestoreThread(state_);
  if (was_first) outside.fetch_sub(1, std::memory_order_relaxed);
}

void begin_end() noexcept {
  ending_thread.store(::pthread_self(), std::memory_order_relaxed);
  ending.store(true, std::memory_order_release);
}

void wait_for_threads(std::chrono::nanoseconds patience) {
  PyThreadState* const state = PyEval_SaveThread();
  const auto end = std::chrono::steady_clock::now() + patience;
  while (outside.load(std::memory_order_relaxed) != 0 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  PyEval_RestoreThread(state);
}

}  // namespace baton::python
