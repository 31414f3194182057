// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <typeinfo>

#include <cxxabi.h>

namespace rmw::impl::cpp {

/// The name of the type as source code spells it, or the compiler's own where that is unknown.
template <class T>
std::string demangle(const T& instance) {
  const char* const mangled = typeid(instance).name();
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : mangled;
}

}  // namespace rmw::impl::cpp
