// SPDX-License-Identifier: Apache-2.0
// Which messages are wanted: a level for all loggers, and levels of their own for some.
//
// A logger `a.b.c` has the level of its longest ancestor among `a.b.c`, `a.b`, `a` that has one,
// else the default.
// Thread safety: any thread may call anything. Where no logger's own level can make a difference,
// asking costs two plain loads.
#pragma once

#include <atomic>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include <baton/ros_c/rcutils_logging.h>

namespace baton::client {

class LogLevels {
 public:
  bool enabled(std::string_view name, int severity) const;
  /// UNSET when `name` has no level of its own; the default one for an empty name.
  int own_level(std::string_view name) const;
  int effective_level(std::string_view name) const;
  /// UNSET takes the logger's own level away; an empty name is set_default_level().
  void set_level(std::string_view name, int level);
  int default_level() const noexcept { return default_.load(std::memory_order_relaxed); }
  /// UNSET means INFO.
  void set_default_level(int level);
  void reset();

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };

  void find_bounds();  // called with mutex_ held

  // Relaxed everywhere: a change of level orders nothing else, and a message that races with it may
  // go either way.
  std::atomic<int> default_{RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL};
  std::atomic<int> lowest_{RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL};   // of default_ and own_
  std::atomic<int> highest_{RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL};  // of default_ and own_
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, int, TextHash, std::equal_to<>> own_;
};

/// The levels of this process.
LogLevels& log_levels();

}  // namespace baton::client
