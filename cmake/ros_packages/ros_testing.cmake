# SPDX-License-Identifier: Apache-2.0
# add_ros_test(<file> [TARGET <name>] ...) registers a test that is reported as skipped.
macro(add_ros_test)
  add_launch_test(${ARGN})
endmacro()
