// SPDX-License-Identifier: Apache-2.0
// The base of all message classes, and the descriptors of their fields.
#include "message.hpp"

#include <exception>
#include <string>

#include <baton/msg/any_container.hpp>
#include <baton/msg/operations.hpp>

#include "errors.hpp"
#include "message_functions.hpp"

#include <structmember.h>

namespace baton::python {
namespace {

PyTypeObject* base_type = nullptr;
PyTypeObject* descriptor_type = nullptr;

struct Descriptor {
  PyObject_HEAD FieldInfo* field;
};

Message& of(PyObject* self) { return *reinterpret_cast<Message*>(self); }

int clear_message(PyObject* self) {
  Message& message = of(self);
  if (message.values == nullptr) return 0;
  for (std::size_t i = 0; i < message.info->fields.size(); ++i) Py_CLEAR(message.values[i]);
  return 0;
}

int traverse_message(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Message& message = of(self);
  if (message.values == nullptr) return 0;
  for (std::size_t i = 0; i < message.info->fields.size(); ++i) Py_VISIT(message.values[i]);
  return 0;
}

void end_message(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Message& message = of(self);
  if (message.weakrefs != nullptr) PyObject_ClearWeakRefs(self);
  clear_message(self);
  PyMem_Free(message.values);
  Py_XDECREF(message.holder);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* new_message(PyTypeObject* type, PyObject*, PyObject*) {
  ClassInfo* const info = class_of(reinterpret_cast<PyObject*>(type));
  if (info == nullptr) return nullptr;
  PyObject* const self = type->tp_alloc(type, 0);
  if (self != nullptr) of(self).info = info;
  return self;
}

int init_message(PyObject* self, PyObject* positional, PyObject* keywords) {
  if (PyTuple_GET_SIZE(positional) != 0) {
    PyErr_Format(PyExc_TypeError, "%s() takes keyword arguments only: %s(field=value)",
                 Py_TYPE(self)->tp_name, Py_TYPE(self)->tp_name);
    return -1;
  }
  if (keywords == nullptr) return 0;
  PyObject *name = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(keywords, &at, &name, &value);) {
    FieldInfo* field = nullptr;
    for (FieldInfo& each : of(self).info->fields) {
      if (PyUnicode_Compare(each.name, name) == 0) field = &each;
    }
    if (field != nullptr) {
      if (set_field(of(self), *field, value) != 0) return -1;
      continue;
    }
    if (PyUnicode_CompareWithASCIIString(name, "check_fields") == 0) continue;  // of newer ROS
    std::string fields;
    for (const FieldInfo& each : of(self).info->fields) {
      if (!fields.empty()) fields += ", ";
      fields += each.field->name;
    }
    PyErr_Format(PyExc_AssertionError, "Invalid arguments passed to constructor: %U; %s has: %s",
                 name, of(self).info->name.c_str(), fields.c_str());
    return -1;
  }
  return 0;
}

PyObject* get_descriptor(PyObject* self, PyObject* object, PyObject*) {
  if (object == nullptr) return Py_NewRef(self);
  FieldInfo& field = *reinterpret_cast<Descriptor*>(self)->field;
  if (!is_message(object) || of(object).info != field.owner) {
    PyErr_SetString(PyExc_TypeError, "this field belongs to another message class");
    return nullptr;
  }
  return get_field(of(object), field);
}

int set_descriptor(PyObject* self, PyObject* object, PyObject* value) {
  FieldInfo& field = *reinterpret_cast<Descriptor*>(self)->field;
  if (!is_message(object) || of(object).info != field.owner) {
    PyErr_SetString(PyExc_TypeError, "this field belongs to another message class");
    return -1;
  }
  return set_field(of(object), field, value);
}

void end_descriptor(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* descriptor_name(PyObject* self, void*) {
  return Py_NewRef(reinterpret_cast<Descriptor*>(self)->field->name);
}

bool make_base_type() {
  static PyMemberDef members[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(Message, weakrefs), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(new_message)},
                                {Py_tp_init, reinterpret_cast<void*>(init_message)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(end_message)},
                                {Py_tp_traverse, reinterpret_cast<void*>(traverse_message)},
                                {Py_tp_clear, reinterpret_cast<void*>(clear_message)},
                                {Py_tp_members, members},
                                {Py_tp_doc, const_cast<char*>("Memory of a message.")},
                                {0, nullptr}};
  static PyType_Spec spec = {"baton._native.MessageBase", sizeof(Message), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  base_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return base_type != nullptr;
}

bool make_descriptor_type() {
  static PyGetSetDef properties[] = {{"__name__", descriptor_name, nullptr, nullptr, nullptr},
                                     {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_descr_get, reinterpret_cast<void*>(get_descriptor)},
                                {Py_tp_descr_set, reinterpret_cast<void*>(set_descriptor)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(end_descriptor)},
                                {Py_tp_getset, properties},
                                {Py_tp_doc, const_cast<char*>("A field of a message.")},
                                {0, nullptr}};
  static PyType_Spec spec = {"baton._native.Field", sizeof(Descriptor), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  descriptor_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return descriptor_type != nullptr;
}

}  // namespace

PyObject* make_descriptor(FieldInfo& field) {
  auto* const made = reinterpret_cast<Descriptor*>(descriptor_type->tp_alloc(descriptor_type, 0));
  if (made != nullptr) made->field = &field;
  return reinterpret_cast<PyObject*>(made);
}

bool is_message(PyObject* object) { return PyObject_TypeCheck(object, base_type); }

PyObject* make_message(ClassInfo& info, Holder* holder, std::ptrdiff_t offset) {
  PyObject* const self = info.python_class->tp_alloc(info.python_class, 0);
  if (self == nullptr) return nullptr;
  Message& message = of(self);
  message.info = &info;
  message.holder = reinterpret_cast<Holder*>(Py_XNewRef(reinterpret_cast<PyObject*>(holder)));
  message.offset = offset;
  message.generation = holder != nullptr ? holder->generation : 0;
  return self;
}

std::byte* address_of(const Message& message) {
  if (message.holder == nullptr) return static_cast<std::byte*>(message.info->defaults.get());
  const Holder& holder = *message.holder;
  if (holder.access == Access::spent && !require_live(holder)) return nullptr;
  const bool inline_part =
      message.offset >= 0 && message.offset < static_cast<std::ptrdiff_t>(holder.type->size_bytes);
  if (holder.access == Access::loan && !inline_part && message.generation != holder.generation) {
    PyErr_SetString(PyExc_RuntimeError,
                    "this element of a sequence in a loan may have moved, because a sequence was "
                    "assigned since: ask the loan for it again");
    return nullptr;
  }
  return holder.base + message.offset;
}

std::shared_ptr<void> heap_copy_of(PyObject* object) {
  Message& message = of(object);
  try {
    const std::byte* const from = address_of(message);
    if (from == nullptr) return nullptr;
    auto made = make_heap_message(*message.info->type);
    if (!write_message(*message.info, static_cast<std::byte*>(made.get()), object, nullptr)) {
      return nullptr;
    }
    return made;
  } catch (const std::exception& error) {
    set_python_error(error);
    return nullptr;
  }
}

PyObject* copy_of(PyObject* object) {
  std::shared_ptr<void> made = heap_copy_of(object);
  if (!made) return nullptr;
  ClassInfo& info = *of(object).info;
  Holder* const holder = hold_heap(*info.type, std::move(made));
  if (holder == nullptr) return nullptr;
  PyObject* const copied = make_message(info, holder, 0);
  Py_DECREF(holder);
  return copied;
}

PyObject* resize_in_loan(PyObject* object, PyObject* name, std::size_t size) {
  Message& message = of(object);
  FieldInfo* field = nullptr;
  for (FieldInfo& each : message.info->fields) {
    if (PyUnicode_Compare(each.name, name) == 0) field = &each;
  }
  if (field == nullptr || message.holder == nullptr || message.holder->access != Access::loan ||
      !is_sequence(*field->field)) {
    PyErr_SetString(PyExc_TypeError, "only a sequence of a loaned message can be resized");
    return nullptr;
  }
  const msg::Field& what = *field->field;
  if (what.shape == msg::Shape::bounded_sequence && size > what.count) {
    set_field_error(Path{nullptr, field},
                    "a sequence with length <= " + std::to_string(what.count));
    return nullptr;
  }
  std::byte* const memory = address_of(message);
  if (memory == nullptr) return nullptr;
  Holder& holder = *message.holder;
  try {
    std::byte* const at = memory + what.offset_bytes;
    msg::resize_sequence(what, at, size, true);
    if (field->dtype == nullptr) {
      ++holder.generation;
    } else {
      retire_arrays(holder, at - holder.base);
    }
    if (!move_if_spilled(holder)) return nullptr;
  } catch (const std::exception& error) {
    set_python_error(error);
    return nullptr;
  }
  return get_field(message, *field);
}

bool release_message(PyObject* object) {
  static Holder* const nothing = [] {
    static const msg::TypeSupport none{};
    Holder* const holder = hold_heap(none, std::shared_ptr<void>());
    if (holder != nullptr) holder->access = Access::spent;
    return holder;
  }();
  if (nothing == nullptr) return false;
  Message& message = of(object);
  clear_message(object);
  Holder* const old = message.holder;
  message.holder = reinterpret_cast<Holder*>(Py_NewRef(reinterpret_cast<PyObject*>(nothing)));
  Py_XDECREF(old);
  return true;
}

bool add_message_types(PyObject* module) {
  return make_base_type() && make_descriptor_type() &&
         PyModule_AddObjectRef(module, "MessageBase", reinterpret_cast<PyObject*>(base_type)) ==
             0 &&
         PyModule_AddObjectRef(module, "Field", reinterpret_cast<PyObject*>(descriptor_type)) == 0;
}

}  // namespace baton::python
