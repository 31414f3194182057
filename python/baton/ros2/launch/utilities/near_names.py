# SPDX-License-Identifier: Apache-2.0
"""A proposal for a name that is not there."""

import difflib
from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """'; did you mean X?', or nothing where no known name is near."""
    near = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean '{near[0]}'?" if near else ""
