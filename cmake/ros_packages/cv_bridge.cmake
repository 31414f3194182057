# SPDX-License-Identifier: Apache-2.0
# Once: a target that a folder above has made cannot be changed by these commands.
get_target_property(cv_bridge_done cv_bridge::cv_bridge INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)
if(NOT cv_bridge_done)
  target_include_directories(cv_bridge::cv_bridge SYSTEM INTERFACE ${OpenCV_INCLUDE_DIRS})
  target_link_libraries(cv_bridge::cv_bridge INTERFACE ${OpenCV_LIBRARIES})
endif()
