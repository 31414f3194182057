// SPDX-License-Identifier: Apache-2.0
#include "component/component_library.hpp"

#include <sys/stat.h>

#include <class_loader/class_loader.hpp>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <baton/components/component_manager_exception.hpp>
#include <baton/logging.hpp>

#include "component/load_error.hpp"

namespace baton::components {
namespace {

constexpr const char* factory_prefix = "rclcpp_components::NodeFactoryTemplate<";

/// class_loader warns of every second library that has a class of the same name, which is allowed
/// here.
class QuietClassLoader : public console_bridge::OutputHandler {
 public:
  QuietClassLoader() { console_bridge::useOutputHandler(this); }
  ~QuietClassLoader() override { console_bridge::restorePreviousOutputHandler(); }
  QuietClassLoader(const QuietClassLoader&) = delete;
  QuietClassLoader& operator=(const QuietClassLoader&) = delete;

  void log(const std::string& text, console_bridge::LogLevel, const char*, int) override {
    RCLCPP_DEBUG(get_logger("class_loader"), "%s", text.c_str());
  }
};

/// Identifies a file, by whatever path it is reached.
using FileId = std::pair<dev_t, ino_t>;

FileId file_id_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw ComponentManagerException(reason_not_to_load(path));
  return {status.st_dev, status.st_ino};
}

/// A new spelling of the path: the dynamic linker would take a known path for the library that it
/// has loaded from there before.
std::string new_spelling(const std::string& path, unsigned times_loaded) {
  const std::filesystem::path whole(path);
  std::string spelling = whole.parent_path().string() + "/";
  for (unsigned i = 0; i < times_loaded; ++i) spelling += "./";
  return spelling + whole.filename().string();
}

/// "ns::Class", from the name that the registering macro made.
std::string class_name_of(const std::string& registered) {
  if (!registered.starts_with(factory_prefix)) return registered;
  const std::size_t begin = std::char_traits<char>::length(factory_prefix);
  return registered.substr(begin, registered.rfind('>') - begin);
}

struct Loaded {
  std::mutex mutex;  // covers what follows
  std::map<FileId, std::unique_ptr<ComponentLibrary>> by_file;
  std::map<std::string, unsigned> times_loaded;  // how often each path was loaded
};

/// Never destroyed: what a library left with others may outlive every static object.
Loaded& loaded() {
  static Loaded& all = *new Loaded;
  return all;
}

}  // namespace

ComponentLibrary::ComponentLibrary(const std::string& path) {
  const QuietClassLoader quiet;
  class_loader::ClassLoader* loader = nullptr;
  try {
    // Never destroyed, so the library is never closed.
    loader = new class_loader::ClassLoader(path);
  } catch (const std::exception& error) {
    throw ComponentManagerException(explain_load_error(path, error.what()));
  }
  for (const std::string& name : loader->getAvailableClasses<NodeFactory>()) {
    factories_.emplace(class_name_of(name), loader->createInstance<NodeFactory>(name));
  }
}

ComponentLibrary& ComponentLibrary::load(const std::string& path) {
  Loaded& all = loaded();
  const std::lock_guard lock(all.mutex);
  const FileId id = file_id_of(path);
  if (const auto found = all.by_file.find(id); found != all.by_file.end()) return *found->second;
  if (const std::string reason = reason_not_to_load(path); !reason.empty()) {
    throw ComponentManagerException(reason);
  }
  unsigned& times = all.times_loaded[path];
  std::unique_ptr<ComponentLibrary> library(new ComponentLibrary(new_spelling(path, times)));
  ++times;
  return *(all.by_file[id] = std::move(library));
}

std::shared_ptr<NodeFactory> ComponentLibrary::factory_of(const std::string& class_name) const {
  const auto found = factories_.find(class_name);
  return found == factories_.end() ? nullptr : found->second;
}

std::vector<std::string> ComponentLibrary::class_names() const {
  std::vector<std::string> names;
  for (const auto& [name, factory] : factories_) names.push_back(name);
  return names;
}

}  // namespace baton::components
