// SPDX-License-Identifier: Apache-2.0
// What may stand in sensor_msgs/CameraInfo::distortion_model.
#pragma once

namespace sensor_msgs {
namespace distortion_models {

/// Five parameters: k1, k2, t1, t2, k3.
inline constexpr char PLUMB_BOB[] = "plumb_bob";
/// Eight parameters: as above, and k4, k5, k6.
inline constexpr char RATIONAL_POLYNOMIAL[] = "rational_polynomial";
/// Four parameters, of lenses that see wide: k1, k2, k3, k4.
inline constexpr char EQUIDISTANT[] = "equidistant";

}  // namespace distortion_models
}  // namespace sensor_msgs
