# SPDX-License-Identifier: Apache-2.0
"""Hands items from one thread to another, with a limit of their bytes."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any


class ByteQueue:
    """A queue of one producer and one consumer. One item always finds room, of any size.
    Thread safety: all members."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._items: deque[tuple[Any, int]] = deque()
        self._bytes = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, item: Any, size_bytes: int, *, wait: bool) -> bool:
        """False: there is no room, or the queue is closed. `wait`: until there is room."""
        with self._changed:
            while not self._closed and self._items and self._bytes + size_bytes > self._most_bytes:
                if not wait:
                    return False
                self._changed.wait()
            if self._closed:
                return False
            self._items.append((item, size_bytes))
            self._bytes += size_bytes
            self._changed.notify_all()
            return True

    def get(self, timeout_s: float | None = None) -> Any | None:
        """The next item. None: none came in time, or the queue is closed and empty."""
        end = None if timeout_s is None else time.monotonic() + timeout_s
        with self._changed:
            while not self._items and not self._closed:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    return None
                self._changed.wait(left)
            if not self._items:
                return None
            item, size_bytes = self._items.popleft()
            self._bytes -= size_bytes
            self._changed.notify_all()
            return item

    @property
    def is_done(self) -> bool:
        """Closed and empty."""
        with self._changed:
            return self._closed and not self._items

    def __len__(self) -> int:
        with self._changed:
            return len(self._items)

    def close(self, drop: bool = False) -> int:
        """Nothing more comes; what is in it can still be taken, unless `drop`. Returns how many items
        were dropped. A handler of a signal may call it, too."""
        with self._changed:
            self._closed = True
            dropped = len(self._items) if drop else 0
            if drop:
                self._items.clear()
                self._bytes = 0
            self._changed.notify_all()
            return dropped
