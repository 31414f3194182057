// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/qos.hpp>

#include "dds/wire.hpp"

namespace baton::dds {

/// The most that a depth is served as.
inline constexpr std::size_t max_depth = 2048;

/// What is not specified is what the system chooses.
WireQos to_wire(const QoS& qos);
QoS from_wire(const WireQos& qos);

}  // namespace baton::dds
