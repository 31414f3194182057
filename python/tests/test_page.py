# SPDX-License-Identifier: Apache-2.0
"""Pages as they look in Chromium, on a desktop, on a telephone and on paper: nothing is cut."""

import json
import os
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path

import pytest
from made_reports import made_report

from baton.perf.experiments import COLLECTIONS, EXPERIMENTS
from baton.perf.reports.html_report import render_html

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium; cure: apt-get install chromium")

SCRIPT = Path(__file__).with_name("page_in_chromium.js")
# A4 within its margins, in CSS pixels.
PAPER = "paper"
# Whose tables have most columns.
WHOLE = ("graph", "scale")
WIDTHS = {"desktop": 1280, "tablet": 768, "telephone": 360, PAPER: 688}


def on_paper(page: str) -> str:
    """Frames have no paper: the rules of paper become those of all media."""
    assert "@media print" in page
    return page.replace("@media print", "@media all")


def frame(name: str, view: str, page: str) -> str:
    page = on_paper(page) if view == PAPER else page
    paper = "yes" if view == PAPER else "no"
    return (
        f'<iframe id="{name} {view}" data-paper="{paper}" srcdoc="{escape(page)}" '
        f'style="border: 0; width: {WIDTHS[view]}px; height: 900px"></iframe>'
    )


def looked_at(frames: list[str], folder: Path) -> dict[str, dict]:
    harness = folder / "harness.html"
    harness.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><script>{SCRIPT.read_text()}</script><body>{"".join(frames)}',
        encoding="utf-8",
    )
    done = subprocess.run(
        [
            *(CHROMIUM, "--headless=new", "--disable-gpu", "--disable-dev-shm-usage"),
            *(["--no-sandbox"] if os.geteuid() == 0 else []),
            *(f"--user-data-dir={folder}/profile", "--no-first-run", "--window-size=1400,1000"),
            *("--hide-scrollbars", "--dump-dom", harness.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    said = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert said, f"Chromium said nothing: {done.stderr[-2000:]}"
    return json.loads(unescape(said[1]))


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict[str, dict]:
    """All pages in one start of Chromium, and one that has every fault."""
    experiments = {**EXPERIMENTS, **COLLECTIONS}
    pages = {name: render_html(made_report(make())) for name, make in experiments.items()}
    wrong = (
        '<svg viewBox="0 0 100 100" aria-label="p"><text x="80" y="50">much too long a text</text>'
        '<text x="5" y="20">one</text><text x="8" y="21">two</text></svg>'
        '<div style="width: 2000px">wide</div><p style="width: 40px; overflow: hidden">Uncuttable</p>'
    )
    pages["wrong"] = pages["quick"].replace("<header>", f"{wrong}<header>")
    frames = [frame(name, view, page) for name, page in pages.items() for view in WIDTHS]
    return looked_at(frames, tmp_path_factory.mktemp("chromium"))


@pytest.mark.parametrize("view", WIDTHS)
@pytest.mark.parametrize("name", [*EXPERIMENTS, *COLLECTIONS])
def test_nothing_leaves_the_page_is_cut_or_covers_other_text(found, name, view):
    assert found[f"{name} {view}"]["faults"] == []


@pytest.mark.parametrize("name", WHOLE)
def test_tables_of_short_words_and_many_figures_are_whole_on_a_desktop(found, name):
    assert found[f"{name} desktop"]["scrolled"] == []


def test_a_table_that_is_not_whole_is_seen(found):
    assert found["graph telephone"]["scrolled"]


def test_pictures_are_looked_at(found):
    assert found["quick desktop"]["texts"] > 100


@pytest.mark.parametrize("view", WIDTHS)
def test_faults_are_found(found, view):
    said = " ".join(found[f"wrong {view}"]["faults"])
    for fault in (
        "leaves its picture (p): much too long a text",
        "over other text (p): one, two",
        f'of {WIDTHS[view]}: <div class=""> wide',
        'cut at 40 of',
        "the page is 2",
    ):
        assert fault in said, fault
