// SPDX-License-Identifier: Apache-2.0
#include <baton/duration.hpp>
#include <baton/qos.hpp>

namespace rclcpp {

namespace {

rmw_time_t to_rmw(const Duration& time) {
  return detail::to_rmw_time(std::chrono::nanoseconds(time.nanoseconds()));
}

Duration from_rmw(const rmw_time_t& time) { return Duration(detail::to_nanoseconds(time)); }

}  // namespace

QoS& QoS::deadline(const Duration& time) { return deadline(to_rmw(time)); }
QoS& QoS::lifespan(const Duration& time) { return lifespan(to_rmw(time)); }
QoS& QoS::liveliness_lease_duration(const Duration& time) {
  return liveliness_lease_duration(to_rmw(time));
}

Duration QoS::deadline() const { return from_rmw(profile_.deadline); }
Duration QoS::lifespan() const { return from_rmw(profile_.lifespan); }
Duration QoS::liveliness_lease_duration() const {
  return from_rmw(profile_.liveliness_lease_duration);
}

}  // namespace rclcpp
