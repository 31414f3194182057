# SPDX-License-Identifier: Apache-2.0
"""For documentation and pull requests."""

from baton.perf.report import Report
from baton.perf.table import BAD, Table, text_of, tone_of


def render_markdown(report: Report) -> str:
    parts = [f"# {report.title}", ""]
    if not report.complete:
        parts += ["**Interrupted: these are the runs that were measured until then.**", ""]
    parts += [f"- **{each.figure}** {each.text}" for each in report.findings]
    parts += ["", f"{report.started_utc} · Baton {report.version} · {report.how}", ""]
    parts += [f"Machine: {report.machine.line}.", ""]
    for table in (*report.verdicts, *report.tables):
        parts += [f"## {table.title}", "", *table_lines(table)]
    if report.doubts:
        parts += ["## Doubts", ""]
        parts += [f"- {each.text}. *{each.advice}*" for each in report.doubts]
        parts.append("")
    return "\n".join(parts)


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table_lines(table: Table) -> list[str]:
    """The table alone, without its title."""
    rules = [":--" if index in table.text_columns else "--:" for index in range(len(table.columns))]
    lines = [
        f"| {' | '.join(_escape(column) for column in table.columns)} |",
        f"| {' | '.join(rules)} |",
    ]
    for row in table.rows:
        words = [
            f"**{_escape(text_of(entry))}**" if tone_of(entry) == BAD else _escape(text_of(entry))
            for entry in row
        ]
        lines.append(f"| {' | '.join(words)} |")
    lines += ["", *(f"{note}  " for note in table.notes)]
    if table.notes:
        lines.append("")
    return lines
