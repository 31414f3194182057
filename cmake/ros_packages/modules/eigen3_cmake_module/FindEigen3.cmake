# SPDX-License-Identifier: Apache-2.0
# Eigen's own configuration has a target, Eigen3::Eigen. These come to it: Eigen3_INCLUDE_DIRS,
# Eigen3_TARGETS, Eigen3_LIBRARIES, Eigen3_DEFINITIONS, and EIGEN3_INCLUDE_DIR as older modules have it.
find_package(Eigen3 ${Eigen3_FIND_VERSION} CONFIG QUIET)
if(TARGET Eigen3::Eigen)
  get_target_property(Eigen3_INCLUDE_DIRS Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(Eigen3_TARGETS Eigen3::Eigen)
  set(Eigen3_LIBRARIES Eigen3::Eigen)
  set(Eigen3_DEFINITIONS "")
  set(EIGEN3_INCLUDE_DIR ${Eigen3_INCLUDE_DIRS})
  set(EIGEN3_INCLUDE_DIRS ${Eigen3_INCLUDE_DIRS})
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Eigen3
  REQUIRED_VARS Eigen3_INCLUDE_DIRS
  VERSION_VAR Eigen3_VERSION REASON_FAILURE_MESSAGE "apt-get install libeigen3-dev")
