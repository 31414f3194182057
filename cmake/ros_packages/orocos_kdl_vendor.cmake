# SPDX-License-Identifier: Apache-2.0
# Debian's target has no path to Eigen, which its headers include; in ROS it has.
find_package(Eigen3 QUIET NO_MODULE)
if(TARGET Eigen3::Eigen)
  target_link_libraries(orocos-kdl INTERFACE Eigen3::Eigen)
else()
  set(orocos_kdl_vendor_FOUND FALSE)
  set(orocos_kdl_vendor_NOT_FOUND_MESSAGE "Eigen3 is not installed: apt-get install libeigen3-dev")
endif()
