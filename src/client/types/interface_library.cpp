// SPDX-License-Identifier: Apache-2.0
#include "client/types/interface_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace baton::client {
namespace {

namespace fs = std::filesystem;

/// The name of baton::msg::generated::<package>__types, which the generator makes.
std::string symbol_of_list(const std::string& package) {
  const std::string variable = package + "__types";
  return "_ZN5baton3msg9generated" + std::to_string(variable.size()) + variable + "E";
}

std::string file_name(const std::string& package) {
  return "lib" + package + "__rosidl_typesupport_cpp.so";
}

/// The file that `address` is in; empty: not known.
std::string file_of(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  return info.dli_fname;
}

/// The library of the package in each prefix that has the package.
void add_of_ament_prefixes(const std::string& package, std::vector<std::string>& candidates) {
  const char* variable = std::getenv("AMENT_PREFIX_PATH");
  std::string_view left = variable != nullptr ? variable : "";
  while (!left.empty()) {
    const std::size_t end = left.find(':');
    const fs::path prefix(left.substr(0, end));
    left = end == std::string_view::npos ? std::string_view() : left.substr(end + 1);
    std::error_code ignored;
    const fs::path index = prefix / "share/ament_index/resource_index/packages" / package;
    if (prefix.empty() || !fs::exists(index, ignored)) continue;
    candidates.push_back((prefix / "lib" / file_name(package)).string());
  }
}

std::vector<std::string> candidates_for(const std::string& package) {
  std::vector<std::string> candidates;
  add_of_ament_prefixes(package, candidates);
  candidates.push_back(file_name(package));
  // An installed Baton has its own packages in a prefix behind its library.
  static const char own = 0;
  const fs::path folder = fs::path(file_of(&own)).parent_path();
  if (!folder.empty()) {
    candidates.push_back((folder / file_name(package)).string());
    candidates.push_back((folder / "baton/ros2/lib" / file_name(package)).string());
  }
  return candidates;
}

/// Keeps the library that is loaded already.
void* hold(const void* address) {
  const std::string file = file_of(address);
  void* const held =
      file.empty() ? nullptr : dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  return held != nullptr ? held : RTLD_DEFAULT;  // of the program itself: stays anyway
}

}  // namespace

InterfaceLibrary::InterfaceLibrary(void* handle, const void* list)
    : handle_(handle),
      list_(list),
      messages_(*static_cast<const std::span<const msg::TypeSupport* const>*>(list)) {}

InterfaceLibrary InterfaceLibrary::of_package(const std::string& package) {
  const std::string symbol = symbol_of_list(package);
  if (const void* list = dlsym(RTLD_DEFAULT, symbol.c_str())) return {hold(list), list};
  std::string tried;
  for (const std::string& candidate : candidates_for(package)) {
    void* const handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_NODELETE);
    if (handle == nullptr) {
      const char* const reason = dlerror();
      tried += "\n  " + std::string(reason != nullptr ? reason : candidate.c_str());
      continue;
    }
    if (const void* list = dlsym(handle, symbol.c_str())) return {handle, list};
    tried += "\n  " + candidate + ": not made by Baton's generator";
  }
  throw std::runtime_error(
      "package '" + package + "' has no library of types. Install it, and " +
      "source its setup.bash, so that AMENT_PREFIX_PATH leads to it. Tried:" + tried);
}

void* InterfaceLibrary::find(const std::string& symbol) const {
  return dlsym(handle_, symbol.c_str());
}

std::string InterfaceLibrary::path() const {
  const std::string file = file_of(list_);
  std::error_code ignored;
  const fs::path whole = fs::canonical(file, ignored);
  return whole.empty() ? file : whole.string();
}

}  // namespace baton::client
