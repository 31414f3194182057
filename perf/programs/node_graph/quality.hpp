// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/baton.hpp>

namespace node_graph {

/// As in the other experiments: reliable, keep last ten.
inline baton::QoS quality() { return baton::QoS(10).reliable(); }

}  // namespace node_graph
