// SPDX-License-Identifier: Apache-2.0
// What classes and messages need of each other, and the module's functions for messages.
#pragma once

#include <nanobind/nanobind.h>

#include "message.hpp"

namespace baton::python {

/// A descriptor for a field, which must live for ever. New reference.
PyObject* make_descriptor(FieldInfo& field);
/// Gives up what the message shows; using it raises from now on. False with an error set.
bool release_message(PyObject* message);

void add_message_functions(nanobind::module_& module);

}  // namespace baton::python
