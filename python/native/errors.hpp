// SPDX-License-Identifier: Apache-2.0
// Exceptions of the library as Python's.
#pragma once

#include <Python.h>

#include <exception>

namespace baton::python {

/// Sets the Python error that users of rclpy know for this exception; RuntimeError by default.
void set_python_error(const std::exception& error) noexcept;

/// `module` is baton.exceptions, whose classes are raised. False with a Python error set.
bool use_exceptions_of(PyObject* module);

}  // namespace baton::python
