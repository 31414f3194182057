// SPDX-License-Identifier: Apache-2.0
// The sequences that most messages have, compiled once.
#include <baton/msg/vector.hpp>

namespace baton::msg {

template class Vector<bool>;
template class Vector<std::int8_t>;
template class Vector<std::uint8_t>;
template class Vector<std::int16_t>;
template class Vector<std::uint16_t>;
template class Vector<std::int32_t>;
template class Vector<std::uint32_t>;
template class Vector<std::int64_t>;
template class Vector<std::uint64_t>;
template class Vector<float>;
template class Vector<double>;

}  // namespace baton::msg
