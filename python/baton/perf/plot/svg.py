# SPDX-License-Identifier: Apache-2.0
"""Draws charts as SVG elements with CSS classes; the page gives colours for light and dark."""

import math
from html import escape

from baton.perf.plot.charts import BarChart, LineChart, RowChart, Series
from baton.perf.plot.rows import render_rows
from baton.perf.plot.scale import (
    Scale,
    decades,
    linear,
    logarithmic,
    round_steps,
    spread_apart,
)
from baton.perf.units import duration, round_text

WIDTH, HEIGHT = 440, 300
LEFT, TOP, BOTTOM = 58, 16, 40
LABEL_WIDTH = 78  # at least
LABEL_DISTANCE = 16
LINE_HEIGHT = 13
# The width of a letter in the widest font that a page may fall back to. Longer names take two
# lines.
LETTER_WIDTH = 9.2
LETTERS_IN_LINE = 12
LIMIT_WIDTH = 70
# Between texts side by side.
APART = 6


def render_svg(chart: LineChart | BarChart | RowChart) -> str:
    if isinstance(chart, RowChart):
        return render_rows(chart)
    body = _line_body(chart) if isinstance(chart, LineChart) else _bar_body(chart)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.title)}">'
        f"{''.join(body)}</svg>"
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text(x: float, y: float, text: str, css: str = "", anchor: str = "start") -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" class="{css}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    return f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" class="{css}"/>'


def _y_axis(ticks: list[tuple[float, str]], place: Scale, right: float) -> list[str]:
    parts = []
    for value, text in ticks:
        y = place(value)
        parts.append(_line(LEFT, y, right, y, "grid"))
        parts.append(_text(LEFT - 8, y + 4, text, "tick", "end"))
    return parts


def _line_body(chart: LineChart) -> list[str]:
    extent = chart.y_range or chart.extent()
    if not extent or not chart.x_ticks:
        return [_text(WIDTH / 2, HEIGHT / 2, "nothing measured", "tick", "middle")]
    right = WIDTH - _label_width(chart.series)
    low, high, steps = decades(*extent)
    y = logarithmic(low, high, HEIGHT - BOTTOM, TOP)
    first, last = chart.x_ticks[0][0], chart.x_ticks[-1][0]
    along = linear if chart.even_steps else logarithmic
    x = along(first, last, LEFT + 14, right - 14) if last > first else _centre(right)
    write = _times if chart.y_unit == "×" else duration
    parts = _y_axis([(step, round_text(write(step))) for step in steps], y, right)
    parts += [
        _text(x(value), HEIGHT - BOTTOM + 20, text, "tick", "middle")
        for value, text in _sparse(chart.x_ticks, x)
    ]
    # The first series is the most important one, so draw it last, on top.
    for series in reversed(chart.series):
        parts += _series(series, x, y, chart.dots)
    return parts + _end_labels(chart.series, y, right)


def _times(value: float) -> str:
    return f"{value:g}×"


def _centre(right: float) -> Scale:
    return lambda value: (LEFT + right) / 2


def _sparse(ticks: list[tuple[float, str]], x: Scale) -> list[tuple[float, str]]:
    """Leaves labels out that would touch the one before; the last one always stays."""
    kept: list[tuple[float, str]] = []
    for tick in reversed(ticks):
        if not kept or x(kept[-1][0]) - x(tick[0]) >= _half_widths(kept[-1][1], tick[1]):
            kept.append(tick)
    return kept[::-1]


def _half_widths(one: str, other: str) -> float:
    """How far apart the middles of two texts must be."""
    return (len(one) + len(other)) / 2 * LETTER_WIDTH + APART


def _series(series: Series, x: Scale, y: Scale, dots: bool) -> list[str]:
    points = [point for point in series.points if point.y > 0]
    path = " ".join(
        f"{'L' if index else 'M'}{_n(x(point.x))} {_n(y(point.y))}"
        for index, point in enumerate(points)
    )
    parts = [f'<path d="{path}" class="line tone-{series.tone}"/>'] if len(points) > 1 else []
    for point in points if dots else []:
        if point.low and point.high and point.high > point.low:
            place = x(point.x)
            css = f"spread tone-{series.tone}"
            parts.append(_line(place, y(point.low), place, y(point.high), css))
        parts.append(
            f'<circle cx="{_n(x(point.x))}" cy="{_n(y(point.y))}" r="4" '
            f'class="dot tone-{series.tone}"><title>{escape(point.hint)}</title></circle>'
        )
    return parts


