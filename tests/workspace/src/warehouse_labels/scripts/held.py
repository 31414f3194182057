#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Print what a gripper holds that took everything it was told to."""
import sys

from ament_index_python.packages import get_package_share_directory
from warehouse_gripper.msg import GripState
from warehouse_gripper.text import text_of
from warehouse_interfaces.msg import Item
from warehouse_labels import labels

get_package_share_directory(labels.__name__.split('.')[0])
print(text_of(GripState(force_n=2.5, held=[Item(name=name) for name in sys.argv[1:]])))
