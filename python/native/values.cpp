// SPDX-License-Identifier: Apache-2.0
// Fields of messages: from memory, into memory, and into a slot.
#include <exception>
#include <string>

#include <baton/msg/any_container.hpp>
#include <baton/msg/container_header.hpp>
#include <baton/msg/operations.hpp>

#include "arrays.hpp"
#include "errors.hpp"
#include "message.hpp"

namespace baton::python {
namespace {

using msg::Kind;
using msg::Shape;

struct Elements {
  const std::byte* first;
  std::size_t count;
};

Elements elements_at(const msg::Field& field, const std::byte* at) {
  if (!is_sequence(field)) return {at, field.shape == Shape::array ? field.count : 1};
  const auto& container = *reinterpret_cast<const msg::ContainerHeader*>(at);
  return {container.data(), container.size};
}

/// Strings, messages, and what numpy has no type for: a list, in a loan a tuple, as nothing that is
/// done to it reaches the message.
PyObject* read_list(Message& message, FieldInfo& info, const Elements& elements) {
  const bool loaned = message.holder != nullptr && message.holder->access == Access::loan;
  const auto count = static_cast<Py_ssize_t>(elements.count);
  PyObject* const list = loaned ? PyTuple_New(count) : PyList_New(count);
  if (list == nullptr) return nullptr;
  const std::byte* at = elements.first;
  for (Py_ssize_t i = 0; i < count; ++i, at += info.element_bytes) {
    PyObject* value = nullptr;
    if (info.field->kind == Kind::message) {
      ClassInfo* const nested = nested_class(info);
      if (nested != nullptr) {
        value = make_message(*nested, message.holder,
                             message.holder != nullptr ? at - message.holder->base : 0);
      }
    } else {
      value = read_scalar(info.field->kind, at);
    }
    if (value == nullptr) {
      Py_DECREF(list);
      return nullptr;
    }
    if (loaned) {
      PyTuple_SET_ITEM(list, i, value);
    } else {
      PyList_SET_ITEM(list, i, value);
    }
  }
  return list;
}

PyObject* read_array(Message& message, FieldInfo& info, const std::byte* at) {
  const Elements elements = elements_at(*info.field, at);
  if (info.dtype == nullptr) return read_list(message, info, elements);
  Holder* const holder = message.holder;
  if (holder == nullptr) {
    if (info.field->kind == Kind::boolean) return read_list(message, info, elements);
    return default_array(info, elements.first, elements.count);
  }
  auto* const object = reinterpret_cast<PyObject*>(holder);
  PyObject* const array =
      make_array(info, object, elements.count != 0 ? elements.first : holder->base, elements.count,
                 holder->access);
  if (array == nullptr || holder->access != Access::loan) return array;
  // For LoanedArray.resize().
  PyObject* const owner = Py_BuildValue("(OO)", &message, info.name);
  if (owner == nullptr || PyObject_SetAttrString(array, "_loan", owner) != 0 ||
      !track_array(*holder, array, at - holder->base)) {
    Py_XDECREF(owner);
    Py_DECREF(array);
    return nullptr;
  }
  Py_DECREF(owner);
  return array;
}

/// Messages of this loan among the values would be overwritten while they are read: their copies.
PyObject* without_own_parts(const Holder& holder, PyObject* value) {
  const auto part = [&holder](PyObject* object) {
    return is_message(object) && reinterpret_cast<Message*>(object)->holder == &holder;
  };
  if (part(value)) return copy_of(value);
  if (!PyList_Check(value)) return Py_NewRef(value);
  PyObject* const list = PyList_GetSlice(value, 0, PyList_GET_SIZE(value));
  for (Py_ssize_t i = 0; list != nullptr && i < PyList_GET_SIZE(list); ++i) {
    if (!part(PyList_GET_ITEM(list, i))) continue;
    PyObject* const copied = copy_of(PyList_GET_ITEM(list, i));
    if (copied == nullptr) {
      Py_DECREF(list);
      return nullptr;
    }
    PyList_SetItem(list, i, copied);
  }
  return list;
}

/// Messages begin with their defaults: those that are written have only what was assigned to them.
void reset_messages(const msg::Field& field, std::byte* at) {
  if (field.kind != Kind::message) return;
  if (is_sequence(field)) {
    msg::resize_sequence(field, at, 0);
    return;
  }
  const std::size_t count = field.shape == Shape::array ? field.count : 1;
  for (std::size_t i = 0; i < count; ++i, at += field.nested->size_bytes) {
    msg::destroy(*field.nested, at);
    msg::construct(*field.nested, at);
  }
}

int set_in_loan(Message& message, FieldInfo& info, PyObject* value) {
  Holder& holder = *message.holder;
  const Path path{nullptr, &info};
  PyObject* const checked = check_value(info, value, path);
  if (checked == nullptr) return -1;
  PyObject* const own = without_own_parts(holder, checked);
  Py_DECREF(checked);
  if (own == nullptr) return -1;
  std::byte* const memory = address_of(message);
  bool written = memory != nullptr;
  if (written) {
    std::byte* const at = memory + info.field->offset_bytes;
    reset_messages(*info.field, at);
    written = write_value(info, at, own, path);
    if (is_sequence(*info.field)) {
      if (info.dtype != nullptr) {
        retire_arrays(holder, at - holder.base);
      } else {
        ++holder.generation;
      }
    }
    written = move_if_spilled(holder) && written;
  }
  Py_DECREF(own);
  return written ? 0 : -1;
}

}  // namespace

PyObject* read_field(Message& message, FieldInfo& info) {
  const std::byte* const memory = address_of(message);
  if (memory == nullptr) return nullptr;
  const std::byte* const at = memory + info.field->offset_bytes;
  if (info.field->shape != Shape::single) return read_array(message, info, at);
  if (info.field->kind != Kind::message) return read_scalar(info.field->kind, at);
  ClassInfo* const nested = nested_class(info);
  if (nested == nullptr) return nullptr;
  return make_message(*nested, message.holder,
                      message.holder != nullptr ? at - message.holder->base : 0);
}

PyObject* get_field(Message& message, FieldInfo& info) {
  if (message.values != nullptr && message.values[info.index] != nullptr) {
    return Py_NewRef(message.values[info.index]);
  }
  PyObject* const value = read_field(message, info);
  if (value == nullptr) return nullptr;
  // What is in a loan may change and move.
  if (message.holder != nullptr && message.holder->access == Access::loan) return value;
  if (message.values == nullptr) {
    message.values =
        static_cast<PyObject**>(PyMem_Calloc(message.info->fields.size(), sizeof(PyObject*)));
    if (message.values == nullptr) {
      Py_DECREF(value);
      return PyErr_NoMemory();
    }
  }
  message.values[info.index] = Py_NewRef(value);
  return value;
}

int set_field(Message& message, FieldInfo& info, PyObject* value) {
  if (value == nullptr) {
    PyErr_Format(PyExc_AttributeError, "the field '%U' of a message cannot be deleted", info.name);
    return -1;
  }
  if (message.holder != nullptr) {
    if (message.holder->access == Access::spent && !require_live(*message.holder)) return -1;
    if (message.holder->access == Access::loan) {
      try {
        return set_in_loan(message, info, value);
      } catch (const std::exception& error) {
        set_python_error(error);
        return -1;
      }
    }
  }
  PyObject* checked = nullptr;
  try {
    checked = check_value(info, value, Path{nullptr, &info});
  } catch (const std::exception& error) {
    set_python_error(error);
  }
  if (checked == nullptr) return -1;
  if (message.values == nullptr) {
    message.values =
        static_cast<PyObject**>(PyMem_Calloc(message.info->fields.size(), sizeof(PyObject*)));
    if (message.values == nullptr) {
      Py_DECREF(checked);
      PyErr_NoMemory();
      return -1;
    }
  }
  Py_XSETREF(message.values[info.index], checked);
  return 0;
}

PyObject* check_value(FieldInfo& info, PyObject* value, const Path& path) {
  const msg::Field& field = *info.field;
  if (field.shape != Shape::single) return check_array(info, value, path);
  if (field.kind == Kind::message) {
    ClassInfo* const nested = nested_class(info);
    if (nested == nullptr) return nullptr;
    if (PyObject_TypeCheck(value, nested->python_class)) return Py_NewRef(value);
    set_field_error(
        path, "a sub message of type '" + nested->name.substr(nested->name.rfind('/') + 1) + "'");
    return nullptr;
  }
  if (is_text(field.kind)) {
    const bool fits = PyUnicode_Check(value) &&
                      (field.string_bound == 0 ||
                       PyUnicode_GET_LENGTH(value) <= static_cast<Py_ssize_t>(field.string_bound));
    if (fits) return Py_NewRef(value);
    set_field_error(path, PyUnicode_Check(value)
                              ? "string value not longer than " + std::to_string(field.string_bound)
                              : "of type 'str'");
    return nullptr;
  }
  std::byte scratch[8];
  if (!write_scalar(info, scratch, value, path)) return nullptr;
  if (PyLong_CheckExact(value) || PyFloat_CheckExact(value) || PyBool_Check(value) ||
      PyBytes_CheckExact(value) || PyUnicode_CheckExact(value)) {
    return Py_NewRef(value);
  }
  return read_scalar(field.kind, scratch);  // a number of numpy becomes one of Python
}

bool write_value(FieldInfo& info, std::byte* to, PyObject* value, const Path& path) {
  if (info.field->shape != Shape::single) return write_array(info, to, value, path);
  if (info.field->kind != Kind::message) return write_scalar(info, to, value, path);
  ClassInfo* const nested = nested_class(info);
  return nested != nullptr && write_message(*nested, to, value, &path);
}

bool write_message(ClassInfo& info, std::byte* to, PyObject* object, const Path* path) {
  auto& message = *reinterpret_cast<Message*>(object);
  if (is_untouched(message)) {
    if (message.holder == nullptr) return true;  // `to` has the defaults already
    const std::byte* const from = address_of(message);
    if (from == nullptr) return false;
    if (from == to) return true;
    msg::destroy(*info.type, to);
    try {
      msg::copy(*info.type, to, from);
    } catch (...) {
      msg::walk::construct(*info.type, to);
      throw;
    }
    return true;
  }
  for (FieldInfo& field : info.fields) {
    const Path own{path, &field};
    PyObject* value = message.values[field.index];
    if (value == nullptr) {
      if (message.holder == nullptr) continue;
      value = get_field(message, field);
      if (value == nullptr) return false;
      Py_DECREF(value);  // the slot keeps it
    }
    if (!write_value(field, to + field.field->offset_bytes, value, own)) return false;
  }
  return true;
}

}  // namespace baton::python
