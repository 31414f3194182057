# SPDX-License-Identifier: Apache-2.0
BATON_ROS_PREFIX=${${(%):-%x}:A:h}
. "$BATON_ROS_PREFIX/environment.sh"
unset BATON_ROS_PREFIX
