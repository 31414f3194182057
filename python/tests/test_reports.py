# SPDX-License-Identifier: Apache-2.0
import csv
import io
import json
from html.parser import HTMLParser

import pytest
from rich.console import Console

from baton.perf.doubts import LostMessages
from baton.perf.experiment import plan
from baton.perf.experiments import EXPERIMENTS
from baton.perf.machine import Machine
from baton.perf.report import Report
from baton.perf.reports import WRITERS, write_reports
from baton.perf.reports.csv_report import render_csv
from baton.perf.reports.html_report import render_html
from baton.perf.reports.json_report import render_json
from baton.perf.reports.markdown_report import render_markdown
from baton.perf.reports.terminal_report import print_report
from baton.perf.results import Measurement, Results

MACHINE = Machine("EPYC <1>", 2, "6.1", "Debian", 16, "", True)
LATENCY_NS = {"UDP": 5e6, "copy": 500e3, "zero copy": 10e3, "floor": 9e3}


def report_of(name="quick", measured: int | None = None) -> Report:
    experiment = EXPERIMENTS[name]()
    steps = plan(experiment.cells(1), 2)
    results = Results(
        [
            Measurement(
                cell.coordinates,
                repetition,
                {
                    "latency_ns_p50": LATENCY_NS.get(cell.coordinates["variant"], 1e3) + repetition,
                    "latency_ns_p99": 30e3,
                    "cpu_percent": 3.0,
                },
                "perf_test --a 'b c'",
                "2026-01-01",
                1.0,
            )
            for repetition, cell in steps[:measured]
        ]
    )
    return Report(
        experiment=experiment,
        results=results,
        machine=MACHINE,
        doubts=[LostMessages("3 were lost | <here>", "do & less")],
        version="0.1.0",
        started_utc="2026-01-01 12:00 UTC",
        took_s=70,
        seconds=1,
        repetitions=2,
        planned_runs=len(steps),
    )


class Page(HTMLParser):
    """Checks that elements are closed in order, and collects what a page would fetch or run."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [value for name, value in attributes if name in ("src", "href", "srcset")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_can_be_reported_in_every_format(name, tmp_path):
    write_reports(report_of(name), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(WRITERS)
    Page((tmp_path / "index.html").read_text())


def test_the_page_needs_nothing_but_itself():
    text = render_html(report_of())
    page = Page(text)
    assert page.links == ["#doubts"]
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "url(" not in text and "@import" not in text and "http" not in text


def test_the_page_has_charts_tables_the_machine_and_both_schemes_of_colour():
    text = render_html(report_of())
    page = Page(text)
    assert page.tags.count("svg") == 9
    assert page.tags.count("table") == 7
    assert "EPYC &lt;1&gt;" in text and "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text


def test_the_page_has_the_answer_first_and_method_and_doubts_last():
    text = render_html(report_of())
    order = ['class="findings"', 'href="#doubts"', "<svg", ">Figures<", ">Machine<", 'id="doubts"']
    places = [text.index(each) for each in order]
    assert places == sorted(places)
    assert "There is one reason" in text


def test_a_number_and_its_unit_stay_on_one_line():
    assert "4&nbsp;MB at 25&nbsp;Hz to 1 subscriber: 10.0&nbsp;µs instead" in render_html(report_of())


def test_text_is_escaped_in_the_page_and_in_markdown():
    assert "3 were lost | &lt;here&gt;" in render_html(report_of())
    assert "do &amp; less" in render_html(report_of())


def test_markdown_has_the_figures_in_front_and_the_doubts_at_the_end():
    text = render_markdown(report_of())
    assert text.startswith("# Handing a message over, copying it, and sending it")
    answer = "- **500×** faster than UDP, 4 MB at 25 Hz to 1 subscriber"
    assert answer in text and "1.00× less CPU" in text
    assert text.index(answer) < text.index("- **50.0×** less latency than copy for 4 MB to 1 subscriber")
    assert "| subscribers | copy µs | zero copy µs |" in text
    assert text.rstrip().endswith("*do & less*")


def test_csv_has_one_row_a_run_and_survives_quoting():
    rows = list(csv.DictReader(io.StringIO(render_csv(report_of()))))
    assert len(rows) == 114
    assert rows[0]["size"] == "4 KB" and rows[0]["latency_ns_p50"] == "500000.0"
    assert rows[0]["command"] == "perf_test --a 'b c'"


def test_json_is_versioned_and_holds_runs_summary_machine_and_doubts():
    data = json.loads(render_json(report_of()))
    assert data["schema"] == "baton.perf.results/1"
    assert data["complete"] is True
    assert len(data["runs"]) == 114 and len(data["summary"]) == 57
    assert data["summary"][1]["metrics"]["latency_ns_p50"]["median"] == 10000.5
    assert data["doubts"][0]["kind"] == "LostMessages"
    assert data["machine"]["cores"] == 2


def test_json_has_each_ratio_with_its_interval():
    ratios = json.loads(render_json(report_of()))["ratios"]
    udp = next(each for each in ratios if each["over"] == "UDP")
    assert udp["ratio"] == pytest.approx(0.002, rel=1e-3)
    assert udp["low"] < udp["ratio"] < udp["high"]
    assert (udp["metric"], udp["repetitions"]) == ("latency_ns_p50", 2)


def test_an_interrupted_report_says_so_everywhere():
    report = report_of(measured=7)
    assert "Interrupted" in render_markdown(report)
    assert json.loads(render_json(report))["complete"] is False
    assert "7 of 114 runs" in render_html(report)


def test_acceptance_comes_before_the_figures():
    report = report_of("bench")
    assert report.verdicts[0].title == "What must be reached"
    assert "reached" in render_markdown(report)


def printed(report: Report, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    print_report(report, console)
    return console.file.getvalue()


def test_the_tables_fit_a_terminal_of_eighty_columns():
    text = printed(report_of(), 80)
    assert "4 MB messages" in text and "subscribers" in text
    assert max(map(len, text.splitlines())) <= 80
