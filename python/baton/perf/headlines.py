# SPDX-License-Identifier: Apache-2.0
"""The few figures of a round that are followed over commits, and their charts.

Ratios within a repetition come first: they can be compared across days, single latencies hardly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import Coordinates
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results

P50 = "latency_ns_p50"
NOW = "now"
# More commits than this are too many for the width of a chart: the newest stay.
SHOWN = 12


@dataclass(frozen=True)
class Headline:
    """`over` makes it a ratio: the same cell of another variant is below the line."""

    name: str
    experiment: str
    at: Coordinates
    tone: str
    over: str = ""

    def value(self, results: Results) -> float | None:
        if not self.over:
            return results.median(P50, **self.at)
        ratio = results.ratio(P50, self.at, {**self.at, "variant": self.over})
        return ratio.median if ratio else None


def _zero_copy(subscribers: int, size: str = "4 MB") -> dict:
    return {"size": size, "subscribers": subscribers, "variant": "zero copy"}


def _camera(variant: str) -> dict:
    return {"rate": "25 Hz", "size": "4 MB", "subscribers": 1, "variant": variant}


TO_THE_FLOOR = tuple(
    Headline(f"to {subscribers}", "quick", _zero_copy(subscribers), tone, "floor")
    for subscribers, tone in ((1, "zero"), (4, "a"), (16, "d"))
)
SAVED = (
    Headline("UDP", "quick", _camera("UDP"), "copy", "zero copy"),
    Headline("Fast DDS", "quick", _camera("Fast DDS data sharing"), "a", "zero copy"),
    Headline("one copy", "quick", {**_zero_copy(1), "variant": "copy"}, "d", "zero copy"),
)
LATENCIES = (
    Headline("4 KB to 1", "quick", _zero_copy(1, "4 KB"), "zero"),
    Headline("4 MB to 1", "quick", _zero_copy(1), "a"),
    Headline("4 MB to 16", "quick", _zero_copy(16), "d"),
)
PANELS = (
    ("zero copy over the floor, 4 MB", TO_THE_FLOOR, "×"),
    ("the others over zero copy, 4 MB to 1", SAVED, "×"),
    ("zero copy, p50", LATENCIES, "ns"),
)


def _key(title: str, headline: Headline) -> str:
    return f"{title}: {headline.name}"


def figures_of(experiment: str, results: Results) -> dict[str, float]:
    return {
        _key(title, headline): value
        for title, headlines, _ in PANELS
        for headline in headlines
        if headline.experiment == experiment
        and (value := headline.value(results)) is not None
    }


def history_charts(lines: Sequence[Mapping], now: Mapping[str, float]) -> list[ChartGroup]:
    """The lines of one machine, oldest first, and what was measured now."""
    if not lines or not now:
        return []
    steps = [(each["commit"], each["figures"]) for each in lines][-SHOWN:] + [(NOW, now)]
    ticks = [(float(place), commit) for place, (commit, _) in enumerate(steps, 1)]
    panels = []
    for title, headlines, unit in PANELS:
        series = [
            Series(headline.name, points, headline.tone)
            for headline in headlines
            if (points := _points(_key(title, headline), steps, unit))
        ]
        if series:
            panels.append(LineChart(title, series, ticks, y_unit=unit, even_steps=True))
    caption = (
        "Recorded commits of this machine, oldest first, and this round. Single rounds differ by "
        "noise: look for steps that stay."
    )
    return [ChartGroup("Over commits", caption, panels)] if panels else []


def _points(key: str, steps: Sequence[tuple[str, Mapping]], unit: str) -> list[Point]:
    write = units.times if unit == "×" else units.duration
    return [
        Point(float(place), figures[key], hint=f"{commit}: {write(figures[key])}")
        for place, (commit, figures) in enumerate(steps, 1)
        if key in figures
    ]
