// SPDX-License-Identifier: Apache-2.0
#include <baton/find_type.hpp>

#include <stdexcept>
#include <string_view>

#include "client/types/interface_library.hpp"
#include "client/types/interface_name.hpp"

namespace rclcpp {
namespace {

using client::InterfaceLibrary;
using client::InterfaceName;

const msg::TypeSupport* find_in(const InterfaceLibrary& library, const std::string& name) {
  for (const msg::TypeSupport* each : library.messages()) {
    if (each->type_name == name) return each;
  }
  return nullptr;
}

[[noreturn]] void throw_unknown(const std::string& kind, const InterfaceName& name,
                                const InterfaceLibrary& library) {
  throw std::runtime_error("package '" + name.package + "' has no " + kind + " '" + name.text() +
                           "': correct the name, or build the package anew (" + library.path() +
                           ")");
}

/// What GCC and Clang call the function template baton::msg::<function> for the type.
std::string symbol_of(const InterfaceName& name, std::string_view function,
                      std::string_view result) {
  const auto part = [](std::string_view text) { return std::to_string(text.size()).append(text); };
  return "_ZN5baton3msg" + part(function) + "IN" + part(name.package) + part(name.folder) +
         part(name.name) + "EEERKNS0_" + part(result) + "Ev";
}

template <class Support>
const Support& call(const InterfaceName& name, const std::string& kind, std::string_view function,
                    std::string_view result) {
  const InterfaceLibrary library = InterfaceLibrary::of_package(name.package);
  void* const found = library.find(symbol_of(name, function, result));
  if (found == nullptr) throw_unknown(kind, name, library);
  return reinterpret_cast<const Support& (*)()>(found)();
}

}  // namespace

const msg::TypeSupport& find_message_type(const std::string& name) {
  const InterfaceName parts = client::parse_interface_name(name, "msg");
  const InterfaceLibrary library = InterfaceLibrary::of_package(parts.package);
  const msg::TypeSupport* const found = find_in(library, parts.text());
  if (found == nullptr) throw_unknown("message", parts, library);
  return *found;
}

ServiceMessages find_service_messages(const std::string& name) {
  const InterfaceName parts = client::parse_interface_name(name, "srv");
  const InterfaceLibrary library = InterfaceLibrary::of_package(parts.package);
  const ServiceMessages found{find_in(library, parts.text() + "_Request"),
                              find_in(library, parts.text() + "_Response")};
  if (found.request == nullptr || found.response == nullptr) {
    throw_unknown("service", parts, library);
  }
  return found;
}

const msg::ServiceTypeSupport& find_service_type(const std::string& name) {
  return call<msg::ServiceTypeSupport>(client::parse_interface_name(name, "srv"), "service",
                                       "service_type_support", "ServiceTypeSupport");
}

const msg::ActionTypeSupport& find_action_type(const std::string& name) {
  return call<msg::ActionTypeSupport>(client::parse_interface_name(name, "action"), "action",
                                      "action_type_support", "ActionTypeSupport");
}

std::string typesupport_library_path(const std::string& type_name) {
  const InterfaceName parts = client::parse_interface_name(type_name, "msg");
  return InterfaceLibrary::of_package(parts.package).path();
}

}  // namespace rclcpp
