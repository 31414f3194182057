// SPDX-License-Identifier: Apache-2.0
// Libraries that components come from, for the life of the process.
//
// A library stays mapped once it was loaded: messages, type information and callbacks that a
// component left with others may lie in it. Its factories are made when it is loaded and kept,
// because class_loader finds factories by the class's name alone, and the next library that has the
// same class takes the name. docs/decisions/0012 says more.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <baton/components/node_factory.hpp>

namespace baton::components {

class ComponentLibrary {
 public:
  /// Loads the library unless it is loaded; the reference is good for ever. A file that has taken
  /// the place of a loaded one is another library. Blocks on the file system and runs the
  /// constructors of the library's static objects. Throws ComponentManagerException. Thread-safe.
  static ComponentLibrary& load(const std::string& path);

  /// `class_name` is "ns::Class". Null if the library has no such class.
  std::shared_ptr<NodeFactory> factory_of(const std::string& class_name) const;
  std::vector<std::string> class_names() const;

 private:
  explicit ComponentLibrary(const std::string& path);

  std::map<std::string, std::shared_ptr<NodeFactory>> factories_;
};

}  // namespace baton::components
