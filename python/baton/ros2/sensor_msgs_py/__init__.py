# SPDX-License-Identifier: Apache-2.0
"""sensor_msgs_py, by Baton: point clouds as arrays of numpy."""
