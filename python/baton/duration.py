# SPDX-License-Identifier: Apache-2.0
"""Spans of time, in nanoseconds."""

from __future__ import annotations

from typing import Any

S_TO_NS = 1_000_000_000
_LIMIT_NS = 1 << 63


class Duration:
    """A span of time; immutable."""

    __slots__ = ("_nanoseconds",)

    def __init__(self, *, seconds: float = 0, nanoseconds: float = 0) -> None:
        total = int(seconds * S_TO_NS) if isinstance(seconds, float) else seconds * S_TO_NS
        total += int(nanoseconds)
        if not -_LIMIT_NS <= total < _LIMIT_NS:
            raise OverflowError("the duration has more nanoseconds than 64 bits hold")
        self._nanoseconds = total

    @property
    def nanoseconds(self) -> int:
        return self._nanoseconds

    def __repr__(self) -> str:
        return f"Duration(nanoseconds={self._nanoseconds})"

    def __str__(self) -> str:
        return "Infinite" if self == Infinite else f"{self._nanoseconds} nanoseconds"

    def __hash__(self) -> int:
        return hash(self._nanoseconds)

    def __eq__(self, other: object) -> bool:
        return self._nanoseconds == other._nanoseconds if isinstance(other, Duration) else False

    def __lt__(self, other: Duration) -> bool:
        return self._nanoseconds < _ns(other)

    def __le__(self, other: Duration) -> bool:
        return self._nanoseconds <= _ns(other)

    def __gt__(self, other: Duration) -> bool:
        return self._nanoseconds > _ns(other)

    def __ge__(self, other: Duration) -> bool:
        return self._nanoseconds >= _ns(other)

    def __add__(self, other: Duration) -> Duration:
        if not isinstance(other, Duration):
            return NotImplemented
        return Duration(nanoseconds=self._nanoseconds + other._nanoseconds)

    def __sub__(self, other: Duration) -> Duration:
        if not isinstance(other, Duration):
            return NotImplemented
        return Duration(nanoseconds=self._nanoseconds - other._nanoseconds)

    def __mul__(self, factor: float) -> Duration:
        if not isinstance(factor, int | float):
            return NotImplemented
        return Duration(nanoseconds=self._nanoseconds * factor)

    __rmul__ = __mul__

    def to_msg(self) -> Any:
        from builtin_interfaces.msg import Duration as Message

        seconds, nanoseconds = divmod(self._nanoseconds, S_TO_NS)
        return Message(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg: Any) -> Duration:
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec)


def _ns(other: Duration) -> int:
    if not isinstance(other, Duration):
        raise TypeError(f"a Duration is compared with a Duration, not with {type(other).__name__}")
    return other.nanoseconds


Infinite = Duration(nanoseconds=_LIMIT_NS - 1)
