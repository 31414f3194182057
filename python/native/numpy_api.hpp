// SPDX-License-Identifier: Apache-2.0
// Arrays of numpy without a call of Python: a callback that was just woken finds every line of code
// cold, so the short way counts.
//
// numpy's C API is a table of functions whose places are part of its ABI; what is used here is at
// the same place in numpy 1 and 2. With another numpy the way through Python remains.
// Thread safety: the GIL.
#pragma once

#include <Python.h>

#include <cstddef>

namespace baton::python {

/// A read-only array of one dimension over memory that `owner` keeps; `type` is numpy.ndarray or a
/// class below it. New reference; nullptr without an error: there is no short way.
PyObject* read_only_array(PyTypeObject* type, PyObject* owner, PyObject* dtype,
                          const std::byte* data, std::size_t count);

}  // namespace baton::python
