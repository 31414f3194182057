// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

namespace rclcpp {

/// Whether an endpoint meets others of its process by pointer.
enum class IntraProcessSetting {
  Enable,
  Disable,
  NodeDefault,  ///< as NodeOptions::use_intra_process_comms() says
};

/// For code of rclcpp: how a subscription keeps messages of its process follows from its callback.
enum class IntraProcessBufferType { SharedPtr, UniquePtr, CallbackDefault };

}  // namespace rclcpp
