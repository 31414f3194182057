// SPDX-License-Identifier: Apache-2.0
// Functions of the module for messages: copies, comparison, CDR and YAML.
#include "message_functions.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/yaml.hpp>

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace baton::python {
namespace {

PyObject* require_message(nb::handle object) {
  if (!is_message(object.ptr())) throw nb::type_error("a message is needed");
  return object.ptr();
}

Message& message_of(nb::handle object) {
  return *reinterpret_cast<Message*>(require_message(object));
}

/// The whole message in memory: its own if no slot was used.
class InMemory {
 public:
  explicit InMemory(nb::handle object) : message_(message_of(object)) {
    if (is_untouched(message_)) {
      at_ = address_of(message_);
    } else {
      copy_ = heap_copy_of(object.ptr());
      at_ = static_cast<std::byte*>(copy_.get());
    }
    if (at_ == nullptr) throw nb::python_error();
  }
  const std::byte* data() const { return at_; }
  const msg::TypeSupport& type() const { return *message_.info->type; }

 private:
  Message& message_;
  std::shared_ptr<void> copy_;
  const std::byte* at_ = nullptr;
};

bool equal(nb::handle one, nb::handle other) {
  if (message_of(one).info != message_of(other).info) return false;
  const InMemory a(one);
  const InMemory b(other);
  return msg::equal(a.type(), a.data(), b.data());
}

nb::bytes serialize(nb::handle object) {
  const InMemory message(object);
  std::vector<std::byte> bytes;
  if (!msg::encode_message(message.type(), message.data(), bytes)) {
    throw nb::value_error("the message changed while it was read");
  }
  return nb::bytes(bytes.data(), bytes.size());
}

nb::object deserialize(nb::handle python_class, nb::handle bytes) {
  ClassInfo* const info = class_of(python_class.ptr());
  if (info == nullptr) throw nb::python_error();
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
  std::shared_ptr<void> made = make_heap_message(*info->type);
  const bool decoded =
      msg::decode_message(*info->type,
                          msg::Span<const std::byte>(static_cast<const std::byte*>(view.buf),
                                                     static_cast<std::size_t>(view.len)),
                          made.get());
  PyBuffer_Release(&view);
  if (!decoded) {
    throw nb::value_error(("the bytes are no " + info->name + " in CDR").c_str());
  }
  Holder* const holder = hold_heap(*info->type, std::move(made));
  if (holder == nullptr) throw nb::python_error();
  const nb::object kept = nb::steal(reinterpret_cast<PyObject*>(holder));
  return nb::steal(make_message(*info, holder, 0));
}

std::string to_yaml(nb::handle object, bool flow, std::size_t most_elements, bool no_arrays,
                    bool no_strings) {
  const InMemory message(object);
  msg::YamlStyle style;
  style.flow = flow;
  style.most_elements = most_elements;
  style.without_sequences = no_arrays;
  style.without_strings = no_strings;
  return msg::to_yaml(message.type(), message.data(), style);
}

nb::object from_yaml(nb::handle python_class, const std::string& yaml) {
  ClassInfo* const info = class_of(python_class.ptr());
  if (info == nullptr) throw nb::python_error();
  std::shared_ptr<void> made = make_heap_message(*info->type);
  std::string error;
  if (!msg::from_yaml(*info->type, made.get(), yaml, error)) throw nb::value_error(error.c_str());
  Holder* const holder = hold_heap(*info->type, std::move(made));
  if (holder == nullptr) throw nb::python_error();
  const nb::object kept = nb::steal(reinterpret_cast<PyObject*>(holder));
  return nb::steal(make_message(*info, holder, 0));
}

nb::object copy(nb::handle object) {
  PyObject* const copied = copy_of(require_message(object));
  if (copied == nullptr) throw nb::python_error();
  return nb::steal(copied);
}

void release(nb::handle object) {
  if (!release_message(require_message(object))) throw nb::python_error();
}

nb::object resize(nb::handle message, nb::handle field, std::size_t size) {
  PyObject* const array = resize_in_loan(require_message(message), field.ptr(), size);
  if (array == nullptr) throw nb::python_error();
  return nb::steal(array);
}

std::string access_of(nb::handle object) {
  const Message& message = message_of(object);
  if (message.holder == nullptr) return "own";
  switch (message.holder->access) {
    case Access::read:
      return "received";
    case Access::loan:
      return "loan";
    case Access::spent:
      return "spent";
    case Access::private_:
      break;
  }
  return "own";
}

std::uintptr_t address(nb::handle object) {
  const std::byte* const at = address_of(message_of(object));
  if (at == nullptr) throw nb::python_error();
  return reinterpret_cast<std::uintptr_t>(at);
}

}  // namespace

void add_message_functions(nb::module_& module) {
  module.def("copy", copy, "The message by value; nothing of the original is kept.");
  module.def("equal", equal);
  module.def("serialize", serialize, "CDR with its encapsulation.");
  module.def("deserialize", deserialize);
  module.def("to_yaml", to_yaml, nb::arg("message"), nb::arg("flow") = false,
             nb::arg("most_elements") = 0, nb::arg("no_arrays") = false,
             nb::arg("no_strings") = false);
  module.def("from_yaml", from_yaml);
  module.def("release", release);
  module.def("resize", resize, nb::arg("message"), nb::arg("field"), nb::arg("size"));
  module.def("access", access_of, "'own', 'received', 'loan' or 'spent'.");
  module.def("address", address, "Where the message lies in this process.");
}

}  // namespace baton::python
