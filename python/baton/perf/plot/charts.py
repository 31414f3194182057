# SPDX-License-Identifier: Apache-2.0
"""What a chart shows. Nothing here knows about pixels."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    low: float | None = None
    high: float | None = None
    hint: str = ""  # shown when the pointer rests on the point


@dataclass(frozen=True)
class Series:
    name: str
    points: list[Point]
    tone: str = "a"  # the page's colour: copy, zero, floor, a to e


@dataclass(frozen=True)
class LineChart:
    """Both axes logarithmic: sizes and latencies span decades. Without a size, `even_steps`."""

    title: str
    series: list[Series]
    x_ticks: list[tuple[float, str]]
    y_label: str = ""
    y_range: tuple[float, float] | None = None
    dots: bool = True  # False: the points are those of a curve
    y_unit: str = "ns"  # or ×: ratios
    even_steps: bool = False  # the x axis counts: 1, 2, 3 ...

    def extent(self) -> tuple[float, float] | None:
        values = [
            value
            for series in self.series
            for point in series.points
            for value in (point.y, point.low, point.high)
            if value is not None and value > 0
        ]
        return (min(values), max(values)) if values else None


@dataclass(frozen=True)
class Bar:
    label: str
    value: float
    text: str
    hint: str = ""
    tone: str = ""  # empty: that of the chart


@dataclass(frozen=True)
class RowChart:
    """Lying bars from zero, one a name: for what has words instead of a place on an axis."""

    title: str
    bars: list[Bar]
    tone: str = "zero"
    most: float | None = None  # the value of the longest bar in the group

    def extent(self) -> tuple[float, float] | None:
        return (0, max(bar.value for bar in self.bars)) if self.bars else None


@dataclass(frozen=True)
class BarChart:
    """Bars grow from `base`. With `logarithmic`, a ratio of 1 is the natural base."""

    title: str
    bars: list[Bar]
    tone: str = "zero"
    base: float = 0
    logarithmic: bool = False
    y_range: tuple[float, float] | None = None
    # A line across, with its meaning: the value that must not be exceeded.
    limit: tuple[float, str] | None = None

    def extent(self) -> tuple[float, float] | None:
        values = [bar.value for bar in self.bars] + [self.base]
        if self.limit:
            values.append(self.limit[0])
        return (min(values), max(values)) if self.bars else None


@dataclass(frozen=True)
class ChartGroup:
    """Panels side by side on common axes, so that heights can be compared across them."""

    title: str
    caption: str
    panels: list[LineChart] | list[BarChart] | list[RowChart]

    def aligned(self) -> "ChartGroup":
        extents = [extent for panel in self.panels if (extent := panel.extent())]
        if not extents:
            return self
        common = (min(low for low, _ in extents), max(high for _, high in extents))
        panels = [
            replace(panel, most=common[1])
            if isinstance(panel, RowChart)
            else replace(panel, y_range=common)
            for panel in self.panels
        ]
        return replace(self, panels=panels)

    def legend(self) -> list[tuple[str, str]]:
        """(name, tone) of every series of line charts, each once."""
        names = {
            series.name: series.tone
            for panel in self.panels
            if isinstance(panel, LineChart)
            for series in panel.series
        }
        return list(names.items())
