// SPDX-License-Identifier: Apache-2.0
// Values of several elements: arrays and sequences, of numbers as arrays of numpy or of module
// array, of anything else as lists.
#include "arrays.hpp"

#include <cstring>
#include <string>

#include <baton/msg/any_container.hpp>
#include <baton/msg/container_header.hpp>

#include "numpy_api.hpp"

namespace baton::python {
namespace {

using msg::Kind;
using msg::Shape;

/// Functions of numpy and array, looked up once.
struct Modules {
  PyObject* ndarray = nullptr;
  PyObject* loaned_array = nullptr;    // baton.loaned_array.LoanedArray
  PyObject* received_array = nullptr;  // baton.received_array.ReceivedArray
  PyObject* frombuffer = nullptr;
  PyObject* ascontiguousarray = nullptr;
  PyObject* from_dlpack = nullptr;
  PyObject* array_type = nullptr;  // array.array
};
Modules modules;

PyObject* attribute_of(const char* module_name, const char* name) {
  PyObject* const module = PyImport_ImportModule(module_name);
  if (module == nullptr) return nullptr;
  PyObject* const found = PyObject_GetAttrString(module, name);
  Py_DECREF(module);
  return found;
}

bool load_modules() {
  if (modules.array_type != nullptr) return true;
  return (modules.ndarray = attribute_of("numpy", "ndarray")) &&
         (modules.frombuffer = attribute_of("numpy", "frombuffer")) &&
         (modules.ascontiguousarray = attribute_of("numpy", "ascontiguousarray")) &&
         (modules.from_dlpack = attribute_of("numpy", "from_dlpack")) &&
         (modules.loaned_array = attribute_of("baton.loaned_array", "LoanedArray")) &&
         (modules.received_array = attribute_of("baton.received_array", "ReceivedArray")) &&
         (modules.array_type = attribute_of("array", "array"));
}

/// The rule of rclpy for the whole value.
std::string whole_rule(const FieldInfo& info) {
  const msg::Field& field = *info.field;
  std::string rule = "a set or sequence ";
  if (field.shape == Shape::array) rule += "with length " + std::to_string(field.count) + " ";
  if (field.shape == Shape::bounded_sequence) {
    rule += "with length <= " + std::to_string(field.count) + " ";
  }
  return rule + "and " + element_rule(info);
}

bool length_fits(const msg::Field& field, Py_ssize_t length) {
  if (field.shape == Shape::array) return length == static_cast<Py_ssize_t>(field.count);
  if (field.shape == Shape::bounded_sequence) {
    return length <= static_cast<Py_ssize_t>(field.count);
  }
  return length <= static_cast<Py_ssize_t>(msg::ContainerHeader::most_elements);
}

PyObject* refuse(const FieldInfo& info, const Path& path) {
  set_field_error(path, whole_rule(info));
  return nullptr;
}

/// Whether elements of that buffer are those of the field.
bool same_format(const FieldInfo& info, const Py_buffer& view) {
  if (static_cast<std::size_t>(view.itemsize) != info.element_bytes) return false;
  const char* format = view.format != nullptr ? view.format : "B";
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (format[0] == '\0' || format[1] != '\0') return false;
  switch (info.field->kind) {
    case Kind::int8:
    case Kind::int16:
    case Kind::int32:
    case Kind::int64:
      return std::strchr("bhilq", *format) != nullptr;
    case Kind::uint8:
    case Kind::character:
    case Kind::uint16:
    case Kind::uint32:
    case Kind::uint64:
      return std::strchr("BHILQ", *format) != nullptr;
    case Kind::float32:
    case Kind::float64:
      return *format == 'f' || *format == 'd';
    case Kind::boolean:
      return *format == '?';
    default:
      return false;
  }
}

/// One dimension, contiguous, as an ndarray or array.array. New reference.
PyObject* flattened(const FieldInfo& info, PyObject* value, int dimensions, const Path& path) {
  if (!length_fits(*info.field, PyObject_Size(value)) && dimensions == 1) {
    return refuse(info, path);
  }
  const bool numpy = PyObject_TypeCheck(value, reinterpret_cast<PyTypeObject*>(modules.ndarray));
  const bool array = Py_IS_TYPE(value, reinterpret_cast<PyTypeObject*>(modules.array_type));
  if ((numpy || (array && info.field->shape != Shape::array)) && dimensions == 1) {
    return Py_NewRef(value);
  }
  PyObject* flat =
      numpy ? PyObject_CallMethod(value, "reshape", "i", -1)
            : PyObject_CallFunctionObjArgs(modules.frombuffer, value, info.dtype, nullptr);
  if (flat != nullptr && !length_fits(*info.field, PyObject_Size(flat))) {
    Py_CLEAR(flat);
    return refuse(info, path);
  }
  return flat;
}

PyObject* wrong_dtype(const FieldInfo& info, PyObject* value, const Path& path) {
  PyObject* const given = PyObject_GetAttrString(value, "dtype");
  if (given == nullptr) {
    PyErr_Clear();
    return refuse(info, path);
  }
  PyErr_Format(PyExc_AssertionError,
               "The '%s' numpy.ndarray() must have a dtype of '%S', and has '%S': convert it with "
               ".astype('%S')",
               path.text().c_str(), info.dtype, given, info.dtype);
  Py_DECREF(given);
  return nullptr;
}

/// From objects with a buffer; Py_None: the value is none, or one of another format (a list may
/// do).
PyObject* check_buffer(const FieldInfo& info, PyObject* value, const Path& path) {
  if (!PyObject_CheckBuffer(value)) {
    if (PyUnicode_Check(value) || !PyObject_HasAttrString(value, "__dlpack__")) {
      return Py_NewRef(Py_None);
    }
    PyObject* const imported = PyObject_CallOneArg(modules.from_dlpack, value);
    if (imported == nullptr) return nullptr;
    PyObject* const checked = check_buffer(info, imported, path);
    Py_DECREF(imported);
    return checked;
  }
  Py_buffer view;
  if (PyObject_GetBuffer(value, &view, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    return Py_NewRef(Py_None);
  }
  const bool same = same_format(info, view);
  const bool contiguous = PyBuffer_IsContiguous(&view, 'C') != 0;
  const int dimensions = view.ndim;
  PyBuffer_Release(&view);
  if (!same) {
    const bool numpy = PyObject_TypeCheck(value, reinterpret_cast<PyTypeObject*>(modules.ndarray));
    return numpy ? wrong_dtype(info, value, path) : Py_NewRef(Py_None);
  }
  if (contiguous) return flattened(info, value, dimensions, path);
  PyObject* const whole = PyObject_CallOneArg(modules.ascontiguousarray, value);
  if (whole == nullptr) return nullptr;
  PyObject* const flat = flattened(info, whole, dimensions, path);
  Py_DECREF(whole);
  return flat;
}

/// As in rclpy: a list, tuple, set or other sequence, but no text and no mapping.
bool is_collection(PyObject* value) {
  if (PyList_Check(value) || PyTuple_Check(value) || PyAnySet_Check(value)) return true;
  if (PyUnicode_Check(value) || PyDict_Check(value)) return false;
  return PySequence_Check(value) != 0;
}

/// From a list of numbers. New reference.
PyObject* array_of_numbers(FieldInfo& info, PyObject* value, const Path& path) {
  PyObject* const fast = PySequence_Fast(value, "a sequence");
  if (fast == nullptr) return nullptr;
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(fast);
  PyObject* bytes = nullptr;
  bool fits = length_fits(*info.field, size);
  if (fits) {
    bytes =
        PyByteArray_FromStringAndSize(nullptr, size * static_cast<Py_ssize_t>(info.element_bytes));
    fits = bytes != nullptr;
  }
  auto* to = fits ? reinterpret_cast<std::byte*>(PyByteArray_AS_STRING(bytes)) : nullptr;
  for (Py_ssize_t i = 0; fits && i < size; ++i, to += info.element_bytes) {
    const Path element{&path, nullptr, i};
    fits = write_scalar(info, to, PySequence_Fast_GET_ITEM(fast, i), element);
  }
  Py_DECREF(fast);
  PyObject* result = nullptr;
  if (fits && info.field->shape == Shape::array) {
    result = PyObject_CallFunctionObjArgs(modules.frombuffer, bytes, info.dtype, nullptr);
  } else if (fits) {
    result = PyObject_CallFunction(modules.array_type, "CO", info.typecode, bytes);
  } else if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_AssertionError)) {
    PyErr_Clear();
    refuse(info, path);
  }
  Py_XDECREF(bytes);
  return result;
}

bool check_element(FieldInfo& info, PyObject* value) {
  switch (info.field->kind) {
    case Kind::message: {
      ClassInfo* const nested = nested_class(info);
      return nested != nullptr && PyObject_TypeCheck(value, nested->python_class);
    }
    case Kind::boolean:
      return PyBool_Check(value) || std::strncmp(Py_TYPE(value)->tp_name, "numpy.bool", 10) == 0;
    case Kind::byte:
      return PyBytes_Check(value) && PyBytes_GET_SIZE(value) == 1;
    case Kind::wide_character:
      return PyUnicode_Check(value) && PyUnicode_GET_LENGTH(value) == 1;
    default: {
      const std::uint32_t bound = info.field->string_bound;
      return PyUnicode_Check(value) &&
             (bound == 0 || PyUnicode_GET_LENGTH(value) <= static_cast<Py_ssize_t>(bound));
    }
  }
}

/// The list itself, so that what the caller appends later counts, as in rclpy.
PyObject* checked_list(FieldInfo& info, PyObject* value, const Path& path) {
  PyObject* const list = PyList_Check(value) ? Py_NewRef(value) : PySequence_List(value);
  if (list == nullptr) return nullptr;
  bool fits = length_fits(*info.field, PyList_GET_SIZE(list));
  for (Py_ssize_t i = 0; fits && i < PyList_GET_SIZE(list); ++i) {
    fits = check_element(info, PyList_GET_ITEM(list, i));
  }
  if (fits) return list;
  Py_DECREF(list);
  return PyErr_Occurred() ? nullptr : refuse(info, path);
}

bool write_elements(FieldInfo& info, std::byte* to, PyObject* list, const Path& path) {
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list); ++i, to += info.element_bytes) {
    PyObject* const value = PySequence_Fast_GET_ITEM(list, i);
    const Path element{&path, nullptr, i};
    if (info.field->kind != Kind::message) {
      if (!write_scalar(info, to, value, element)) return false;
      continue;
    }
    if (!check_element(info, value)) {
      if (!PyErr_Occurred()) refuse(info, path);
      return false;
    }
    if (!write_message(*info.nested, to, value, &element)) return false;
  }
  return true;
}

