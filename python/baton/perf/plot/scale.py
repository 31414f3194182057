# SPDX-License-Identifier: Apache-2.0
"""From values to positions."""

import itertools
import math
from collections.abc import Callable

Scale = Callable[[float], float]


def logarithmic(low: float, high: float, start: float, end: float) -> Scale:
    width = math.log(high / low) or 1.0
    return lambda value: start + (math.log(value / low) / width) * (end - start)


def linear(low: float, high: float, start: float, end: float) -> Scale:
    width = (high - low) or 1.0
    return lambda value: start + ((value - low) / width) * (end - start)


def decades(low: float, high: float) -> tuple[float, float, list[float]]:
    """Whole decades around the range, widened to 1-2-5 steps when it is within one decade."""
    if high / low < 10:
        steps = [
            step * 10.0**power
            for power in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
            for step in (1, 2, 5)
        ]
        below = max(step for step in steps if step <= low * 1.0001)
        above = min(step for step in steps if step >= high * 0.9999)
        if below == above:
            above = min(step for step in steps if step > below * 1.0001)
        return below, above, [step for step in steps if below <= step <= above]
    first = math.floor(math.log10(low) + 1e-9)
    last = math.ceil(math.log10(high) - 1e-9)
    return 10.0**first, 10.0**last, [10.0**power for power in range(first, last + 1)]


def round_steps(low: float, high: float, count: int = 4) -> tuple[float, float, list[float]]:
    """A linear axis whose ticks are multiples of 1, 2, 2.5 or 5 times a power of ten."""
    width = (high - low) or abs(high) or 1.0
    rough = width / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return first * step, last * step, [number * step for number in range(first, last + 1)]


def spread_apart(
    positions: list[float], heights: list[float], low: float, high: float
) -> list[float]:
    """Moves labels of these heights so that neighbours do not touch, as little as possible, in their order."""
    order = sorted(range(len(positions)), key=positions.__getitem__)
    placed = [min(max(positions[index], low), high) for index in order]
    gaps = [
        (heights[above] + heights[below]) / 2 for above, below in itertools.pairwise(order)
    ]
    for _ in range(8 * len(placed)):
        moved = False
        for above, gap in enumerate(gaps):
            lacking = gap - (placed[above + 1] - placed[above])
            if lacking > 1e-6:
                placed[above] = max(low, placed[above] - lacking / 2)
                placed[above + 1] = min(high, placed[above + 1] + lacking / 2)
                moved = True
        if not moved:
            break
    # What is left is moved one way: down from the top, then up from the bottom.
    for above, gap in enumerate(gaps):
        placed[above + 1] = max(placed[above + 1], placed[above] + gap)
    for above in reversed(range(len(gaps))):
        placed[above + 1] = min(placed[above + 1], high)
        placed[above] = min(placed[above], placed[above + 1] - gaps[above])
    result = [0.0] * len(positions)
    for place, index in zip(placed, order):
        result[index] = place
    return result
