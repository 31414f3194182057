// SPDX-License-Identifier: Apache-2.0
// Messages as Python sees them: one class for each type, made at run time from the type's fields.
//
// A message has a slot for each field. A slot that was not used is empty, and the field's value is
// made from memory when it is asked for: from the defaults of the type, from a received message, or
// from a loan. Assignments fill slots, except in a loan, where they go into its memory.
//
// Thread safety: the GIL. Classes live for ever.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <baton/msg/type_support.hpp>

#include "holder.hpp"

namespace baton::python {

struct ClassInfo;

struct FieldInfo {
  const msg::Field* field = nullptr;
  ClassInfo* owner = nullptr;
  std::uint32_t index = 0;
  PyObject* name = nullptr;
  ClassInfo* nested = nullptr;  // null until it is needed: see nested_class()
  PyObject* dtype = nullptr;    // of numpy, for numbers and bools; else null
  char typecode = 0;            // of module array, for numbers
  std::size_t element_bytes = 0;
};

struct ClassInfo {
  const msg::TypeSupport* type = nullptr;
  PyTypeObject* python_class = nullptr;
  std::string name;  // "sensor_msgs/msg/Image"
  std::vector<FieldInfo> fields;
  std::shared_ptr<void> defaults;  // a message with its default values
};

struct Message {
  PyObject_HEAD ClassInfo* info;
  Holder* holder;         // null: the defaults
  std::ptrdiff_t offset;  // from the holder's message to this one
  std::uint32_t generation;
  PyObject* weakrefs;
  PyObject** values;  // null: none was made yet
};

// ---- classes ----

/// Makes the base class, the descriptor's type and the module's functions. False with an error set.
bool add_message_types(PyObject* module);
bool is_message(PyObject* object);
/// The class of the type with that name, made by baton.interfaces if it is new. nullptr: error set.
ClassInfo* class_of(std::string_view type_name);
/// Of a Python class. nullptr: TypeError set.
ClassInfo* class_of(PyObject* python_class);
/// The class for a type that the library knows. nullptr: error set.
ClassInfo* class_of(const msg::TypeSupport& type);
ClassInfo* nested_class(FieldInfo& field);

// ---- messages ----

/// New references; nullptr with an error set. The holder is borrowed; null: a default message.
PyObject* make_message(ClassInfo& info, Holder* holder, std::ptrdiff_t offset);
/// Where the message lies. nullptr with an error set for one of a loan that is over.
std::byte* address_of(const Message& message);
/// True if no slot was used: the memory at address_of() is the whole message.
inline bool is_untouched(const Message& message) { return message.values == nullptr; }

/// The message by value on the heap, as one of Python. New reference.
PyObject* copy_of(PyObject* message);
/// The same as an object of C++; null with an error set.
std::shared_ptr<void> heap_copy_of(PyObject* message);
/// Numbers in a loan: grows or shrinks the sequence. A new array; nullptr with an error set.
PyObject* resize_in_loan(PyObject* message, PyObject* field_name, std::size_t size);

/// The value of a field: a new reference, nullptr with an error set.
PyObject* get_field(Message& message, FieldInfo& field);
/// Makes the value from memory.
PyObject* read_field(Message& message, FieldInfo& field);
int set_field(Message& message, FieldInfo& field, PyObject* value);

// ---- values ----

/// Where in a message an error is: "points[3].x".
struct Path {
  const Path* outer = nullptr;
  const FieldInfo* field = nullptr;
  Py_ssize_t index = -1;
  std::string text() const;
};

/// A value in the form in which a slot keeps it; raises what rclpy raises. New reference.
PyObject* check_value(FieldInfo& field, PyObject* value, const Path& path);
/// Writes a value that check_value() returned. `to` is constructed memory of a message that is
/// being filled. False with an error set.
bool write_value(FieldInfo& field, std::byte* to, PyObject* value, const Path& path);
/// Writes a whole message of the class into a constructed one. False with an error set.
bool write_message(ClassInfo& info, std::byte* to, PyObject* message, const Path* path);

/// Numbers, bools, bytes and characters: see scalars.cpp.
PyObject* read_scalar(msg::Kind kind, const std::byte* from);
bool write_scalar(const FieldInfo& field, std::byte* to, PyObject* value, const Path& path);
bool is_number(msg::Kind kind);
bool is_text(msg::Kind kind);
/// AssertionError: The 'path' field must be ...
void set_field_error(const Path& path, const std::string& must_be);
std::string element_rule(const FieldInfo& field);

/// An array of numpy over the elements. New reference.
PyObject* make_array(const FieldInfo& field, PyObject* holder, const std::byte* data,
                     std::size_t count, Access access);

inline bool is_sequence(const msg::Field& field) {
  return field.shape == msg::Shape::sequence || field.shape == msg::Shape::bounded_sequence;
}

}  // namespace baton::python
