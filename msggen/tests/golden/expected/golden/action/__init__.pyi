# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy
from baton.message import Message
from numpy.typing import NDArray


class Turn_Goal(Message):
    angle: float
    def __init__(self, *, angle: float = ...) -> None: ...

class Turn_Result(Message):
    reached: bool
    def __init__(self, *, reached: bool = ...) -> None: ...

class Turn_Feedback(Message):
    left: float
    def __init__(self, *, left: float = ...) -> None: ...

class Turn:
    Goal = Turn_Goal
    Result = Turn_Result
    Feedback = Turn_Feedback
    Impl: Any
