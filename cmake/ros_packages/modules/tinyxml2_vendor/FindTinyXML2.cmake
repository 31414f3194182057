# SPDX-License-Identifier: Apache-2.0
# tinyxml2 under the spelling of ROS: tinyxml2::tinyxml2, TinyXML2_INCLUDE_DIRS, TinyXML2_LIBRARIES.
find_package(tinyxml2 CONFIG QUIET)
if(TARGET tinyxml2::tinyxml2)
  get_target_property(TinyXML2_INCLUDE_DIRS tinyxml2::tinyxml2 INTERFACE_INCLUDE_DIRECTORIES)
  if(NOT TinyXML2_INCLUDE_DIRS)
    set(TinyXML2_INCLUDE_DIRS "")
  endif()
  set(TinyXML2_INCLUDE_DIR ${TinyXML2_INCLUDE_DIRS})
  set(TinyXML2_LIBRARIES tinyxml2::tinyxml2)
  set(TinyXML2_LIBRARY tinyxml2::tinyxml2)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TinyXML2 REQUIRED_VARS TinyXML2_LIBRARIES
                                  REASON_FAILURE_MESSAGE "apt-get install libtinyxml2-dev")
