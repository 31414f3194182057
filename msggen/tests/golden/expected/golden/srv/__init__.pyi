# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy
from baton.message import Message
from numpy.typing import NDArray


class Reset_Request(Message):
    a: int
    def __init__(self, *, a: int = ...) -> None: ...

class Reset_Response(Message):
    def __init__(self) -> None: ...

class Reset:
    Request = Reset_Request
    Response = Reset_Response
