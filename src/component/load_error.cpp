// SPDX-License-Identifier: Apache-2.0
#include "component/load_error.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

#include "component/needed_baton.hpp"

namespace baton::components {
namespace {

constexpr std::string_view undefined = "undefined symbol: ";
constexpr std::string_view abi_symbol = "baton_component_abi_";
constexpr const char* rebuild = "was built against another version of Baton: rebuild it";

/// "" unless the reason is a missing symbol.
std::string missing_symbol(const std::string& reason) {
  const std::size_t begin = reason.find(undefined);
  if (begin == std::string::npos) return {};
  const std::size_t name = begin + undefined.size();
  return reason.substr(name, reason.find_first_of(" ,\n", name) - name);
}

std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? name.get() : symbol;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

std::string explain_load_error(const std::string& library_path, const std::string& reason) {
  const std::string symbol = missing_symbol(reason);
  if (symbol.starts_with(abi_symbol)) {
    return fmt::format("Failed to load library: {} {} ({} is not in this one, {})", library_path,
                       rebuild, symbol, own_baton());
  }
  if (!symbol.empty()) {
    return fmt::format(
        "Failed to load library: {} misses the symbol {}: link the library that has "
        "it, target_link_libraries() or ament_target_dependencies(). The linker says: {}",
        library_path, readable(symbol), reason);
  }
  for (const char* broken : {"invalid ELF header", "file too short", "wrong ELF class"}) {
    if (contains(reason, broken)) {
      return fmt::format(
          "Failed to load library: {} is no shared library of this kind of machine: "
          "build it with add_library(... SHARED). The linker says: {}",
          library_path, reason);
    }
  }
  if (contains(reason, "cannot open shared object file")) {
    return fmt::format(
        "Failed to load library: {} or a library that it needs is not found: source "
        "the setup file of the packages that it depends on before starting the "
        "container. The linker says: {}",
        library_path, reason);
  }
  return fmt::format("Failed to load library: {}: {}", library_path, reason);
}

std::string reason_not_to_load(const std::string& library_path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(library_path, error)) {
    return fmt::format("Failed to load library: {} does not exist: build and install its package",
                       library_path);
  }
  const auto needed = needed_baton(library_path);
  if (needed && *needed != own_baton()) {
    return fmt::format("Failed to load library: {} {} (it needs {}, this is {})", library_path,
                       rebuild, *needed, own_baton());
  }
  return {};
}

}  // namespace baton::components
