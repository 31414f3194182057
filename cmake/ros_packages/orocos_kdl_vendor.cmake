# SPDX-License-Identifier: Apache-2.0
# ROS's orocos-kdl is a target that brings Eigen along, which its headers include; Debian's is the
# name of a library.
if(NOT TARGET orocos-kdl)
  find_library(BATON_OROCOS_KDL orocos-kdl)
  find_package(Eigen3 QUIET NO_MODULE)
  if(NOT BATON_OROCOS_KDL OR NOT TARGET Eigen3::Eigen)
    set(orocos_kdl_vendor_FOUND FALSE)
    set(orocos_kdl_vendor_NOT_FOUND_MESSAGE
        "KDL or Eigen is not installed: apt-get install liborocos-kdl-dev libeigen3-dev")
    return()
  endif()
  add_library(orocos-kdl INTERFACE IMPORTED)
  target_link_libraries(orocos-kdl INTERFACE ${BATON_OROCOS_KDL} Eigen3::Eigen)
endif()
