// SPDX-License-Identifier: Apache-2.0
#include "convert.hpp"

#include <string>

namespace nb = nanobind;

namespace baton::python {

nb::object to_python(const msg::TypeSupport& type, std::shared_ptr<void> message) {
  ClassInfo* const info = class_of(type);
  if (info == nullptr) throw nb::python_error();
  Holder* const holder = hold_heap(type, std::move(message));
  if (holder == nullptr) throw nb::python_error();
  const nb::object kept = nb::steal(reinterpret_cast<PyObject*>(holder));
  PyObject* const made = make_message(*info, holder, 0);
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

std::shared_ptr<void> from_python(const msg::TypeSupport& type, nb::handle message) {
  const bool fits = is_message(message.ptr()) &&
                    reinterpret_cast<Message*>(message.ptr())->info->name == type.type_name;
  if (!fits) {
    PyErr_Format(PyExc_TypeError, "a message of type '%s' is needed, not %R",
                 std::string(type.type_name).c_str(), message.ptr());
    throw nb::python_error();
  }
  std::shared_ptr<void> made = heap_copy_of(message.ptr());
  if (!made) throw nb::python_error();
  return made;
}

}  // namespace baton::python
