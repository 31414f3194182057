// SPDX-License-Identifier: Apache-2.0
#include "numpy_api.hpp"

#include <cstdint>
#include <initializer_list>

namespace baton::python {
namespace {

// numpy/_core/code_generators/numpy_api.py has these numbers.
constexpr std::size_t place_of_abi_version = 0;  // PyArray_GetNDArrayCVersion
constexpr std::size_t place_of_new_array = 94;   // PyArray_NewFromDescr
constexpr std::size_t place_of_set_owner = 282;  // PyArray_SetBaseObject
constexpr int contiguous = 0x1;                  // NPY_ARRAY_C_CONTIGUOUS
constexpr int aligned = 0x100;                   // NPY_ARRAY_ALIGNED

using AbiVersion = unsigned int (*)();
/// Steals the reference to `dtype`.
using NewArray = PyObject* (*)(PyTypeObject* type, PyObject* dtype, int dimensions,
                               const std::intptr_t* sizes, const std::intptr_t* strides, void* data,
                               int flags, PyObject* parent);
/// Steals the reference to `owner`.
using SetOwner = int (*)(PyObject* array, PyObject* owner);

struct Functions {
  bool looked = false;
  NewArray new_array = nullptr;  // null: there is no short way
  SetOwner set_owner = nullptr;
};

PyObject* find_table() {
  for (const char* name : {"numpy._core._multiarray_umath", "numpy.core._multiarray_umath"}) {
    PyObject* const module = PyImport_ImportModule(name);
    PyObject* const found =
        module != nullptr ? PyObject_GetAttrString(module, "_ARRAY_API") : nullptr;
    Py_XDECREF(module);
    if (found != nullptr) return found;
    PyErr_Clear();
  }
  return nullptr;
}

Functions look() {
  Functions found;
  found.looked = true;
  PyObject* const capsule = find_table();
  if (capsule == nullptr) return found;
  auto** const table = static_cast<void**>(PyCapsule_GetPointer(capsule, nullptr));
  Py_DECREF(capsule);  // numpy stays loaded
  if (table == nullptr) {
    PyErr_Clear();
    return found;
  }
  const unsigned int major = reinterpret_cast<AbiVersion>(table[place_of_abi_version])() >> 24;
  if (major != 1 && major != 2) return found;
  found.set_owner = reinterpret_cast<SetOwner>(table[place_of_set_owner]);
  found.new_array = reinterpret_cast<NewArray>(table[place_of_new_array]);
  return found;
}

Functions functions;

}  // namespace

PyObject* read_only_array(PyTypeObject* type, PyObject* owner, PyObject* dtype,
                          const std::byte* data, std::size_t count) {
  if (!functions.looked) functions = look();
  if (functions.new_array == nullptr || count == 0) return nullptr;
  const auto size = static_cast<std::intptr_t>(count);
  PyObject* const array =
      functions.new_array(type, Py_NewRef(dtype), 1, &size, nullptr, const_cast<std::byte*>(data),
                          contiguous | aligned, nullptr);
  if (array != nullptr && functions.set_owner(array, Py_NewRef(owner)) != 0) {
    Py_DECREF(array);
    return nullptr;
  }
  return array;
}

}  // namespace baton::python
