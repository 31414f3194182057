// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/ros_c/rcl_action.h>
#include <baton/qos.hpp>

namespace baton::action {

/// The last status, reliably, also for those that come late.
class DefaultActionStatusQoS : public QoS {
 public:
  DefaultActionStatusQoS()
      : QoS(QoSInitialization::from_rmw(rcl_action_qos_profile_status_default),
            rcl_action_qos_profile_status_default) {}
};

}  // namespace baton::action
