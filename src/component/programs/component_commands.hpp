// SPDX-License-Identifier: Apache-2.0
// What `baton-component` does; each command prints to standard output and throws
// std::runtime_error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace baton::components {

struct CommonOptions {
  bool json = false;
  std::chrono::duration<double> timeout{30};
  std::chrono::duration<double> patience{0};  // for a container that is not there yet
};

struct LoadOptions {
  std::string container;
  std::string package;
  std::string plugin;
  std::string node_name;
  std::string node_namespace;
  std::string log_level;
  std::vector<std::string> remaps;
  std::vector<std::string> parameters;
  std::vector<std::string> extra_arguments;
};

void load_component(const LoadOptions& options, const CommonOptions& common);
/// Goes on when one component cannot be unloaded, and throws at the end.
void unload_components(const std::string& container, const std::vector<std::uint64_t>& ids,
                       const CommonOptions& common);
/// Lists the components of all containers if `container` is empty.
void list_components(const std::string& container, const CommonOptions& common);
/// Lists the classes that can be loaded, of all packages if `package` is empty.
void list_types(const std::string& package, const CommonOptions& common);

}  // namespace baton::components
