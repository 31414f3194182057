# SPDX-License-Identifier: Apache-2.0
BATON_ROS_PREFIX=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$BATON_ROS_PREFIX/environment.sh"
unset BATON_ROS_PREFIX
