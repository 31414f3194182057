// SPDX-License-Identifier: Apache-2.0
// The shared libraries that packages of interfaces have.
//
// Each stays loaded until the process ends, so that pointers into it stay valid. Thread safety: all
// of it.
#pragma once

#include <span>
#include <string>

#include <baton/msg/type_support.hpp>

namespace baton::client {

class InterfaceLibrary {
 public:
  /// The library with the types of `package`, loaded if need be. Throws std::runtime_error that
  /// lists where it was looked for.
  static InterfaceLibrary of_package(const std::string& package);

  /// All messages of the package, those of services and actions among them.
  std::span<const msg::TypeSupport* const> messages() const { return messages_; }
  /// A function or an object; nullptr: there is none.
  void* find(const std::string& symbol) const;
  /// The file.
  std::string path() const;

 private:
  InterfaceLibrary(void* handle, const void* list);

  void* handle_;
  const void* list_;  // an address in the library
  std::span<const msg::TypeSupport* const> messages_;
};

}  // namespace baton::client
