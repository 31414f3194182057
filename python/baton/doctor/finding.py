# SPDX-License-Identifier: Apache-2.0
"""What a check of the doctor says."""

from typing import NamedTuple

OK, WARNING, ERROR = "ok", "warning", "error"


class Finding(NamedTuple):
    """`cure` is empty where nothing is wrong."""

    check: str
    level: str
    text: str
    cure: str = ""
