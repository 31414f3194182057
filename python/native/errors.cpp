// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <new>
#include <stdexcept>

#include <baton/context.hpp>
#include <baton/exceptions.hpp>
#include <baton/parameter_value.hpp>

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace baton::python {
namespace {

PyObject* exceptions_module = nullptr;

template <class E>
bool raise_as(const std::exception& error, const char* name) {
  if (dynamic_cast<const E*>(&error) == nullptr) return false;
  PyObject* const type = PyObject_GetAttrString(exceptions_module, name);
  if (type == nullptr) return true;
  PyErr_SetString(type, error.what());
  Py_DECREF(type);
  return true;
}

}  // namespace

void set_python_error(const std::exception& error) noexcept {
  namespace e = rclcpp::exceptions;
  if (dynamic_cast<const nb::python_error*>(&error) != nullptr) {
    const_cast<nb::python_error&>(dynamic_cast<const nb::python_error&>(error)).restore();
    return;
  }
  if (exceptions_module != nullptr &&
      (raise_as<e::InvalidNodeNameError>(error, "InvalidNodeNameException") ||
       raise_as<e::InvalidNamespaceError>(error, "InvalidNamespaceException") ||
       raise_as<e::InvalidTopicNameError>(error, "InvalidTopicNameException") ||
       raise_as<e::InvalidServiceNameError>(error, "InvalidServiceNameException") ||
       raise_as<e::NameValidationError>(error, "NameValidationException") ||
       raise_as<e::ParameterAlreadyDeclaredException>(error, "ParameterAlreadyDeclaredException") ||
       raise_as<e::ParameterNotDeclaredException>(error, "ParameterNotDeclaredException") ||
       raise_as<e::ParameterUninitializedException>(error, "ParameterUninitializedException") ||
       raise_as<e::ParameterImmutableException>(error, "ParameterImmutableException") ||
       raise_as<e::InvalidParameterTypeException>(error, "InvalidParameterTypeException") ||
       raise_as<e::InvalidParameterValueException>(error, "InvalidParameterValueException") ||
       raise_as<e::InvalidParametersException>(error, "InvalidParameterException") ||
       raise_as<e::UnknownROSArgsError>(error, "UnknownROSArgsError") ||
       raise_as<e::RCLInvalidROSArgsError>(error, "UnknownROSArgsError") ||
       raise_as<rclcpp::ContextAlreadyInitialized>(error, "ContextAlreadyInitialized") ||
       raise_as<e::Error>(error, "Error"))) {
    return;
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    PyErr_NoMemory();
  } else if (dynamic_cast<const std::invalid_argument*>(&error) != nullptr ||
             dynamic_cast<const std::length_error*>(&error) != nullptr) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } else {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

bool use_exceptions_of(PyObject* module) {
  exceptions_module = Py_NewRef(module);
  return true;
}

}  // namespace baton::python
