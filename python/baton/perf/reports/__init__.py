# SPDX-License-Identifier: Apache-2.0
"""One writer a format. Each takes a Report and returns text; none of them measures or decides."""

from pathlib import Path

from baton.perf.report import Report
from baton.perf.reports.csv_report import render_csv
from baton.perf.reports.html_report import render_html
from baton.perf.reports.json_report import render_json
from baton.perf.reports.markdown_report import render_markdown
from baton.perf.whole_file import write_whole

WRITERS = {
    "report.md": render_markdown,
    "report.csv": render_csv,
    "report.json": render_json,
    "index.html": render_html,
}


def write_reports(report: Report, directory: Path) -> None:
    """All formats; each file appears complete or not at all."""
    for name, render in WRITERS.items():
        write_whole(directory / name, render(report))
