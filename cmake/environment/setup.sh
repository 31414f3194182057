# SPDX-License-Identifier: Apache-2.0
# A POSIX shell does not tell a file where it lies: workspaces say it, others must.
BATON_ROS_PREFIX=${COLCON_CURRENT_PREFIX:-${AMENT_CURRENT_PREFIX:-}}
if [ -r "$BATON_ROS_PREFIX/environment.sh" ]; then
  . "$BATON_ROS_PREFIX/environment.sh"
else
  echo "baton: set AMENT_CURRENT_PREFIX to the folder of this setup.sh first, or use setup.bash" >&2
fi
unset BATON_ROS_PREFIX
