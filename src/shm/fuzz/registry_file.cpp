// SPDX-License-Identifier: Apache-2.0
// Anything may lie in the registry directory. The first byte decides whether the rest is the whole
// file or, behind a correct first line, its body: otherwise no fuzzer would guess the checksum.
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "shm/layout.hpp"
#include "shm/registry.hpp"

namespace {

constexpr const char* id = "0123456789abcdef";

/// A directory with one registry file, removed at the end.
class Directory {
 public:
  Directory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "baton-fuzz-XXXXXX").string();
    BATON_ASSERT(mkdtemp(pattern.data()) != nullptr, pattern);
    path_ = pattern;
    fd_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    file_ = openat(fd_, (std::string(id) + ".json").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    BATON_ASSERT(fd_ >= 0 && file_ >= 0, path_);
  }
  ~Directory() {
    close(fd_);
    close(file_);
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  void write(const std::string& text) const {
    const bool done = ftruncate(file_, 0) == 0 && pwrite(file_, text.data(), text.size(), 0) ==
                                                      static_cast<ssize_t>(text.size());
    BATON_ASSERT(done, path_);
  }
  int fd() const { return fd_; }

 private:
  std::string path_;
  int fd_ = -1;
  int file_ = -1;
};

std::string with_first_line(const std::string& body) {
  return fmt::format("baton {:016x} {}\n{}", baton::base::fnv1a_64(body), body.size(), body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace baton;
  static const Directory directory;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  directory.write(data[0] % 2 == 0 ? with_first_line(text) : text);
  auto entry = shm::RegistryEntry::open(directory.fd(), id);
  BATON_ASSERT(entry);
  BATON_ASSERT(!entry->alive());
  const auto process = entry->read_process();
  if (const auto done = entry->read(); !done) {
    BATON_ASSERT(done.error().text.find(id) != std::string::npos, done.error().text);
    return 0;
  }
  const shm::ParticipantInfo first = *entry->info();
  BATON_ASSERT(first.id == id && first.uid == geteuid(), first.id, first.uid);
  BATON_ASSERT(first.version == shm::layout_version || first.publishers.empty(), first.version);
  BATON_ASSERT(process && process->name == first.name);
  // Another version with the same endpoints in another order reads as if it were the first one.
  const std::size_t endpoints = text.find('\n') + 1;
  const std::size_t half = text.find('\n', text.size() / 2) + 1;
  if (half < endpoints) return 0;
  directory.write(with_first_line(text.substr(0, endpoints) + text.substr(half) +
                                  text.substr(endpoints, half - endpoints)));
  auto fresh = shm::RegistryEntry::open(directory.fd(), id);
  const bool read = static_cast<bool>(fresh->read());
  BATON_ASSERT(static_cast<bool>(entry->read()) == read, text);
  if (!read) return 0;
  BATON_ASSERT(entry->info()->name == fresh->info()->name);
  BATON_ASSERT(entry->info()->publishers == fresh->info()->publishers);
  BATON_ASSERT(entry->info()->subscriptions == fresh->info()->subscriptions);
  return 0;
}
