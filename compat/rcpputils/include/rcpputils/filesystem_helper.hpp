// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace rcpputils::fs {

inline constexpr char kPreferredSeparator = '/';

/// A std::filesystem::path with the member functions of rcpputils's path.
class path : public std::filesystem::path {
 public:
  path() = default;
  // NOLINTBEGIN(google-explicit-constructor)
  path(const std::string& text) : std::filesystem::path(text) {}
  path(const char* text) : std::filesystem::path(text) {}
  path(const std::filesystem::path& other) : std::filesystem::path(other) {}
  // NOLINTEND(google-explicit-constructor)

  bool exists() const { return std::filesystem::exists(*this); }
  bool is_directory() const noexcept {
    std::error_code error;
    return std::filesystem::is_directory(*this, error);
  }
  bool is_regular_file() const noexcept {
    std::error_code error;
    return std::filesystem::is_regular_file(*this, error);
  }
  std::uint64_t file_size() const { return std::filesystem::file_size(*this); }

  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  path parent_path() const { return std::filesystem::path::parent_path(); }
  path filename() const { return std::filesystem::path::filename(); }
  path extension() const { return std::filesystem::path::extension(); }
  path operator/(const path& other) const {
    return static_cast<const std::filesystem::path&>(*this) /
           static_cast<const std::filesystem::path&>(other);
  }
  path& operator/=(const path& other) { return *this = *this / other; }
};

inline bool exists(const path& file) { return file.exists(); }
inline bool is_directory(const path& file) noexcept { return file.is_directory(); }
inline bool is_regular_file(const path& file) noexcept { return file.is_regular_file(); }
inline std::uint64_t file_size(const path& file) { return file.file_size(); }
inline path current_path() { return std::filesystem::current_path(); }
inline path temp_directory_path() { return std::filesystem::temp_directory_path(); }
/// True also if the folder existed already.
inline bool create_directories(const path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return !error;
}
inline bool remove(const path& file) {
  std::error_code error;
  return std::filesystem::remove(file, error);
}
inline bool remove_all(const path& file) {
  std::error_code error;
  const auto removed = std::filesystem::remove_all(file, error);
  return !error && removed > 0;
}
inline path remove_extension(const path& file, int n_times = 1) {
  std::filesystem::path shorter = file;
  while (n_times-- > 0) shorter.replace_extension();
  return shorter;
}
/// Makes a new folder with a unique name that begins with `base_name`. Throws std::system_error.
inline path create_temp_directory(const std::string& base_name,
                                  const path& parent_path = temp_directory_path()) {
  std::filesystem::create_directories(parent_path);
  std::string name = (parent_path / (base_name + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "no temporary folder " + name);
  }
  return name;
}

}  // namespace rcpputils::fs
