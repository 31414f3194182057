// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/error.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

/// Opens the library that implements the Wire, which lies beside this one, and a participant in it.
/// The library stays mapped. `listener` outlives the participant.
base::Result<std::shared_ptr<Wire>> open_wire(const WireOptions& options, WireListener& listener);

}  // namespace baton::dds
