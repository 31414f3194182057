# SPDX-License-Identifier: Apache-2.0
"""When the messages of a bag are due: the time of the bag, which can stand still and run faster."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


_ASK_EVERY_S = 0.1


class Timeline:
    """The bag's time runs from start() on, `rate` times as fast as the machine's. Thread safety: all
    members."""

    def __init__(self, rate: float = 1.0, paused: bool = False) -> None:
        self._rate = rate
        self._paused = paused
        self._steps = 0
        self._stopped = False
        self._bag_ns = 0
        self._at_ns = time.monotonic_ns()
        self._ask_at_s = 0.0
        self._changed = threading.Condition()

    def start(self, bag_ns: int) -> None:
        """It is `bag_ns` now."""
        with self._changed:
            self._bag_ns = bag_ns
            self._at_ns = time.monotonic_ns()
            self._changed.notify_all()

    def _now(self) -> int:
        if self._paused:
            return self._bag_ns
        return self._bag_ns + int((time.monotonic_ns() - self._at_ns) * self._rate)

    def now_ns(self) -> int:
        with self._changed:
            return self._now()

    def _hold(self) -> None:
        """From here on other rules hold."""
        self._bag_ns, self._at_ns = self._now(), time.monotonic_ns()

    @property
    def is_paused(self) -> bool:
        with self._changed:
            return self._paused

    @property
    def rate(self) -> float:
        with self._changed:
            return self._rate

    def toggle_pause(self) -> bool:
        """Returns whether it is paused now."""
        with self._changed:
            self._hold()
            self._paused = not self._paused
            self._changed.notify_all()
            return self._paused

    def set_rate(self, rate: float) -> None:
        with self._changed:
            self._hold()
            self._rate = rate
            self._changed.notify_all()

    def step(self) -> bool:
        """While paused: one message more is due. False: it is not paused."""
        with self._changed:
            if not self._paused:
                return False
            self._steps += 1
            self._changed.notify_all()
            return True

    def stop(self) -> None:
        """Nothing is due any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def wait_until(self, bag_ns: int, goes_on: Callable[[], bool]) -> bool:
        """Until a message of that time is due. False: stopped, or `goes_on()`, which is asked ten times
        a second even where messages are late, says no."""
        while True:
            if time.monotonic() >= self._ask_at_s:
                if not goes_on():
                    return False
                self._ask_at_s = time.monotonic() + _ASK_EVERY_S
            with self._changed:
                if self._stopped:
                    return False
                if self._steps:
                    self._steps -= 1
                    self._bag_ns = max(self._bag_ns, bag_ns)
                    return True
                left_ns = bag_ns - self._now()
                if left_ns <= 0 and not self._paused:
                    return True
                longest_s = _ASK_EVERY_S
                if not self._paused:
                    longest_s = min(longest_s, left_ns / self._rate / 1e9)
                self._changed.wait(longest_s)
