# SPDX-License-Identifier: Apache-2.0
# add_ros_test(<file> ...): add_launch_test() in a ROS_DOMAIN_ID of its own, so that tests that run at
# once do not meet.
macro(add_ros_test)
  add_launch_test(${ARGN} ISOLATED)
endmacro()