def _lines_of(name: str) -> list[str]:
    """A long name in two lines, as equal as its words allow."""
    words = name.split()
    if len(name) <= LETTERS_IN_LINE or len(words) == 1:
        return [name]
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(halves, key=lambda pair: max(map(len, pair))))


def _label_width(all_series: list[Series]) -> float:
    longest = max((len(line) for each in all_series for line in _lines_of(each.name)), default=0)
    return max(LABEL_WIDTH, longest * LETTER_WIDTH)


def _end_labels(all_series: list[Series], y: Scale, right: float) -> list[str]:
    """Names at the ends of the lines: no need to look a colour up."""
    ended = [series for series in all_series if series.points and series.points[-1].y > 0]
    labels = [_lines_of(series.name) for series in ended]
    places = spread_apart(
        [y(series.points[-1].y) for series in ended],
        [LABEL_DISTANCE + LINE_HEIGHT * (len(lines) - 1) for lines in labels],
        TOP,
        HEIGHT - BOTTOM,
    )
    parts = []
    for series, lines, place in zip(ended, labels, places):
        first = place + 4 - LINE_HEIGHT * (len(lines) - 1) / 2
        for number, line in enumerate(lines):
            css = f"name tone-{series.tone}"
            parts.append(_text(right - 2, first + LINE_HEIGHT * number, line, css))
    return parts


def _bar_axis(chart: BarChart) -> tuple[Scale, list[tuple[float, str]]]:
    low, high = chart.y_range or chart.extent() or (0, 1)
    if chart.logarithmic:
        # A value just below the base is noise, and no reason for another decade of empty paper.
        low = chart.base if low > 0.8 * chart.base else low
        low, high, steps = decades(low, max(high, low * 1.5))
        place = logarithmic(low, high, HEIGHT - BOTTOM, TOP + 14)
    else:
        low, high, steps = round_steps(low, high)
        place = linear(low, high, HEIGHT - BOTTOM, TOP + 14)
    ticks = [(step, _times(step) if step else "0") for step in steps]
    return (lambda value: place(min(max(value, low), high))), ticks


def _every(slot: float, texts: list[str]) -> int:
    """Every how many slots there is room for such a text."""
    return math.ceil((max(map(len, texts)) * LETTER_WIDTH + APART) / slot)


def _bar_body(chart: BarChart) -> list[str]:
    if not chart.bars:
        return [_text(WIDTH / 2, HEIGHT / 2, "nothing measured", "tick", "middle")]
    right = WIDTH - (LIMIT_WIDTH if chart.limit else 12)
    y, ticks = _bar_axis(chart)
    parts = _y_axis(ticks, y, right)
    labels = []
    slot = (right - LEFT) / len(chart.bars)
    width = min(slot * 0.74, 50)
    # Many bars have room for the names and values of some; each tells its own under the pointer.
    every = _every(slot, [text for bar in chart.bars for text in (bar.label, bar.text)])
    for index, bar in enumerate(chart.bars):
        middle = LEFT + slot * (index + 0.5)
        top, bottom = sorted((y(bar.value), y(chart.base)))
        parts.append(
            f'<rect x="{_n(middle - width / 2)}" y="{_n(top)}" width="{_n(width)}" '
            f'height="{_n(max(bottom - top, 1))}" rx="2" class="bar tone-{chart.tone}">'
            f"<title>{escape(bar.hint)}</title></rect>"
        )
        # With a limit the text stands at the foot of the bar, where the line does not cross it.
        place, css = (bottom - 9, "value in-bar") if chart.limit else (top - 6, "value")
        # Not from the first one on, whose value would stand over the axis.
        if index % every == every // 2:
            labels.append(_text(middle, place, bar.text, css, "middle"))
            parts.append(_text(middle, HEIGHT - BOTTOM + 20, bar.label, "tick", "middle"))
    parts.append(_line(LEFT, y(chart.base), right, y(chart.base), "base"))
    if chart.limit:
        limit, meaning = chart.limit
        parts.append(_line(LEFT, y(limit), right, y(limit), "limit"))
        parts.append(_text(right + 6, y(limit) + 4, meaning, "limit-name"))
    return parts + labels
