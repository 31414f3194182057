// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/context/environment.hpp"

namespace baton::client {

/// Other users with a participant in the domain of `place`, in their default registries, which are
/// not seen from there: "uid 1000, uid 1001". Empty if there are none, or if the registry of
/// `place` is not where others would look. Those in another network namespace are not known.
std::string unreachable_users(const MeetingPlace& place);

}  // namespace baton::client
