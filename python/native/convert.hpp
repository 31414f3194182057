// SPDX-License-Identifier: Apache-2.0
// Messages of C++ types that the library itself speaks, from and to Python.
#pragma once

#include <memory>
#include <utility>

#include <baton/msg/type_support.hpp>

#include <nanobind/nanobind.h>

#include "message.hpp"

namespace baton::python {

/// A message in memory as one of Python, which keeps it.
nanobind::object to_python(const msg::TypeSupport& type, std::shared_ptr<void> message);
/// A copy in memory of a Python message, which must be of that type.
std::shared_ptr<void> from_python(const msg::TypeSupport& type, nanobind::handle message);

template <class M>
nanobind::object to_python(M message) {
  return to_python(msg::type_support<M>(), std::make_shared<M>(std::move(message)));
}
template <class M>
M from_python(nanobind::handle message) {
  return *static_cast<const M*>(from_python(msg::type_support<M>(), message).get());
}

}  // namespace baton::python
