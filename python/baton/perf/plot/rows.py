# SPDX-License-Identifier: Apache-2.0
"""Bars that lie: names of any length stand above theirs, values behind them."""

from html import escape

from baton.perf.plot.charts import RowChart
from baton.perf.plot.scale import linear

WIDTH = 440
TOP, ROW, BAR = 8, 42, 14
# Room behind the longest bar for its value.
VALUE_WIDTH = 92
EDGE = 4


def render_rows(chart: RowChart) -> str:
    height = TOP + ROW * max(len(chart.bars), 1)
    body = "".join(_bars(chart)) if chart.bars else _nothing(height)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(chart.title)}">'
        f"{body}</svg>"
    )


def _nothing(height: float) -> str:
    place = f'x="{WIDTH / 2:g}" y="{height / 2:g}"'
    return f'<text {place} class="tick" text-anchor="middle">nothing measured</text>'


def _bars(chart: RowChart) -> list[str]:
    most = chart.most or chart.extent()[1]
    x = linear(0, most or 1, 0, WIDTH - VALUE_WIDTH - EDGE)
    parts = []
    for index, bar in enumerate(chart.bars):
        top = TOP + ROW * index
        width = max(x(bar.value), 1)
        parts.append(f'<text x="{EDGE}" y="{top + 12}" class="label">{escape(bar.label)}</text>')
        parts.append(
            f'<rect x="{EDGE}" y="{top + 18}" width="{width:.1f}" height="{BAR}" rx="2" '
            f'class="bar tone-{bar.tone or chart.tone}"><title>{escape(bar.hint)}</title></rect>'
        )
        parts.append(
            f'<text x="{EDGE + width + 6:.1f}" y="{top + 18 + BAR - 2}" class="value">'
            f"{escape(bar.text)}</text>"
        )
    return parts
