# SPDX-License-Identifier: Apache-2.0
"""Which processes an event is about."""

from collections.abc import Callable


def matches_action(target_action) -> Callable:
    """True for the process of this action."""

    def matches(action) -> bool:
        return action is target_action

    return matches
