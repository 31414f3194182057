// SPDX-License-Identifier: Apache-2.0
// QoS as a tuple of Python, in the order of its policies, and matched endpoints as dicts.
#pragma once

#include <vector>

#include <baton/match_info.hpp>
#include <baton/qos.hpp>
#include <baton/qos_overriding_options.hpp>

#include <nanobind/nanobind.h>

namespace baton::python {

/// (history, depth, reliability, durability, lifespan ns, deadline ns, liveliness, lease ns,
/// avoid_ros_namespace_conventions, max blocking ns). Times: 0 is "not specified".
QoS qos_from(nanobind::handle policies);
nanobind::tuple to_tuple(const QoS& qos);
/// None, or (kinds, callback or None, id): the callback gets a tuple and returns (bool, reason).
QosOverridingOptions overrides_from(nanobind::handle options);
nanobind::list to_list(const std::vector<MatchInfo>& matches);

}  // namespace baton::python
