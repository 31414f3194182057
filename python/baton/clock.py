# SPDX-License-Identifier: Apache-2.0
"""Clocks: they tell the time, and sleep by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baton.clock_type import ClockChange, ClockType
from baton.context import Context, get_default_context
from baton.duration import Duration
from baton.exceptions import NotInitializedException
from baton.native import _native
from baton.time import Time

__all__ = ["Clock", "ClockChange", "ClockType", "JumpHandle", "JumpThreshold", "ROSClock", "TimeJump"]


class JumpThreshold:
    """Which jumps of simulated time a callback is called for: as rclpy's."""

    def __init__(
        self,
        *,
        min_forward: Duration | None,
        min_backward: Duration | None,
        on_clock_change: bool = True,
    ) -> None:
        if min_forward is not None and min_forward.nanoseconds <= 0:
            raise ValueError("min_forward must be a positive non-zero duration")
        if min_backward is not None and min_backward.nanoseconds >= 0:
            raise ValueError("min_backward must be a negative non-zero duration")
        if min_forward is None and min_backward is None and not on_clock_change:
            raise ValueError("At least one jump threshold must be enabled")
        self.min_forward = min_forward
        self.min_backward = min_backward
        self.on_clock_change = on_clock_change


class TimeJump:
    """A jump that has happened: which change of the clock, and by how much."""

    def __init__(self, clock_change: ClockChange, delta: Duration) -> None:
        self.clock_change = clock_change
        self.delta = delta


class JumpHandle:
    """A registered callback; `unregister()`, or the end of a `with`, ends it."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def unregister(self) -> None:
        if self._handle is not None:
            self._handle.end()
            self._handle = None

    def __enter__(self) -> JumpHandle:
        return self

    def __exit__(self, *_: object) -> None:
        self.unregister()


class Clock:
    """Tells the time of one kind. Thread safety: all members."""

    def __new__(cls, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> Clock:
        of_ros = cls is Clock and clock_type is ClockType.ROS_TIME
        return object.__new__(ROSClock if of_ros else cls)

    def __init__(self, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> None:
        if not isinstance(clock_type, ClockType):
            raise TypeError("Clock type must be a ClockType enum")
        self._handle = _native.Clock(int(clock_type))

    @classmethod
    def _of(cls, handle: Any) -> Clock:
        clock = object.__new__(ROSClock if handle.clock_type == ClockType.ROS_TIME else Clock)
        clock._handle = handle
        return clock

    @property
    def clock_type(self) -> ClockType:
        return ClockType(self._handle.clock_type)

    @property
    def handle(self) -> Any:
        return self._handle

    def now(self) -> Time:
        return Time(nanoseconds=self._handle.now(), clock_type=self.clock_type)

    def sleep_until(self, until: Time, context: Context | None = None) -> bool:
        """Blocks, without the GIL, until the clock reaches `until`. False when the context was shut
        down, or when time began or ceased to be simulated meanwhile."""
        if until.clock_type != self.clock_type:
            raise ValueError("until's clock type does not match this clock's type")
        context = context or get_default_context()
        if not context.ok():
            raise NotInitializedException
        was_simulated = self._is_simulated()
        while not self._handle.sleep_until(until.nanoseconds, context.handle):
            # Else the sleep of a rate, which another thread has destroyed, was ended.
            if not context.ok() or self._is_simulated() != was_simulated:
                return False
        return True

    def _is_simulated(self) -> bool:
        return self.clock_type is ClockType.ROS_TIME and self._handle.ros_time_is_active()

    def sleep_for(self, rel_time: Duration, context: Context | None = None) -> bool:
        return self.sleep_until(self.now() + rel_time, context)

    def create_jump_callback(
        self,
        threshold: JumpThreshold,
        *,
        pre_callback: Callable[[], None] | None = None,
        post_callback: Callable[[TimeJump], None] | None = None,
    ) -> JumpHandle:
        """Calls the callbacks before and after jumps of simulated time, in the thread that receives
        the time. They must not wait for another thread that uses this clock."""
        if pre_callback is None and post_callback is None:
            raise ValueError("One of pre_callback or post_callback must be callable")

        def after(change: int, delta_ns: int) -> None:
            assert post_callback is not None
            post_callback(TimeJump(ClockChange(change), Duration(nanoseconds=delta_ns)))

        forward = threshold.min_forward.nanoseconds if threshold.min_forward else 0
        backward = threshold.min_backward.nanoseconds if threshold.min_backward else 0
        return JumpHandle(
            self._handle.create_jump_callback(
                pre_callback,
                after if post_callback is not None else None,
                forward,
                backward,
                threshold.on_clock_change,
            )
        )

    def __repr__(self) -> str:
        return f"Clock(clock_type={self.clock_type.name})"


class ROSClock(Clock):
    """A clock of ROS time."""

    def __new__(cls, *, clock_type: ClockType = ClockType.ROS_TIME) -> ROSClock:
        return object.__new__(cls)

    def __init__(self, *, clock_type: ClockType = ClockType.ROS_TIME) -> None:
        super().__init__(clock_type=ClockType.ROS_TIME)

    @property
    def ros_time_is_active(self) -> bool:
        """True while time is simulated."""
        return self._handle.ros_time_is_active()

    def _set_ros_time_is_active(self, enabled: bool) -> None:
        """For time sources: from now on it tells the time that was set last, or the system's."""
        self._handle.set_ros_time_is_active(enabled)

    def set_ros_time_override(self, time: Time) -> None:
        """Sets simulated time, which is told while it is active. Calls callbacks for jumps."""
        if not isinstance(time, Time):
            raise TypeError(f"a Time is needed, not {type(time).__name__}")
        self._handle.set_ros_time_override(time.nanoseconds)
