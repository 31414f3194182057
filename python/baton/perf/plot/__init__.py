# SPDX-License-Identifier: Apache-2.0
"""Charts as data, and as inline SVG that takes its colours from the page."""

from baton.perf.plot.charts import Bar, BarChart, ChartGroup, LineChart, Point, RowChart, Series
from baton.perf.plot.svg import render_svg

__all__ = ["Bar", "BarChart", "ChartGroup", "LineChart", "Point", "RowChart", "Series", "render_svg"]
