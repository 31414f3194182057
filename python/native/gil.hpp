// SPDX-License-Identifier: Apache-2.0
// The GIL: taken where the library calls Python, and given up around what may wait.
//
// Once the interpreter ends, Python ends each thread that wants the GIL by unwinding its stack,
// which frames of C++ do not survive: the process would abort. So from begin_end() on a thread that
// comes back from the library stays asleep, until the process is gone. A thread that the library is
// calling back goes on: other threads may wait for the end of its callback.
#pragma once

#include <Python.h>

#include <chrono>

namespace baton::python {

/// Takes the GIL, in any thread.
class Gil {
 public:
  Gil();
  ~Gil();
  Gil(const Gil&) = delete;
  Gil& operator=(const Gil&) = delete;

 private:
  PyGILState_STATE state_;
};

/// Is without the GIL, which the thread has otherwise.
class ReleasedGil {
 public:
  ReleasedGil();
  ~ReleasedGil();
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Called by the thread that ends the interpreter, which may go on calling the library.
void begin_end() noexcept;
/// Waits, without the GIL, until no thread is in the library any more. Those that nothing ends are
/// waited for no longer than `patience`.
void wait_for_threads(std::chrono::nanoseconds patience);

}  // namespace baton::python
