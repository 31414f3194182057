// SPDX-License-Identifier: Apache-2.0
// Values of several elements: see arrays.cpp.
#pragma once

#include "message.hpp"

namespace baton::python {

/// check_value() and write_value() for a field that is an array or a sequence.
PyObject* check_array(FieldInfo& info, PyObject* value, const Path& path);
bool write_array(FieldInfo& info, std::byte* to, PyObject* value, const Path& path);
/// A copy of numbers, to be changed: what a message that was made in Python begins with.
PyObject* default_array(const FieldInfo& info, const std::byte* data, std::size_t count);

}  // namespace baton::python
