# SPDX-License-Identifier: Apache-2.0
"""One signal made of several."""

import threading
from collections.abc import Callable


class ReadyAggregator:
    """Calls a function when its own ready_fn() was called `num_to_aggregate` times."""

    def __init__(self, ready_fn: Callable, num_to_aggregate: int) -> None:
        self._ready_fn = ready_fn
        self._left = num_to_aggregate
        self._lock = threading.Lock()

    def ready_fn(self) -> None:
        with self._lock:
            self._left -= 1
            last = self._left == 0
        # Outside of the lock: the function may call this object, too.
        if last:
            self._ready_fn()
