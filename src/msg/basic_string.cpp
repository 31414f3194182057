// SPDX-License-Identifier: Apache-2.0
// The strings that all messages have, compiled once.
#include <baton/msg/basic_string.hpp>

namespace baton::msg {

template class BasicString<char>;
template class BasicString<char16_t>;

}  // namespace baton::msg
