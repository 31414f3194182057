# SPDX-License-Identifier: Apache-2.0
from xml.etree import ElementTree

import pytest

from baton.perf.plot import Bar, BarChart, ChartGroup, LineChart, Point, Series, render_svg
from baton.perf.experiments.competitors import CHARTS
from baton.perf.plot.scale import decades, linear, logarithmic, round_steps, spread_apart
from baton.perf.plot.svg import LETTER_WIDTH, WIDTH
from baton.perf.side_by_side import tones_of

TICKS = [(4096, "4 KB"), (1 << 20, "1 MB"), (8 << 20, "8 MB")]


def line_chart(*values: float) -> LineChart:
    points = [Point(x, y, y * 0.9, y * 1.1, "hint") for (x, _), y in zip(TICKS, values)]
    return LineChart("1 subscriber", [Series("zero copy", points, "zero")], TICKS)


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def positions(svg: str, tag: str, name: str) -> list[float]:
    return [float(element.get(name)) for element in parse(svg).iter(tag)]


def test_a_chart_is_well_formed_and_names_itself_for_a_screen_reader():
    svg = parse(render_svg(line_chart(9e3, 1e5, 1e6)))
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == "1 subscriber"


def test_larger_values_are_drawn_higher():
    heights = positions(render_svg(line_chart(9e3, 1e5, 1e6)), "circle", "cy")
    assert heights == sorted(heights, reverse=True)


def test_names_are_escaped():
    series = Series("<b>&", [Point(4096, 1e4, hint="<hint>")], "a")
    svg = render_svg(LineChart("a < b", [series], TICKS))
    assert "<b>" not in svg and parse(svg) is not None


@pytest.mark.parametrize("chart", [LineChart("empty", [], []), BarChart("empty", [])])
def test_a_chart_without_data_says_so(chart):
    assert "nothing measured" in render_svg(chart)


def test_a_single_point_makes_a_chart():
    chart = LineChart("one", [Series("copy", [Point(4096, 5e3)], "copy")], TICKS[:1])
    assert len(positions(render_svg(chart), "circle", "cx")) == 1


def test_everything_stays_within_the_picture():
    group = ChartGroup("", "", [line_chart(1, 1e5, 1e9), line_chart(9e3, 9e3, 9e3)]).aligned()
    for panel in group.panels:
        for height in positions(render_svg(panel), "circle", "cy"):
            assert 0 <= height <= 300


def test_panels_of_a_group_share_their_axis():
    group = ChartGroup("", "", [line_chart(1e4, 1e4, 1e4), line_chart(1e6, 1e6, 1e6)]).aligned()
    first, second = (positions(render_svg(panel), "circle", "cy")[0] for panel in group.panels)
    assert first > second
    assert group.legend() == [("zero copy", "zero")]


def test_bars_of_a_logarithmic_ratio_start_at_one_and_a_hair_below_needs_no_decade():
    bars = [Bar("4 KB", 0.98, "0.98×"), Bar("8 MB", 96, "96×")]
    svg = render_svg(BarChart("ratio", bars, base=1, logarithmic=True))
    assert "0.1×" not in svg
    small, large = positions(svg, "rect", "height")
    assert small == 1 and large > 200


def test_a_bar_chart_shows_its_limit():
    svg = render_svg(BarChart("r", [Bar("4 KB", 1.08, "1.08×")], limit=(1.15, "limit 1.15")))
    assert "limit 1.15" in svg


def test_scales_map_ends_to_ends():
    assert logarithmic(1, 100, 0, 10)(10) == pytest.approx(5)
    assert linear(0, 4, 10, 20)(1) == pytest.approx(12.5)
    assert linear(3, 3, 0, 1)(3) == 0


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (9, 900, [1, 10, 100, 1000]),
        (1, 1000, [1, 10, 100, 1000]),
        (12, 40, [10, 20, 50]),
        (5, 5, [5, 10]),
    ],
)
def test_logarithmic_ticks_enclose_the_values(low, high, ticks):
    first, last, steps = decades(low, high)
    assert steps == pytest.approx(ticks)
    assert (first, last) == pytest.approx((ticks[0], ticks[-1]))


def test_linear_ticks_enclose_the_values_in_round_steps():
    first, last, steps = round_steps(0, 1.12)
    assert first == 0 and last >= 1.12 and steps[1] == pytest.approx(0.5)


def test_labels_keep_their_distance_and_their_order():
    placed = spread_apart([100, 101, 99], [16, 16, 16], 0, 300)
    assert placed[2] < placed[0] < placed[1]
    assert placed[0] - placed[2] >= 15.9 and placed[1] - placed[0] >= 15.9


def test_labels_of_any_height_that_fit_never_touch():
    heights = [16, 29, 16, 29, 29, 16, 29, 29]
    for start in ([20] * 8, [250] * 8, [16, 17, 255, 256, 100, 101, 102, 259], list(range(40, 48))):
        placed = spread_apart(start, heights, 16, 260)
        order = sorted(range(8), key=placed.__getitem__)
        for above, below in zip(order, order[1:]):
            assert placed[below] - placed[above] >= (heights[above] + heights[below]) / 2 - 1e-6
        assert 0 < min(placed) and max(placed) <= 260


def test_many_bars_have_names_where_there_is_room():
    bars = [Bar(f"{size} KB", 1 + size, f"{size}×") for size in range(1000, 1016)]
    named = [each.text for each in parse(render_svg(BarChart("b", bars))).iter("text")]
    assert [text for text in named if text.endswith("KB")] == ["1002 KB", "1006 KB", "1010 KB", "1014 KB"]
    few = render_svg(BarChart("b", bars[:4]))
    assert all(bar.label in few and bar.text in few for bar in bars[:4])


def test_names_at_the_ends_of_lines_are_never_cut():
    names = [each.name for each in CHARTS["copied or sent"]]
    names += ["Fast DDS UDP, in its listener"]
    series = [Series(name, [Point(8 << 20, 1e4)], "a") for name in names]
    labels = [
        each
        for each in parse(render_svg(LineChart("1 subscriber", series, TICKS))).iter("text")
        if "name" in each.get("class")
    ]
    assert " ".join(each.text for each in labels) == " ".join(names)
    for each in labels:
        assert float(each.get("x")) + len(each.text) * LETTER_WIDTH <= WIDTH


def test_no_two_series_of_a_page_share_a_colour():
    for variants in CHARTS.values():
        names = [each.name for each in variants]
        tones = tones_of(names)
        assert len(set(tones.values())) == len(names)
        assert tones["zero copy"] == "zero" and tones.get("floor", "floor") == "floor"
    assert len(set(tones_of(["copy", "UDP", "zero copy"]).values())) == 3
