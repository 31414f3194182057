# SPDX-License-Identifier: Apache-2.0
"""Readers with any colour vision tell the lines of a chart apart: both schemes of the page."""

import itertools
import re

import pytest

from baton.perf.reports.html_report import STYLE
from baton.perf.side_by_side import SPARE_TONES

# Linear RGB as it is seen without one kind of cones (Viénot, Brettel, Mollon 1999; Machado 2009).
VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
# ΔE*ab of 2.3 is just noticeable side by side; lines lie apart.
LEAST_DIFFERENCE = 10
# WCAG 2.1, graphical objects.
LEAST_CONTRAST = 3


def schemes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", STYLE.read_text(), re.DOTALL)
    return {
        name: dict(re.findall(r"--([\w-]+): (#\w{6})", block))
        for name, block in zip(("light", "dark", "paper"), blocks, strict=True)
    }


def linear(colour: str) -> list[float]:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def times(matrix, vector) -> list[float]:
    return [sum(a * b for a, b in zip(line, vector)) for line in matrix]


def lab(colour: str, vision: str) -> list[float]:
    seen = [min(max(part, 0), 1) for part in times(VISION[vision], linear(colour))]
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (value / white for value, white in zip(times(XYZ, seen), WHITE))
    )
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def difference(one: str, other: str, vision: str) -> float:
    pairs = zip(lab(one, vision), lab(other, vision))
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def contrast(one: str, other: str) -> float:
    light = sorted(times(XYZ, linear(colour))[1] + 0.05 for colour in (one, other))
    return light[1] / light[0]


def test_the_distance_of_colours_is_that_of_the_literature():
    assert difference("#ffffff", "#000000", "normal") == pytest.approx(100, abs=0.1)
    assert difference("#ff0000", "#00ff00", "normal") == pytest.approx(170.6, abs=1)
    assert contrast("#ffffff", "#000000") == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("scheme", schemes())
@pytest.mark.parametrize("vision", VISION)
def test_no_two_lines_look_alike(scheme, vision):
    colours = schemes()[scheme]
    alike = {
        (one, other): round(found, 1)
        for one, other in itertools.combinations(SPARE_TONES, 2)
        if (found := difference(colours[one], colours[other], vision)) < LEAST_DIFFERENCE
    }
    assert alike == {}


@pytest.mark.parametrize("scheme", schemes())
def test_lines_and_words_stand_out_from_their_card(scheme):
    colours = schemes()[scheme]
    for name in SPARE_TONES:
        assert contrast(colours[name], colours["card"]) >= LEAST_CONTRAST - 0.15, name
    for name in ("ink", "soft", "good", "bad", "doubt"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
