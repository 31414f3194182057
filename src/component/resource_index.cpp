// SPDX-License-Identifier: Apache-2.0
#include "component/resource_index.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ament_index_cpp/get_resource.hpp>
#include <ament_index_cpp/get_resources.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include <baton/components/component_manager_exception.hpp>

#include "base/near_match.hpp"

namespace baton::components {
namespace {

constexpr const char* search_path = "AMENT_PREFIX_PATH";

std::string value_of_search_path() {
  const char* const value = std::getenv(search_path);
  return value == nullptr ? std::string() : value;
}

std::vector<std::string> names_in(const std::string& index) {
  std::vector<std::string> names;
  if (value_of_search_path().empty()) return names;  // ament throws
  for (const auto& [name, prefix] : ament_index_cpp::get_resources(index)) names.push_back(name);
  return names;
}

[[noreturn]] void throw_not_found(const std::string& package, const std::string& index) {
  const auto installed = names_in("packages");
  if (std::find(installed.begin(), installed.end(), package) != installed.end()) {
    throw ComponentManagerException(fmt::format(
        "Could not find requested resource in ament index: package '{}' is installed and has no "
        "components in '{}'; name them in its CMakeLists.txt with "
        "rclcpp_components_register_nodes(<library> \"ns::Class\")",
        package, index));
  }
  const auto known = names_in(index);
  throw ComponentManagerException(
      fmt::format("Could not find requested resource in ament index: no package '{}' with "
                  "components in {}={}{}; "
                  "there are: {}. Source the package's setup file before starting the container",
                  package, search_path, value_of_search_path(), base::did_you_mean(package, known),
                  known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

std::string read_entry(const std::string& package, const std::string& index, std::string& prefix) {
  std::string content;
  try {
    if (!value_of_search_path().empty() &&
        ament_index_cpp::get_resource(index, package, content, &prefix)) {
      return content;
    }
  } catch (const std::runtime_error& error) {
    throw ComponentManagerException(
        fmt::format("Could not find requested resource in ament index: {}", error.what()));
  }
  throw_not_found(package, index);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> components_of(const std::string& package,
                                                               const std::string& index) {
  if (package.empty() || package.find('/') != std::string::npos) {
    throw ComponentManagerException(fmt::format("'{}' is no name of a package", package));
  }
  std::string prefix;
  std::istringstream lines(read_entry(package, index, prefix));
  std::vector<std::pair<std::string, std::string>> found;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const std::size_t split = line.find(';');
    if (split == 0 || split == std::string::npos || split + 1 == line.size() ||
        line.find(';', split + 1) != std::string::npos) {
      throw ComponentManagerException(
          fmt::format("Invalid resource entry: '{}' in the index of package '{}' is not "
                      "\"class;library\": build and install the package again",
                      line, package));
    }
    const std::filesystem::path library = line.substr(split + 1);
    found.emplace_back(line.substr(0, split), (prefix / library).lexically_normal().string());
  }
  return found;
}

std::vector<std::string> packages_with_components(const std::string& index) {
  return names_in(index);
}

void search_own_prefix_too() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  const std::filesystem::path prefix = program.parent_path().parent_path();
  std::string value = value_of_search_path();
  std::istringstream entries(value);
  std::set<std::filesystem::path> known;
  for (std::string entry; std::getline(entries, entry, ':');) known.insert(entry);
  for (const auto& own : {prefix, prefix / BATON_ROS_PREFIX, prefix / BATON_EXAMPLES_PREFIX}) {
    const bool is_there =
        own == prefix || std::filesystem::exists(own / "share/ament_index", error);
    if (!is_there || !known.insert(own).second) continue;
    value += value.empty() ? own.string() : ":" + own.string();
  }
  setenv(search_path, value.c_str(), 1);
}

}  // namespace baton::components
