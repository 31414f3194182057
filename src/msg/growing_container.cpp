// SPDX-License-Identifier: Apache-2.0
// What the containers of vector.cpp and basic_string.cpp grow with, compiled once.
#include <baton/msg/growing_container.hpp>

namespace baton::msg::detail {

template class GrowingContainer<bool, unbounded, 0>;
template class GrowingContainer<std::int8_t, unbounded, 0>;
template class GrowingContainer<std::uint8_t, unbounded, 0>;
template class GrowingContainer<std::int16_t, unbounded, 0>;
template class GrowingContainer<std::uint16_t, unbounded, 0>;
template class GrowingContainer<std::int32_t, unbounded, 0>;
template class GrowingContainer<std::uint32_t, unbounded, 0>;
template class GrowingContainer<std::int64_t, unbounded, 0>;
template class GrowingContainer<std::uint64_t, unbounded, 0>;
template class GrowingContainer<float, unbounded, 0>;
template class GrowingContainer<double, unbounded, 0>;
template class GrowingContainer<char, unbounded, 1>;
template class GrowingContainer<char16_t, unbounded, 1>;

}  // namespace baton::msg::detail
