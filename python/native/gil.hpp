// SPDX-License-Identifier: Apache-2.0
// The GIL: taken where the library calls Python, and given up around what may wait.
//
// When the interpreter has ended, Python ends each thread that wants the GIL by unwinding its
// stack, which frames of C++ do not survive: the process would abort. Such a thread sleeps instead,
// until the process is gone.
#pragma once

#include <Python.h>

#include <chrono>

namespace baton::python {

/// Takes the GIL, in any thread, for a call of Python.
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
  ReleasedGil() : state_(PyEval_SaveThread()) {}
  ~ReleasedGil();
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Waits, without the GIL, until no thread calls Python any more, but no longer than `patience`.
void wait_for_callbacks(std::chrono::nanoseconds patience);
/// In a forked child, which has the calling thread alone.
void forget_other_threads() noexcept;

}  // namespace baton::python
