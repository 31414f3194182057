// SPDX-License-Identifier: Apache-2.0
#include "base/headroom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace baton::base {

namespace {

using std::filesystem::path;

constexpr uint64_t mebibyte = uint64_t{1} << 20;

std::optional<uint64_t> parse_number(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return number;
}

std::optional<uint64_t> read_number(const path& file) {
  std::ifstream stream(file);
  std::string word;
  if (!(stream >> word)) return std::nullopt;
  return parse_number(word);
}

/// The number after `key` in a file of "key number" lines.
std::optional<uint64_t> read_entry(const path& file, std::string_view key) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string name;
    std::string value;
    if (words >> name >> value && name == key) return parse_number(value);
  }
  return std::nullopt;
}

/// The files by which one version of the memory controller says what it allows and what is used.
struct Controller {
  const char* limit_file;
  const char* usage_file;
  const char*
      reclaimable_key;  ///< in memory.stat; the page cache, which goes before a process is killed
};
constexpr Controller version_1{"memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr Controller version_2{"memory.max", "memory.current", "inactive_file"};

void narrow(Headroom& headroom, const Headroom& limit) {
  if (limit.available_bytes < headroom.available_bytes) headroom = limit;
}

void narrow_by_machine(Headroom& headroom, const path& root) {
  const path meminfo = root / "proc/meminfo";
  const std::optional<uint64_t> available_kib = read_entry(meminfo, "MemAvailable:");
  const std::optional<uint64_t> total_kib = read_entry(meminfo, "MemTotal:");
  if (!available_kib) return;
  narrow(headroom, {*available_kib * 1024, total_kib.value_or(*available_kib) * 1024,
                    "the machine's memory"});
}

void narrow_by_group(Headroom& headroom, const Controller& controller, const path& directory,
                     const std::string& group) {
  const std::optional<uint64_t> limit = read_number(directory / controller.limit_file);
  const std::optional<uint64_t> usage = read_number(directory / controller.usage_file);
  if (!limit || !usage) return;  // no limit ("max"), or the root group of version 2
  const uint64_t reclaimable =
      read_entry(directory / "memory.stat", controller.reclaimable_key).value_or(0);
  const uint64_t used = *usage - std::min(*usage, reclaimable);
  narrow(headroom, {*limit - std::min(*limit, used), *limit,
                    fmt::format("memory cgroup {} ({})", group, controller.limit_file)});
}

struct Mount {
  path root;  ///< the group that is visible at `point`
  path point;
};

/// Where the memory controller of version 1 or the hierarchy of version 2 is mounted.
std::optional<Mount> find_mount(const path& root, bool unified) {
  std::ifstream stream(root / "proc/self/mountinfo");
  for (std::string line; std::getline(stream, line);) {
    // id parent device root point options [tags...] - type source super-options
    const size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream left(line.substr(0, dash));
    std::istringstream right(line.substr(dash + 3));
    std::string skipped;
    std::string mount_root;
    std::string point;
    std::string type;
    std::string options;
    if (!(left >> skipped >> skipped >> skipped >> mount_root >> point)) continue;
    if (!(right >> type >> skipped >> options)) continue;
    const bool memory = ("," + options + ",").find(",memory,") != std::string::npos;
    if (unified ? type == "cgroup2" : type == "cgroup" && memory) return Mount{mount_root, point};
  }
  return std::nullopt;
}

/// This process's group; a line of /proc/self/cgroup is "number:controllers:group".
std::optional<path> find_group(const path& root, bool unified) {
  std::ifstream stream(root / "proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || second + 1 == line.size()) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool memory = ("," + controllers + ",").find(",memory,") != std::string::npos;
    if (unified ? controllers.empty() : memory) return path(line.substr(second + 1));
  }
  return std::nullopt;
}

void narrow_by_groups(Headroom& headroom, const path& root, bool unified) {
  const std::optional<Mount> mount = find_mount(root, unified);
  const std::optional<path> group = find_group(root, unified);
  if (!mount || !group) return;
  // A container sees only a part of the tree: the mount point stands for mount->root.
  path below = group->lexically_relative(mount->root);
  if (below.empty() || *below.begin() == ".." || below == ".") below = path();
  const Controller& controller = unified ? version_2 : version_1;
  const path top = root / mount->point.relative_path();
  for (;; below = below.parent_path()) {
    const path shown = below.empty() ? mount->root : mount->root / below;
    narrow_by_group(headroom, controller, top / below, shown.string());
    if (below.empty()) return;
  }
}

double mebibytes(uint64_t bytes) { return static_cast<double>(bytes) / mebibyte; }

}  // namespace

Headroom memory_headroom(const path& root) {
  constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();
  Headroom headroom{unlimited, unlimited, "nothing known"};
  narrow_by_machine(headroom, root);
  narrow_by_groups(headroom, root, false);
  narrow_by_groups(headroom, root, true);
  return headroom;
}

Status check_headroom(size_t bytes, const path& root) {
  const Headroom headroom = memory_headroom(root);
  const uint64_t reserve = std::max(16 * mebibyte, headroom.total_bytes / 100);
  if (headroom.available_bytes >= reserve && headroom.available_bytes - reserve >= bytes) return {};
  return Error{ENOMEM, fmt::format("cannot commit {:.1f} MiB: {} has {:.1f} MiB left, of which "
                                   "{:.1f} MiB stay in reserve; free memory or raise that limit",
                                   mebibytes(bytes), headroom.limited_by,
                                   mebibytes(headroom.available_bytes), mebibytes(reserve))};
}

}  // namespace baton::base
