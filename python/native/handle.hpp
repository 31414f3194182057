// SPDX-License-Identifier: Apache-2.0
// How Python owns objects of the library, and the library calls Python.
//
// The rules that keep locks and the GIL apart: what may wait for a lock is called without the GIL,
// and objects of the library end without it. An object of Python that ends where there is no GIL is
// kept until the interpreter runs again.
#pragma once

#include <Python.h>

#include <memory>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "gil.hpp"

namespace baton::python {

/// Gives up a reference in any thread, with the GIL or without it; never waits for the GIL.
void drop(PyObject* object) noexcept;

/// A callable of Python that an object of the library keeps, and its gate (gate.hpp), if it has
/// one. Its owner in Python shows both to the garbage collector; without the GIL they are only
/// destroyed.
class Callback {
 public:
  explicit Callback(nanobind::object callable) : callable_(callable.release().ptr()) {}
  /// `gate` may be None.
  Callback(nanobind::object callable, nanobind::object gate)
      : callable_(callable.release().ptr()),
        gate_(gate.is_none() ? nullptr : gate.release().ptr()) {}
  ~Callback() {
    drop(callable_);
    drop(gate_);
  }
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  /// Null after close() or clear(). With the GIL.
  nanobind::object get() const {
    return closed_ ? nanobind::object() : nanobind::borrow(callable_);
  }
  /// Null without one, and after close() or clear(). With the GIL.
  nanobind::object gate() const {
    return closed_ || gate_ == nullptr ? nanobind::object() : nanobind::borrow(gate_);
  }
  void set_gate(nanobind::object gate) {
    PyObject* const former = std::exchange(gate_, gate.release().ptr());
    Py_XDECREF(former);
  }
  /// It is not called any more. The garbage collector closes what it has found unreachable before
  /// it takes the first of it apart: the library, which the collector does not see, may still call.
  void close() { closed_ = true; }
  int traverse(visitproc visit, void* arg) const {
    Py_VISIT(callable_);
    Py_VISIT(gate_);
    return 0;
  }
  void clear() {
    Py_CLEAR(callable_);
    Py_CLEAR(gate_);
  }

 private:
  PyObject* callable_;
  PyObject* gate_ = nullptr;
  bool closed_ = false;
};
using SharedCallback = std::shared_ptr<Callback>;

/// baton.exceptions.InvalidHandle.
[[noreturn]] void throw_invalid_handle(const char* what);

/// An object of the library that a Python object owns until it is destroyed.
template <class T>
class Handle {
 public:
  Handle() = default;
  explicit Handle(std::shared_ptr<T> held) : held_(std::move(held)) {}
  ~Handle() {
    destroy();
    while (!used_.empty()) leave();  // blocks that were entered and not left
  }
  Handle(Handle&& other) noexcept = default;
  Handle& operator=(Handle&&) = delete;

  /// A reference of its own, so that another thread may destroy the handle meanwhile.
  std::shared_ptr<T> get(const char* what) const {
    if (!held_) throw_invalid_handle(what);
    return held_;
  }
  bool valid() const { return held_ != nullptr; }
  /// With the GIL, which is released meanwhile: the end of an object may wait for its callback.
  void destroy() noexcept { end(std::move(held_)); }
  /// `with handle:` keeps the object until the block ends, also if it is destroyed meanwhile.
  void enter() { used_.push_back(get("object")); }
  void leave() noexcept {
    if (used_.empty()) return;
    std::shared_ptr<T> ending = std::move(used_.back());
    used_.pop_back();
    end(std::move(ending));
  }

 private:
  static void end(std::shared_ptr<T> ending) noexcept {
    if (!ending) return;
    if (!Py_IsInitialized() || !PyGILState_Check()) return;  // ends here, in this thread
    const ReleasedGil released;
    ending.reset();
  }

  std::shared_ptr<T> held_;
  std::vector<std::shared_ptr<T>> used_;
};

/// The class with what `with handle:` calls.
template <class H>
nanobind::class_<H>& add_with(nanobind::class_<H>&& made) {
  return made
      .def(
          "__enter__",
          [](H& self) -> H& {
            self.enter();
            return self;
          },
          nanobind::rv_policy::reference)
      .def("__exit__", [](H& self, const nanobind::args&) { self.leave(); });
}

/// What the garbage collector needs of a handle H with callbacks: H has traverse(visit, arg),
/// close() and clear() for all of them, and destroy().
template <class H>
PyType_Slot* collected_slots() {
  static constexpr auto traverse = [](PyObject* self, visitproc visit, void* arg) -> int {
    Py_VISIT(Py_TYPE(self));
    return nanobind::inst_ready(self) ? nanobind::inst_ptr<H>(self)->traverse(visit, arg) : 0;
  };
  static constexpr auto finalize = [](PyObject* self) {
    if (!nanobind::inst_ready(self)) return;
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    H* const handle = nanobind::inst_ptr<H>(self);
    handle->close();
    handle->destroy();
    PyErr_Restore(type, value, trace);
  };
  static constexpr auto clear = [](PyObject* self) -> int {
    nanobind::inst_ptr<H>(self)->clear();
    return 0;
  };
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void*>(static_cast<traverseproc>(traverse))},
      {Py_tp_finalize, reinterpret_cast<void*>(static_cast<destructor>(finalize))},
      {Py_tp_clear, reinterpret_cast<void*>(static_cast<inquiry>(clear))},
      {0, nullptr}};
  return slots;
}

}  // namespace baton::python
