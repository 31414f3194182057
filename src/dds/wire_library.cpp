// SPDX-License-Identifier: Apache-2.0
#include "dds/wire_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace baton::dds {
namespace {

constexpr const char* library_name = "libbaton_fastdds.so";
#ifndef BATON_WITHOUT_FASTDDS
constexpr const char* cure =
    "install them (Debian 12: libfastrtps2.9, Debian 13: libfastdds3.1, Ubuntu 22.04: "
    "libfastrtps2.5)";
#else
constexpr const char* cure =
    "this one was built without Fast DDS; install it (Debian 12, Ubuntu: libfastrtps-dev, "
    "Debian 13: libfastdds-dev) and build Baton again";
#endif

/// Looks beside the file that this code is in. A program that has libbaton linked in lies in
/// another folder, so also looks in the folder `lib` beside that one.
std::vector<std::string> candidates() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&open_wire), &here) == 0) return {library_name};
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::canonical(here.dli_fname, ignored);
  const std::filesystem::path folder = path.parent_path();
  return {folder / library_name, folder.parent_path() / "lib" / library_name, library_name};
}

struct Entry {
  OpenWire* open = nullptr;
};

base::Result<Entry> find_entry() {
  std::string reasons;
  for (const std::string& name : candidates()) {
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      reasons += fmt::format("\n  {}", dlerror());
      continue;
    }
    if (auto* const entry = reinterpret_cast<OpenWire*>(dlsym(library, open_wire_symbol))) {
      return Entry{entry};
    }
    return base::Error{0, fmt::format("{} is not Baton's: install Baton again", name)};
  }
  return base::Error{0,
                     fmt::format("the network needs {}, which is part of Baton, and Fast DDS: {}, "
                                 "or leave the network off; tried:{}",
                                 library_name, cure, reasons)};
}

/// Threads that Fast DDS starts meanwhile inherit the mask: signals are for the user's threads.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &former_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t former_{};
};

}  // namespace

base::Result<std::shared_ptr<Wire>> open_wire(const WireOptions& options, WireListener& listener) {
  auto entry = find_entry();
  if (!entry) return std::move(entry).error();
  const SignalsBlocked blocked;
  // Fast DDS asks for the user's name when a participant opens, with getpwuid(), which is not for
  // several threads at once.
  static std::mutex opening;
  const std::lock_guard lock(opening);
  std::string error;
  Wire* const wire = entry->open(wire_version, options, listener, error);
  if (wire == nullptr)
    return base::Error{0, fmt::format("the network cannot be opened: {}", error)};
  return std::shared_ptr<Wire>(wire);
}

}  // namespace baton::dds