/// Other threads run Python meanwhile when it takes long: the view keeps the source where it is.
void move_bytes(std::byte* to, const void* from, std::size_t size_bytes) {
  if (size_bytes < std::size_t{256} << 10) {
    if (size_bytes != 0) std::memmove(to, from, size_bytes);
    return;
  }
  Py_BEGIN_ALLOW_THREADS;
  std::memmove(to, from, size_bytes);
  Py_END_ALLOW_THREADS;
}

bool copy_buffer(FieldInfo& info, std::byte* to, PyObject* value, const Path& path) {
  Py_buffer view;
  if (PyObject_GetBuffer(value, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) return false;
  const bool fits =
      same_format(info, view) &&
      length_fits(*info.field, view.len / static_cast<Py_ssize_t>(info.element_bytes));
  if (!fits) {
    refuse(info, path);
  } else {
    std::byte* data = to;
    if (is_sequence(*info.field)) {
      data = msg::resize_sequence(*info.field, to,
                                  static_cast<std::size_t>(view.len) / info.element_bytes, true);
    }
    // The bytes may be those of the field itself: `loan.data = loan.data`.
    move_bytes(data, view.buf, static_cast<std::size_t>(view.len));
  }
  PyBuffer_Release(&view);
  return fits;
}

}  // namespace

