# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy
from baton.message import Message
from numpy.typing import NDArray
import builtin_interfaces.msg

class Pair(Message):
    def __init__(self, **fields: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class Reading(Message):
    UNKNOWN: ClassVar[int]
    LIMIT: ClassVar[float]
    UNIT: ClassVar[str]
    stamp: builtin_interfaces.msg.Time
    valid: bool
    @property
    def position(self) -> NDArray[numpy.float64]: ...
    @position.setter
    def position(self, value: Sequence[float] | NDArray[numpy.float64] | bytes) -> None: ...
    @property
    def raw(self) -> NDArray[numpy.uint8]: ...
    @raw.setter
    def raw(self, value: Sequence[int] | NDArray[numpy.uint8] | bytes) -> None: ...
    name: str
    @property
    def notes(self) -> list[str]: ...
    @notes.setter
    def notes(self, value: Sequence[str]) -> None: ...
    title: str
    count: int
    def __init__(self, *, stamp: builtin_interfaces.msg.Time = ..., valid: bool = ..., position: Sequence[float] | NDArray[numpy.float64] | bytes = ..., raw: Sequence[int] | NDArray[numpy.uint8] | bytes = ..., name: str = ..., notes: Sequence[str] = ..., title: str = ..., count: int = ...) -> None: ...
