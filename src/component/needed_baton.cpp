// SPDX-License-Identifier: Apache-2.0
#include "component/needed_baton.hpp"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include <baton/version.hpp>

namespace baton::components {
namespace {

constexpr std::string_view baton_prefix = "libbaton.so";

/// What a library file says of itself, read piece by piece. Nothing in the file is trusted.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : file_(path, std::ios::binary) {
    valid_ = read(0, header_) && std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 &&
             header_.e_ident[EI_CLASS] == (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32) &&
             header_.e_phentsize == sizeof(ElfW(Phdr));
  }

  std::vector<ElfW(Phdr)> segments() {
    std::vector<ElfW(Phdr)> found;
    ElfW(Phdr) segment;
    for (unsigned i = 0; valid_ && i < header_.e_phnum; ++i) {
      if (!read(header_.e_phoff + i * sizeof segment, segment)) break;
      found.push_back(segment);
    }
    return found;
  }

  template <class T>
  bool read(std::uint64_t offset, T& value) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    return static_cast<bool>(file_.read(reinterpret_cast<char*>(&value), sizeof value));
  }

  /// Reads the beginning of a text; no name that is looked for is longer.
  std::string text(std::uint64_t offset) {
    char buffer[64] = {};
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(buffer, sizeof buffer - 1);
    return buffer;
  }

 private:
  std::ifstream file_;
  ElfW(Ehdr) header_{};
  bool valid_ = false;
};

std::uint64_t offset_of(const std::vector<ElfW(Phdr)>& segments, std::uint64_t address) {
  for (const auto& segment : segments) {
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz) {
      return address - segment.p_vaddr + segment.p_offset;
    }
  }
  return 0;
}

}  // namespace

std::optional<std::string> needed_baton(const std::string& library_path) {
  ElfFile file(library_path);
  const auto segments = file.segments();
  std::vector<std::uint64_t> names;
  std::uint64_t texts = 0;
  for (const auto& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    ElfW(Dyn) entry;
    for (std::uint64_t at = 0; at + sizeof entry <= segment.p_filesz; at += sizeof entry) {
      if (!file.read(segment.p_offset + at, entry) || entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
      if (entry.d_tag == DT_STRTAB) texts = offset_of(segments, entry.d_un.d_ptr);
    }
  }
  for (const std::uint64_t name : names) {
    std::string text = texts == 0 ? std::string() : file.text(texts + name);
    if (text.starts_with(baton_prefix)) return text;
  }
  return std::nullopt;
}

std::string own_baton() {
  return std::string(baton_prefix) + "." + std::to_string(version_major) + "." +
         std::to_string(version_minor);
}

}  // namespace baton::components
