# SPDX-License-Identifier: Apache-2.0
"""Points in time, in nanoseconds of one kind of clock."""

from __future__ import annotations

from typing import Any, overload

from baton.clock_type import ClockType
from baton.duration import S_TO_NS, Duration

_LIMIT_NS = 1 << 63


class Time:
    """A point in time together with the kind of its clock; immutable. Times of different clocks are
    neither compared nor subtracted: TypeError."""

    __slots__ = ("_nanoseconds", "_clock_type")

    def __init__(
        self,
        *,
        seconds: float = 0,
        nanoseconds: float = 0,
        clock_type: ClockType = ClockType.SYSTEM_TIME,
    ) -> None:
        if not isinstance(clock_type, ClockType):
            raise TypeError("clock_type must be a ClockType")
        if seconds < 0:
            raise ValueError("seconds value must not be negative")
        if nanoseconds < 0:
            raise ValueError("nanoseconds value must not be negative")
        total = int(seconds * S_TO_NS) if isinstance(seconds, float) else seconds * S_TO_NS
        total += int(nanoseconds)
        if total >= _LIMIT_NS:
            raise OverflowError("the time has more nanoseconds than 64 bits hold")
        self._nanoseconds = total
        self._clock_type = clock_type

    @property
    def nanoseconds(self) -> int:
        return self._nanoseconds

    @property
    def clock_type(self) -> ClockType:
        return self._clock_type

    def seconds_nanoseconds(self) -> tuple[int, int]:
        return divmod(self._nanoseconds, S_TO_NS)

    def __repr__(self) -> str:
        return f"Time(nanoseconds={self._nanoseconds}, clock_type={self._clock_type.name})"

    __str__ = __repr__

    def __hash__(self) -> int:
        return hash((self._nanoseconds, self._clock_type))

    def __add__(self, other: Duration) -> Time:
        if not isinstance(other, Duration):
            return NotImplemented
        return Time(
            nanoseconds=self._nanoseconds + other.nanoseconds, clock_type=self._clock_type
        )

    __radd__ = __add__

    @overload
    def __sub__(self, other: Time) -> Duration: ...
    @overload
    def __sub__(self, other: Duration) -> Time: ...
    def __sub__(self, other: Time | Duration) -> Time | Duration:
        if isinstance(other, Time):
            return Duration(nanoseconds=self._nanoseconds - self._same_clock(other))
        if isinstance(other, Duration):
            return Time(
                nanoseconds=self._nanoseconds - other.nanoseconds, clock_type=self._clock_type
            )
        return NotImplemented

    def _same_clock(self, other: object) -> int:
        if not isinstance(other, Time):
            raise TypeError(f"a Time is compared with a Time, not with {type(other).__name__}")
        if self._clock_type != other._clock_type:
            raise TypeError("Can't compare times created by different clocks")
        return other._nanoseconds

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Time):
            return NotImplemented
        return self._nanoseconds == self._same_clock(other)

    def __lt__(self, other: Time) -> bool:
        return self._nanoseconds < self._same_clock(other)

    def __le__(self, other: Time) -> bool:
        return self._nanoseconds <= self._same_clock(other)

    def __gt__(self, other: Time) -> bool:
        return self._nanoseconds > self._same_clock(other)

    def __ge__(self, other: Time) -> bool:
        return self._nanoseconds >= self._same_clock(other)

    def to_msg(self) -> Any:
        from builtin_interfaces.msg import Time as Message

        seconds, nanoseconds = self.seconds_nanoseconds()
        return Message(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg: Any, clock_type: ClockType = ClockType.ROS_TIME) -> Time:
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec, clock_type=clock_type)
