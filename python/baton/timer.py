# SPDX-License-Identifier: Apache-2.0
"""Timers and rates."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from baton.clock import Clock
from baton.context import Context
from baton.duration import Duration
from baton.exceptions import ROSInterruptException
from baton.time import Time


class TimerInfo:
    """When a timer was due and when it was called."""

    __slots__ = ("actual_call_time", "expected_call_time")

    def __init__(self, *, expected_call_time: Time, actual_call_time: Time) -> None:
        self.expected_call_time = expected_call_time
        self.actual_call_time = actual_call_time


class Timer:
    """Calls a callback once per period. Made by Node.create_timer(). Thread safety: all members.
    Periods that pass while the executor is busy are merged."""

    def __init__(self, handle: Any, callback: Callable | None, clock: Clock) -> None:
        self._handle = handle
        self.callback = callback
        self.clock = clock

    @property
    def handle(self) -> Any:
        return self._handle

    @property
    def timer_period_ns(self) -> int:
        return self._handle.period_ns

    @timer_period_ns.setter
    def timer_period_ns(self, value: float) -> None:
        """Holds from the next call on."""
        self._handle.period_ns = int(value)

    def cancel(self) -> None:
        self._handle.cancel()

    def reset(self) -> None:
        """The next call is due one period from now; also restarts a cancelled timer."""
        self._handle.reset()

    def is_canceled(self) -> bool:
        return self._handle.is_canceled()

    def is_ready(self) -> bool:
        return self._handle.is_ready()

    def time_until_next_call(self) -> int | None:
        """Nanoseconds; negative when it is overdue, None when it is cancelled."""
        return None if self.is_canceled() else self._handle.time_until_next_call()

    def time_since_last_call(self) -> int:
        return self.timer_period_ns - self._handle.time_until_next_call()

    def destroy(self) -> None:
        self._handle.destroy()


class Rate:
    """Sleeps to keep a frequency. Needs no executor."""

    def __init__(self, period_ns: int, clock: Clock, context: Context) -> None:
        self._period = Duration(nanoseconds=period_ns)
        self._clock = clock
        self._context = context
        self._next = clock.now() + self._period
        self._destroyed = False
        self._changed = threading.Condition()
        self._sleepers = 0

    def sleep(self) -> None:
        """Blocks, without the GIL, until the next period begins; raises ROSInterruptException when
        the context was shut down or the rate destroyed."""
        with self._changed:
            self._sleepers += 1
        try:
            while not self._destroyed and self._context.ok() and self._clock.now() < self._next:
                self._clock._handle.sleep_until(self._next.nanoseconds, self._context.handle)
        finally:
            with self._changed:
                self._sleepers -= 1
                self._changed.notify_all()
        if self._destroyed or not self._context.ok():
            raise ROSInterruptException
        now = self._clock.now()
        self._next = self._next + self._period
        if self._next < now:  # too late for at least one period: begin anew
            self._next = now + self._period

    def destroy(self) -> None:
        """Ends each sleep() in other threads."""
        self._destroyed = True
        with self._changed:
            # A thread that was about to sleep is woken by the next round.
            while self._sleepers:
                self._clock._handle.cancel_sleep()
                self._changed.wait(0.001)
