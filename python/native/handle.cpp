// SPDX-License-Identifier: Apache-2.0
#include "handle.hpp"

#include <mutex>
#include <vector>

namespace nb = nanobind;

namespace baton::python {
namespace {

struct Dropped {
  std::mutex mutex;  // covers what follows; nothing of Python runs under it
  std::vector<PyObject*> objects;
};

// Never destroyed: threads may end after the module.
Dropped& dropped() {
  static auto* const made = new Dropped;
  return *made;
}

int end_dropped(void*) {
  std::vector<PyObject*> objects;
  {
    Dropped& all = dropped();
    const std::lock_guard lock(all.mutex);
    objects.swap(all.objects);
  }
  for (PyObject* each : objects) Py_DECREF(each);
  return 0;
}

}  // namespace

void drop(PyObject* object) noexcept {
  if (object == nullptr || !Py_IsInitialized()) return;
  if (PyGILState_Check()) {
    Py_DECREF(object);
    return;
  }
  Dropped& all = dropped();
  bool first = false;
  {
    const std::lock_guard lock(all.mutex);
    first = all.objects.empty();
    all.objects.push_back(object);
  }
  // A full list of pending calls fails: then the next drop() asks again.
  if (first || all.objects.size() % 64 == 0) Py_AddPendingCall(end_dropped, nullptr);
}

void throw_invalid_handle(const char* what) {
  const nb::object type = nb::module_::import_("baton.exceptions").attr("InvalidHandle");
  PyErr_Format(type.ptr(), "this %s was destroyed: make another one", what);
  throw nb::python_error();
}

}  // namespace baton::python
