# SPDX-License-Identifier: Apache-2.0
"""What is printed when the measuring is over."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from baton.perf.doubts import Doubt
from baton.perf.report import Report
from baton.perf.table import BAD, GOOD, Table, text_of, tone_of

STYLES = {GOOD: "green", BAD: "bold red"}


def print_report(report: Report, console: Console) -> None:
    console.print()
    for table in (*report.verdicts, *report.tables):
        # The table's own title would wrap to the width of a narrow table, so print it separately.
        console.print(Text(table.title, style="bold"))
        console.print(_rich_table(table))
        for note in table.notes:
            console.print(Text(note, style="dim"))
        console.print()
    for finding in report.findings:
        console.print(Text.assemble((f"{finding.figure:>7} ", "bold cyan"), finding.text))
    console.print(Text(f"\n{report.machine.line}", style="dim"))
    console.print(Text(report.how, style="dim"))
    print_doubts(report.doubts, console)


def print_doubts(doubts: Sequence[Doubt], console: Console) -> None:
    # Print names of processes and files as they are, with their brackets.
    for doubt in doubts:
        console.print(Text.assemble(("doubt: ", "yellow"), doubt.text))
        console.print(Text(f"       {doubt.advice}", style="dim"))


def _rich_table(table: Table) -> RichTable:
    rich = RichTable(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1))
    for index, column in enumerate(table.columns):
        words = index in table.text_columns
        rich.add_column(column, justify="left" if words else "right", overflow="fold")
    for row in table.rows:
        rich.add_row(*(Text(text_of(entry), style=STYLES.get(tone_of(entry), "")) for entry in row))
    return rich
