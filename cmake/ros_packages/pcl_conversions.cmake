# SPDX-License-Identifier: Apache-2.0
# What the headers include; pcl_msgs comes from source, where it comes at all. Once: a target that a
# folder above has made cannot be changed by these commands.
get_target_property(pcl_conversions_done pcl_conversions::pcl_conversions
                    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)
if(NOT pcl_conversions_done)
  target_include_directories(pcl_conversions::pcl_conversions SYSTEM INTERFACE ${PCL_INCLUDE_DIRS})
  target_compile_definitions(pcl_conversions::pcl_conversions INTERFACE ${PCL_DEFINITIONS})
  target_link_libraries(pcl_conversions::pcl_conversions INTERFACE ${PCL_LIBRARIES})
  find_package(pcl_msgs QUIET)
  if(TARGET pcl_msgs::pcl_msgs)
    target_link_libraries(pcl_conversions::pcl_conversions INTERFACE pcl_msgs::pcl_msgs)
  endif()
endif()
