# SPDX-License-Identifier: Apache-2.0
from warehouse_gripper import FORCE_UNIT


def text_of(state):
    """Say what a gripper holds and how firmly."""
    return '%s (%.1f %s)' % (
        ', '.join(item.name for item in state.held), state.force_n, FORCE_UNIT)
