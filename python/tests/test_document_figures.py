# SPDX-License-Identifier: Apache-2.0
"""Each measured figure of the README and of the page on performance is in the committed result."""

import re

import pytest

from baton.perf import figures
from baton.perf.committed import FOLDER, load
from baton.perf.history import read_history
from baton.version import CHECKOUT

CURE = "cure: baton perf record, or write `<!-- not measured: what it is -->` behind the sentence"
# A number with a unit of what is measured, or a factor.
FIGURE = re.compile(r"\d(?:[\d.,]*)\s?(?:ns|µs|us|ms|×)(?!\w)")
# A cell of a table that is a number and nothing else.
CELL = re.compile(r"[*~\s]*\d[\d.,/()–: ]*(?:[KMG]B|ns|µs|ms|s|%|×)?[*\s]*")
NOT_MEASURED = "<!-- not measured:"


def documents() -> dict[str, str]:
    return {name: (CHECKOUT / name).read_text(encoding="utf-8") for name in figures.DOCUMENTS}


def loose_figures(text: str) -> list[str]:
    """Figures outside of blocks, code and sentences that say why theirs is not measured."""
    for pattern in (figures.BLOCK, figures.INLINE):
        text = pattern.sub("", text)
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = []
    for paragraph in re.split(r"\n\s*\n", text):
        if NOT_MEASURED in paragraph:
            continue
        plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "", paragraph)
        found += FIGURE.findall(plain)
        for line in plain.splitlines():
            if line.startswith("|"):
                found += [cell.strip() for cell in line.split("|") if CELL.fullmatch(cell)]
    return found


def test_documents_show_the_committed_result():
    for name, text in documents().items():
        committed = load(CHECKOUT, figures.machine_of(text))
        assert figures.renewed(text, committed) == text, f"{name}: {CURE}"


def test_documents_show_one_machine():
    assert len({figures.machine_of(text) for text in documents().values()}) == 1


@pytest.mark.parametrize("name", figures.DOCUMENTS)
def test_no_figure_is_typed_by_hand(name):
    assert loose_figures(documents()[name]) == [], CURE


def test_figures_typed_by_hand_are_found():
    block = "<!-- figures\nof: quick\n-->\n| 3 µs |\n<!-- /figures -->\n"
    assert loose_figures(block + "\n`5 ms` [text](5 ms)\n```\n5 ms\n```\n") == []
    assert loose_figures("takes 28.6 µs\n\nand 3 × less, 1,200 ns\n") == ["28.6 µs", "3 ×", "1,200 ns"]
    assert loose_figures("| a | 4 KB |\n|---|--:|\n| **b** | **1,200 / 3** |\n") == [
        *("4 KB", "**1,200 / 3**"),
    ]
    assert loose_figures("every 5 ms, by choice<!-- not measured: a setting -->\n") == []


def test_a_changed_figure_is_noticed():
    text = documents()["docs/perf.md"]
    found = re.search(r"^\| 4 MB \|[^\n]*\d", text, re.MULTILINE)
    changed = text[: found.end() - 1] + str((int(found[0][-1]) + 1) % 10) + text[found.end() :]
    assert changed != text
    assert figures.renewed(changed, load(CHECKOUT, figures.machine_of(text))) != changed


def test_the_history_knows_the_commits_of_the_result():
    machine = figures.machine_of(documents()["README.md"])
    lines = [line for line in read_history(CHECKOUT) if line["machine"] == machine]
    kept = load(CHECKOUT, machine)["experiments"]
    assert lines and {line["commit"] for line in lines} >= {kept["quick"]["commit"]}
    assert (CHECKOUT / FOLDER / f"{machine}.json").stat().st_size < 4 << 20
