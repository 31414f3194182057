// SPDX-License-Identifier: Apache-2.0
#include "transport/port/endpoint_errors.hpp"

#include <fmt/format.h>

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

}  // namespace baton::transport
