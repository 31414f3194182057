// SPDX-License-Identifier: Apache-2.0
#include "testing/process_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace baton::testing {
namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The fields of /proc/<pid>/stat behind the name, which may hold anything.
std::vector<std::string> stat_fields(pid_t pid) {
  const std::string text = text_of(fmt::format("/proc/{}/stat", pid));
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos) return {};
  std::istringstream stream(text.substr(end + 1));
  std::vector<std::string> fields;
  for (std::string field; stream >> field;) fields.push_back(field);
  return fields;
}

}  // namespace

std::vector<std::string> open_descriptors() {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", ignored)) {
    const fs::path target = fs::read_symlink(entry.path(), ignored);
    // Skip the descriptor that lists the others.
    if (target.string().ends_with("/fd") && target.string().starts_with("/proc/")) continue;
    found.push_back(fmt::format("{} -> {}", entry.path().filename().string(), target.string()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t thread_count() {
  std::error_code ignored;
  const fs::directory_iterator tasks("/proc/self/task", ignored);
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

std::uint64_t voluntary_context_switches(pid_t pid) {
  std::uint64_t sum = 0;
  std::error_code ignored;
  for (const auto& task : fs::directory_iterator(fmt::format("/proc/{}/task", pid), ignored)) {
    std::ifstream status(task.path() / "status");
    for (std::string line; std::getline(status, line);) {
      constexpr std::string_view key = "voluntary_ctxt_switches:";
      if (line.starts_with(key)) sum += std::stoull(line.substr(key.size()));
    }
  }
  return sum;
}

std::uint64_t cpu_time_ns(pid_t pid) {
  std::uint64_t sum = 0;
  std::error_code ignored;
  for (const auto& task : fs::directory_iterator(fmt::format("/proc/{}/task", pid), ignored)) {
    const std::string text = text_of((task.path() / "schedstat").string());
    if (!text.empty()) sum += std::stoull(text);
  }
  return sum;
}

char process_state(pid_t pid) {
  const auto fields = stat_fields(pid);
  return fields.empty() || fields[0].empty() ? '?' : fields[0][0];
}

std::vector<std::string> files_below(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(directory, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    found.push_back(fs::relative(at->path(), directory, error).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace baton::testing
