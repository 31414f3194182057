// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <mutex>
#include <set>
#include <string>

#include <baton/ros_c/rcutils_logging.h>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

/// Texts of locations outlive their messages: each is kept once.
const char* kept(const std::string& text) {
  struct Texts {
    std::mutex mutex;  // covers what follows
    std::set<std::string> all;
  };
  static auto* const texts = new Texts;
  const std::lock_guard lock(texts->mutex);
  return texts->all.insert(text).first->c_str();
}

void log(const std::string& logger, int severity, const std::string& text,
         const std::string& function, const std::string& file, std::size_t line) {
  const rcutils_log_location_t location{kept(function), kept(file), line};
  const ReleasedGil released;
  rcutils_log(&location, severity, logger.c_str(), "%s", text.c_str());
}

}  // namespace

void add_logging(nb::module_& module) {
  module.def("log", log, nb::arg("logger"), nb::arg("severity"), nb::arg("text"),
             nb::arg("function"), nb::arg("file"), nb::arg("line"));
  module.def("is_enabled_for", [](const std::string& logger, int severity) {
    return rcutils_logging_logger_is_enabled_for(logger.c_str(), severity);
  });
  module.def("set_logger_level", [](const std::string& logger, int severity) {
    return rcutils_logging_set_logger_level(logger.c_str(), severity) == 0;
  });
  module.def("get_logger_level", [](const std::string& logger) {
    return rcutils_logging_get_logger_level(logger.c_str());
  });
  module.def("get_effective_level", [](const std::string& logger) {
    return rcutils_logging_get_logger_effective_level(logger.c_str());
  });
}

}  // namespace baton::python
