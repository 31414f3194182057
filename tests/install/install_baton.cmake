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
list(REMOVE_ITEM leaked ${PREFIX}/bin/perf_test)
# Packages may be called so.
list(FILTER leaked EXCLUDE REGEX "/share/ament_index/")
if(leaked)
  message(FATAL_ERROR "installed, but no part of the package: ${leaked}")
endif()

# Names of ROS are in a prefix of their own, where a ROS beside Baton does not look.
file(GLOB shadows ${PREFIX}/include/* ${PREFIX}/share/*)
list(REMOVE_ITEM shadows ${PREFIX}/include/baton ${PREFIX}/share/baton)
if(shadows)
  message(FATAL_ERROR "outside of lib/baton/ros2, where it may shadow others: ${shadows}")
endif()
