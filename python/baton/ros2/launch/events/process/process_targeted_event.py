# SPDX-License-Identifier: Apache-2.0
"""Events for some processes: a matcher chooses them."""

from collections.abc import Callable

from ...event import Event


class ProcessTargetedEvent(Event):
    name = "launch.events.process.ProcessTargetedEvent"

    def __init__(self, *, process_matcher: Callable) -> None:
        self.process_matcher = process_matcher
