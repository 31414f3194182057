// SPDX-License-Identifier: Apache-2.0
#include "observe/segment_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <system_error>

namespace baton::observe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view link_begin = "/memfd:";
constexpr std::string_view link_end = " (deleted)";

/// The name of the segment behind a link of /proc/<pid>/fd; none if it is something else.
std::optional<std::string> segment_of(const fs::path& link) {
  std::error_code error;
  const std::string target = fs::read_symlink(link, error).string();
  if (error || !target.starts_with(link_begin) || !target.ends_with(link_end)) return std::nullopt;
  const std::size_t size = target.size() - link_begin.size() - link_end.size();
  return target.substr(link_begin.size(), size);
}

}  // namespace

base::Result<SegmentFiles> SegmentFiles::of(pid_t pid) {
  SegmentFiles files;
  files.pid_ = pid;
  std::error_code error;
  fs::directory_iterator entries(fmt::format("/proc/{}/fd", pid), error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    if (auto name = segment_of(entries->path())) {
      files.paths_.emplace(std::move(*name), entries->path().string());
    }
  }
  if (error) {
    return base::Error{error.value(), fmt::format("/proc/{}/fd: {}", pid, error.message())};
  }
  return files;
}

std::optional<SegmentFiles> SegmentFiles::with(const std::string& segment) {
  std::error_code error;
  fs::directory_iterator processes("/proc", error);
  for (; !error && processes != fs::directory_iterator(); processes.increment(error)) {
    const std::string name = processes->path().filename().string();
    pid_t pid = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (fault != std::errc{} || end != name.data() + name.size()) continue;
    if (auto files = of(pid); files && files->has(segment)) return std::move(*files);
  }
  return std::nullopt;
}

base::Result<base::UniqueFd> SegmentFiles::open(const std::string& segment) const {
  const auto at = paths_.find(segment);
  if (at == paths_.end()) {
    return base::Error{ENOENT, fmt::format("process {} has no segment {}", pid_, segment)};
  }
  base::UniqueFd fd(::open(at->second.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return base::os_error(fmt::format("{}: {}", at->second, segment));
  // The process may have closed the file and opened another under this number.
  if (segment_of(fmt::format("/proc/self/fd/{}", fd.get())) != segment) {
    return base::Error{ENOENT, fmt::format("process {} has closed {}", pid_, segment)};
  }
  return fd;
}

}  // namespace baton::observe
