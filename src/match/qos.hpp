// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/qos.hpp>

#include "match/policies.hpp"

namespace baton::match {

/// Open policies become what the system chooses: reliable, volatile, keep last, automatic, without
/// limits.
Policies to_policies(const QoS& qos);

/// Converts all policies except max_blocking_time.
QoS to_qos(const Policies& policies);

}  // namespace baton::match
