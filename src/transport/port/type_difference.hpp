// SPDX-License-Identifier: Apache-2.0
// Why two types that do not match are not the same, for people.
#pragma once

#include <string>
#include <string_view>

#include <baton/msg/type_support.hpp>

namespace baton::transport {

/// A sentence on the first field in which the types differ; empty when it cannot be told. The
/// subscription's `description` is a stranger's, and `hash` is what it claims the hash to be.
std::string difference_of_types(const msg::TypeSupport& published, std::string_view description,
                                std::string_view hash);

}  // namespace baton::transport
