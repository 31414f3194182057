// SPDX-License-Identifier: Apache-2.0
// The list of classes: one for each type of message.
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include <baton/find_type.hpp>
#include <baton/msg/any_container.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "message_functions.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

/// Covered by the GIL; nothing is ever removed.
struct Classes {
  std::unordered_map<std::string, std::unique_ptr<ClassInfo>> by_name;
  /// Types that a library or a description has shown and that have no class yet.
  std::unordered_map<std::string, const msg::TypeSupport*> shown;
};

Classes& classes() {
  static auto* const made = new Classes;
  return *made;
}

const char* dtype_name(msg::Kind kind) {
  switch (kind) {
    case msg::Kind::int8:
      return "int8";
    case msg::Kind::uint8:
    case msg::Kind::character:
      return "uint8";
    case msg::Kind::int16:
      return "int16";
    case msg::Kind::uint16:
      return "uint16";
    case msg::Kind::int32:
      return "int32";
    case msg::Kind::uint32:
      return "uint32";
    case msg::Kind::int64:
      return "int64";
    case msg::Kind::uint64:
      return "uint64";
    case msg::Kind::float32:
      return "float32";
    case msg::Kind::float64:
      return "float64";
    case msg::Kind::boolean:
      return "bool";
    default:
      return nullptr;
  }
}

/// Of module array, in the order of Kind from int8 to float64.
char typecode_of(msg::Kind kind) {
  if (kind == msg::Kind::character) return 'B';
  if (!is_number(kind)) return 0;
  return "bBhHiIqQfd"[static_cast<int>(kind) - static_cast<int>(msg::Kind::int8)];
}

nb::object dtype_of(msg::Kind kind) {
  static auto* const made = new std::unordered_map<std::string, nb::object>;
  const char* const name = dtype_name(kind);
  if (name == nullptr) return {};
  nb::object& dtype = (*made)[name];
  if (!dtype.is_valid()) dtype = nb::module_::import_("numpy").attr("dtype")(name);
  return dtype;
}

/// Types by the way they are reached show the types inside.
void show(const msg::TypeSupport& type) {
  for (const msg::Field& field : type.fields) {
    if (field.nested == nullptr) continue;
    if (classes().shown.emplace(std::string(field.nested->type_name), field.nested).second) {
      show(*field.nested);
    }
  }
}

const msg::TypeSupport& find(const std::string& name) {
  const auto shown = classes().shown.find(name);
  if (shown != classes().shown.end()) return *shown->second;
  return find_message_type(name);
}

nb::object define_class(const std::string& name, nb::object base, nb::dict contents) {
  Classes& all = classes();
  if (const auto known = all.by_name.find(name); known != all.by_name.end()) {
    return nb::borrow(reinterpret_cast<PyObject*>(known->second->python_class));
  }
  const msg::TypeSupport& type = find(name);
  show(type);
  auto info = std::make_unique<ClassInfo>();
  info->type = &type;
  info->name = name;
  info->defaults = make_heap_message(type);
  info->fields.resize(type.fields.size());
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    FieldInfo& field = info->fields[i];
    field.field = &type.fields[i];
    field.owner = info.get();
    field.index = static_cast<std::uint32_t>(i);
    field.name = PyUnicode_InternFromString(std::string(field.field->name).c_str());
    field.dtype = dtype_of(field.field->kind).release().ptr();
    field.typecode = typecode_of(field.field->kind);
    field.element_bytes = msg::element_bytes_of(*field.field);
    contents[nb::borrow(field.name)] = nb::steal(make_descriptor(field));
  }
  contents["__slots__"] = nb::make_tuple();
  contents["_type_name"] = name;
  contents["_class_info"] = nb::capsule(info.get(), "baton.ClassInfo");
  const std::string short_name = name.substr(name.rfind('/') + 1);
  nb::object made = nb::borrow(reinterpret_cast<PyObject*>(&PyType_Type))(
      short_name, nb::make_tuple(base), contents);
  info->python_class = reinterpret_cast<PyTypeObject*>(nb::borrow(made).release().ptr());
  all.by_name.emplace(name, std::move(info));
  return made;
}

nb::list describe_fields(nb::handle python_class) {
  ClassInfo* const info = class_of(python_class.ptr());
  if (info == nullptr) throw nb::python_error();
  nb::list fields;
  for (const FieldInfo& each : info->fields) {
    const msg::Field& field = *each.field;
    const std::string_view nested = field.nested != nullptr ? field.nested->type_name : "";
    fields.append(nb::make_tuple(nb::borrow(each.name), static_cast<int>(field.kind),
                                 static_cast<int>(field.shape), field.count, field.string_bound,
                                 nb::str(nested.data(), nested.size())));
  }
  return fields;
}

}  // namespace

ClassInfo* class_of(std::string_view type_name) {
  const std::string name(type_name);
  Classes& all = classes();
  if (const auto known = all.by_name.find(name); known != all.by_name.end()) {
    return known->second.get();
  }
  try {
    nb::module_::import_("baton.interfaces").attr("message_class")(name);
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  }
  const auto made = all.by_name.find(name);
  if (made != all.by_name.end()) return made->second.get();
  PyErr_Format(PyExc_TypeError, "no class was made for the type '%s'", name.c_str());
  return nullptr;
}

ClassInfo* class_of(const msg::TypeSupport& type) {
  const std::string name(type.type_name);
  if (classes().by_name.count(name) == 0) classes().shown.emplace(name, &type);
  return class_of(type.type_name);
}

ClassInfo* class_of(PyObject* python_class) {
  static PyObject* const name = PyUnicode_InternFromString("_class_info");
  PyObject* const capsule =
      PyType_Check(python_class) ? PyObject_GetAttr(python_class, name) : nullptr;
  if (capsule == nullptr) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError,
                 "%R is no message class: give a class such as std_msgs.msg.String", python_class);
    return nullptr;
  }
  auto* const info = static_cast<ClassInfo*>(PyCapsule_GetPointer(capsule, "baton.ClassInfo"));
  Py_DECREF(capsule);
  return info;
}

ClassInfo* nested_class(FieldInfo& field) {
  if (field.nested == nullptr) field.nested = class_of(*field.field->nested);
  return field.nested;
}

void add_class_functions(nb::module_& module) {
  module.def("define_class", define_class, nb::arg("type_name"), nb::arg("base"),
             nb::arg("contents"), "Makes the class of a type; its fields come from the type.");
  module.def("describe_fields", describe_fields, nb::arg("message_class"),
             "(name, kind, shape, count, string bound, name of the nested type) of each field.");
}

}  // namespace baton::python
