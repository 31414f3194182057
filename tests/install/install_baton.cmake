# SPDX-License-Identifier: Apache-2.0
# Installs BUILD_DIRECTORY below PREFIX, for the tests of what is installed.
file(REMOVE_RECURSE ${PREFIX})
execute_process(
  COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIRECTORY} --prefix ${PREFIX}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "cannot install ${BUILD_DIRECTORY}:\n${output}")
endif()

file(GLOB_RECURSE leaked ${PREFIX}/*.a ${PREFIX}/*_test ${PREFIX}/include/baton/*_test.hpp)
list(REMOVE_ITEM leaked ${PREFIX}/bin/launch_test ${PREFIX}/lib/baton/examples/bin/perf_test
     ${PREFIX}/lib/baton/examples/lib/performance_test/perf_test)
# Packages may be called so.
list(FILTER leaked EXCLUDE REGEX "/share/ament_index/")
if(leaked)
  message(FATAL_ERROR "installed, but no part of the package: ${leaked}")
endif()

# What setup.bash puts on LD_LIBRARY_PATH or PATH must not come before a user's of the same name. ROS's
# interface packages have their names in ROS too; all else is called after Baton.
file(GLOB reached RELATIVE ${PREFIX} ${PREFIX}/lib/*.so* ${PREFIX}/lib/baton/ros2/lib/*.so* ${PREFIX}/bin/*)
list(FILTER reached EXCLUDE REGEX "^lib/libbaton[a-z_]*\\.so|^bin/(baton$|baton-|component_container)")
# It gives way to the one of ROS.
list(FILTER reached EXCLUDE REGEX "^bin/launch_test$")
list(FILTER reached EXCLUDE REGEX "/lib[a-z0-9_]+(_msgs|_interfaces|_common|_srvs)__rosidl_typesupport(_introspection)?_cpp\\.so$")
foreach(package IN ITEMS sharedmem_msgs performance_test ros2_comm_examples)
  file(GLOB traces ${PREFIX}/lib/baton/ros2/*/${package} ${PREFIX}/lib/baton/ros2/lib/lib${package}__*)
  list(APPEND reached ${traces})
endforeach()
if(reached)
  message(FATAL_ERROR "on the paths of setup.bash, where it may come before a user's: ${reached}")
endif()

# Names of ROS are in a prefix of their own, where a ROS beside Baton does not look.
file(GLOB shadows ${PREFIX}/include/* ${PREFIX}/share/*)
list(REMOVE_ITEM shadows ${PREFIX}/include/baton ${PREFIX}/share/baton)
if(shadows)
  message(FATAL_ERROR "outside of lib/baton/ros2, where it may shadow others: ${shadows}")
endif()
