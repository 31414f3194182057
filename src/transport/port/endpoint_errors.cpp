// SPDX-License-Identifier: Apache-2.0
#include "transport/port/endpoint_errors.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "shm/layout.hpp"

namespace baton::transport {

base::Error context_shut_down() { return {0, "the context was shut down"}; }

base::Error context_shut_down(const std::string& topic) {
  return {0, fmt::format("topic '{}': the context was shut down", topic)};
}

base::Error publisher_made_before_fork(const std::string& topic) {
  return {
      0, fmt::format("topic '{}': the publisher was created before fork(): a child process needs a "
                     "Context of its own",
                     topic)};
}

base::Error keeps_all_and_is_behind(const std::string& topic, std::string_view reader) {
  return {ETIMEDOUT,
          fmt::format("topic '{}': {} keeps all and is {} messages behind after max_blocking_time",
                      topic, reader, shm::max_depth)};
}

}  // namespace baton::transport
