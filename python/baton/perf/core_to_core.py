# SPDX-License-Identifier: Apache-2.0
"""What a cache line takes from core to core: measured by a program of the build, told in words.

It differs with every measurement, so it is no mark by which a machine is known again.
"""

import functools
import json
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path

from baton.perf.units import significant

PROGRAM = "core_to_core"
# Eight pairs at most, a fraction of a second each.
PATIENCE_S = 10


@functools.cache
def core_to_core(bin_dir: Path) -> str:
    """Once a command. Empty without the program, and on a machine with one core."""
    try:
        done = subprocess.run(
            [bin_dir / PROGRAM], capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
        pairs = json.loads(done.stdout)["core_to_core"]
        return in_words(pairs)
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return ""


def in_words(pairs: Sequence[dict]) -> str:
    """`siblings 21.3 ns; cores 62.0 ns (58.1 to 123, 7 pairs)`: threads of one core are told apart."""
    groups = (("siblings", True), ("cores", False))
    told = (
        _group(name, [pair["ns"] for pair in pairs if pair["siblings"] is siblings])
        for name, siblings in groups
    )
    return "; ".join(filter(None, told))


def _group(name: str, values: list[float]) -> str:
    if not values:
        return ""
    text = f"{name} {significant(statistics.median(values))} ns"
    if len(values) == 1:
        return text
    low, high = significant(min(values)), significant(max(values))
    return f"{text} ({low} to {high}, {len(values)} pairs)"
