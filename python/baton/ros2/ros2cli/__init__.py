# SPDX-License-Identifier: Apache-2.0
"""What programs take from ros2cli: nodes for the length of a question. The command is `baton`."""
