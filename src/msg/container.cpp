// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include <baton/msg/container.hpp>

namespace baton::msg::detail {

void throw_too_long(std::size_t wanted, std::size_t bound) {
  throw std::length_error(
      fmt::format("a field of a message holds at most {} elements, not {}", bound, wanted));
}

void throw_out_of_range(std::size_t index, std::size_t size) {
  throw std::out_of_range(fmt::format("no element {}: there are {}", index, size));
}

}  // namespace baton::msg::detail
