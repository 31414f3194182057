// SPDX-License-Identifier: Apache-2.0
// Which packages have components, as their installation wrote it into the ament index: a file
// share/ament_index/resource_index/<index>/<package> with a line "<class>;<library>" each.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace baton::components {

inline constexpr const char* usual_index = "rclcpp_components";

/// Each class with the absolute path of its library, in the order of the file. Reads files. Throws
/// ComponentManagerException if the package is missing, has no components, or the file is broken.
std::vector<std::pair<std::string, std::string>> components_of(const std::string& package,
                                                               const std::string& index);

/// Names of all packages that have components, sorted. Empty when AMENT_PREFIX_PATH leads nowhere.
std::vector<std::string> packages_with_components(const std::string& index);

/// Adds the folder above the running program's to the end of AMENT_PREFIX_PATH unless it is there,
/// and where Baton's own packages are installed below it: a container finds the components that lie
/// in its own prefix. Not thread-safe: call it first in main().
void search_own_prefix_too();

}  // namespace baton::components
