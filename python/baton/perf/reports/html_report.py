# SPDX-License-Identifier: Apache-2.0
"""One page that holds everything: no scripts, no other files, no requests. Light, dark and paper.

The answer comes first, then charts and figures; method and doubts come last.
"""

import re
from html import escape
from pathlib import Path

from baton.perf.plot import ChartGroup, render_svg
from baton.perf.report import Report
from baton.perf.table import Table, text_of, tone_of

STYLE = Path(__file__).with_name("page.css")
# Tables with more columns, or with sentences, take the whole width of the page.
NARROW_COLUMNS = 7
WIDE_ROW = 45
# Words up to this length stay on one line.
SHORT_WORDS = 16


def render_html(report: Report) -> str:
    title = escape(report.title)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title} · Baton</title>",
            f"<style>\n{STYLE.read_text()}</style></head><body><main>",
            f"<header><h1>{title}</h1>",
            f'<p class="soft">{escape(report.machine.line)}<br>{escape(report.how)}</p></header>',
            _findings(report),
            _hint(report),
            *(_table(table) for table in report.verdicts),
            *(_chart_group(group) for group in report.charts),
            _tables(report),
            _how(report),
            _doubts(report),
            "</main></body></html>\n",
        ]
    )


def _findings(report: Report) -> str:
    if not report.findings:
        return ""
    items = "".join(
        f"<li><b>{escape(each.figure)}</b><span>{_sentence(each.text)}</span></li>"
        for each in report.findings
    )
    return f'<ul class="findings">{items}</ul>'


def _sentence(text: str) -> str:
    """A number and its unit stay on one line."""
    return re.sub(r"(?<=\d) (?=(?:ns|µs|ms|s|KB|MB|GB|Hz)\b)", "&nbsp;", escape(text))


def _hint(report: Report) -> str:
    """Leads from the answer to the doubts, which stand at the end."""
    if not report.doubts:
        return ""
    count = len(report.doubts)
    reasons = "There is one reason" if count == 1 else f"There are {count} reasons"
    return f'<p class="hint">{reasons} to <a href="#doubts">read these figures with care</a>.</p>'


def _doubts(report: Report) -> str:
    if not report.doubts:
        return ""
    items = "".join(
        f'<li>{escape(each.text)}. <span class="soft">{escape(each.advice)}</span></li>'
        for each in report.doubts
    )
    return f'<aside class="doubts" id="doubts"><h2>Read these figures with care</h2><ul>{items}</ul></aside>'


def _chart_group(group: ChartGroup) -> str:
    panels = "".join(
        f"<figure><figcaption>{escape(panel.title)}</figcaption>{render_svg(panel)}</figure>"
        for panel in group.panels
    )
    return (
        f'<section><h2>{escape(group.title)}</h2><p class="soft">{escape(group.caption)}</p>'
        f'<div class="panels">{panels}</div></section>'
    )


def _tables(report: Report) -> str:
    tables = "".join(_table(table) for table in report.tables)
    return f'<h2>Figures</h2><div class="tables">{tables}</div>'


def _table(table: Table) -> str:
    kinds = _kinds_of_columns(table)

    def css(index: int, tone: str = "") -> str:
        classes = " ".join(name for name in (kinds[index], tone) if name)
        return f' class="{classes}"' if classes else ""

    head = "".join(
        f"<th{css(index)}>{escape(column)}</th>" for index, column in enumerate(table.columns)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td{css(index, tone_of(entry))}>{escape(text_of(entry))}</td>"
            for index, entry in enumerate(row)
        )
        + "</tr>\n"
        for row in table.rows
    )
    notes = "".join(f'<p class="soft">{escape(note)}</p>' for note in table.notes)
    wide = ' class="wide"' if _is_wide(table) else ""
    return (
        f"<section{wide}><h3>{escape(table.title)}</h3>"
        f'<div class="table"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{rows}</tbody></table></div>{notes}</section>"
    )


def _kinds_of_columns(table: Table) -> list[str]:
    texts = table.texts()
    kinds = []
    for index in range(len(table.columns)):
        longest = max((len(row[index]) for row in texts), default=0)
        words = "words long" if longest > SHORT_WORDS else "words"
        kinds.append(words if index in table.text_columns else "")
    return kinds


def _is_wide(table: Table) -> bool:
    longest = max((sum(map(len, row)) for row in table.texts()), default=0)
    return len(table.columns) > NARROW_COLUMNS or longest > WIDE_ROW


def _how(report: Report) -> str:
    machine = report.machine
    facts = [
        ("processor", f"{machine.cpu}, {machine.cores} cores"),
        ("memory", f"{machine.memory_gb:g} GB"),
        ("system", f"{machine.system}, Linux {machine.kernel}"),
        ("kind", "virtual machine" if machine.virtual else "bare metal or container"),
        ("CPU governor", machine.governor or "not shown by the kernel"),
        *machine.facts.items(),
        *machine.measured.items(),
        ("Baton", report.version),
        ("started", report.started_utc),
    ]
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    measurements = report.results.measurements
    example = (
        '<p class="soft">Every run is one command; its line is in report.csv, its raw figures in '
        f"raw/. The first was</p><p><code>{escape(measurements[0].command)}</code></p>"
        if measurements
        else ""
    )
    return (
        f"<section><h2>Machine</h2><dl>{items}</dl></section>"
        f"<section><h2>Again</h2>{example}</section>"
    )