PyObject* check_array(FieldInfo& info, PyObject* value, const Path& path) {
  if (!load_modules()) return nullptr;
  if (info.dtype != nullptr) {
    PyObject* const checked = check_buffer(info, value, path);
    if (checked != Py_None) return checked;
    Py_DECREF(checked);
  }
  if (!is_collection(value)) return refuse(info, path);
  if (is_number(info.field->kind)) return array_of_numbers(info, value, path);
  return checked_list(info, value, path);
}

bool write_array(FieldInfo& info, std::byte* to, PyObject* value, const Path& path) {
  if (info.dtype != nullptr && PyObject_CheckBuffer(value)) {
    return copy_buffer(info, to, value, path);
  }
  PyObject* const list = PySequence_Fast(value, "a sequence");
  if (list == nullptr) return false;
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(list);
  bool written = length_fits(*info.field, size);
  if (!written) {
    refuse(info, path);
  } else {
    std::byte* data = to;
    if (is_sequence(*info.field)) {
      data = msg::resize_sequence(*info.field, to, static_cast<std::size_t>(size));
    }
    written = write_elements(info, data, list, path);
  }
  Py_DECREF(list);
  return written;
}

PyObject* make_array(const FieldInfo& info, PyObject* holder, const std::byte* data,
                     std::size_t count, Access access) {
  if (!load_modules()) return nullptr;
  PyObject* type = info.field->shape == Shape::array ? modules.ndarray : modules.received_array;
  if (access == Access::read) {
    PyObject* const array =
        read_only_array(reinterpret_cast<PyTypeObject*>(type), holder, info.dtype, data, count);
    if (array != nullptr || PyErr_Occurred()) return array;
  }
  PyObject* const block = make_block(holder, const_cast<std::byte*>(data),
                                     count * info.element_bytes, access == Access::read);
  if (block == nullptr) return nullptr;
  if (access == Access::loan) type = modules.loaned_array;
  PyObject* const array =
      PyObject_CallFunction(type, "(n)OO", static_cast<Py_ssize_t>(count), info.dtype, block);
  Py_DECREF(block);
  return array;
}

PyObject* default_array(const FieldInfo& info, const std::byte* data, std::size_t count) {
  if (!load_modules()) return nullptr;
  const auto size_bytes = static_cast<Py_ssize_t>(count * info.element_bytes);
  PyObject* const bytes =
      PyByteArray_FromStringAndSize(reinterpret_cast<const char*>(data), size_bytes);
  if (bytes == nullptr) return nullptr;
  PyObject* const array =
      info.field->shape == Shape::array
          ? PyObject_CallFunctionObjArgs(modules.frombuffer, bytes, info.dtype, nullptr)
          : PyObject_CallFunction(modules.array_type, "CO", info.typecode, bytes);
  Py_DECREF(bytes);
  return array;
}

}  // namespace baton::python
