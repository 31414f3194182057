// SPDX-License-Identifier: Apache-2.0
// The connections between participants, and how they break while both sides live.
#pragma once

#include <cstddef>

namespace baton::testing {

/// Shuts down every connected packet socket of this process, as an accident outside would. Returns
/// how many there were.
std::size_t cut_links();

}  // namespace baton::testing
