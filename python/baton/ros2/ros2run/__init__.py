# SPDX-License-Identifier: Apache-2.0
"""What programs take from ros2run."""
