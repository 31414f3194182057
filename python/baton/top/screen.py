# SPDX-License-Identifier: Apache-2.0
"""A look as tables."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from baton.top.figures import Figures


def size_text(value: float | None) -> str:
    if value is None:
        return "?"
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= size:
            return f"{value / size:.1f} {unit}"
    return f"{value:.0f} B"


def _table(title: str, columns: tuple) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        box=None,
        pad_edge=False,
        header_style="bold",
        title_style="bold cyan",
    )
    for name, width in columns:
        # Numbers keep their width, and names share what is left.
        right = width > 0
        table.add_column(
            name,
            justify="right" if right else "left",
            no_wrap=True,
            overflow="ellipsis",
            min_width=width or 6,
            ratio=None if right else 1,
        )
    return table


def topic_table(figures: Figures, sort: str, width: int) -> Table:
    wide = width >= 130
    types = (("type", 0),) if wide else ()
    table = _table(
        "topics",
        (
            ("topic", 0),
            *types,
            ("pub", 3),
            ("sub", 3),
            ("Hz", 7),
            ("bytes/s", 8),
            ("size", 8),
            ("depth", 5),
            ("behind", 6),
            ("way", 0),
        ),
    )
    keys = {
        "name": lambda row: row.topic,
        "rate": lambda row: -(row.rate_hz or 0),
        "bandwidth": lambda row: -(row.bytes_per_s or 0),
    }
    for row in sorted(figures.topics, key=keys[sort]):
        way = Text(row.ways, style="yellow" if row.why_copied or "copied" in row.ways else "")
        type_cell = (row.type,) if wide else ()
        table.add_row(
            row.topic,
            *type_cell,
            str(row.publishers),
            str(row.subscriptions),
            "?" if row.rate_hz is None else f"{row.rate_hz:.1f}",
            size_text(row.bytes_per_s),
            size_text(row.size_bytes),
            row.depth,
            "" if row.behind is None else str(row.behind),
            way,
        )
    return table


def process_table(figures: Figures) -> Table:
    table = _table("processes", (("pid", 7), ("name", 0), ("CPU", 8), ("pools", 8), ("nodes", 0)))
    for row in figures.processes:
        nodes = row.nodes if not row.note else f"{row.nodes}  (not seen: {row.note})"
        cpu = "" if row.cpu is None else f"{row.cpu * 100:.1f} %"
        table.add_row(str(row.pid), row.name, cpu, size_text(row.pool_bytes), nodes)
    return table


def hold_table(figures: Figures, most: int) -> Table:
    table = _table(
        "messages that are held",
        (("topic", 0), ("by", 0), ("pid", 7), ("message", 9), ("size", 8), ("for", 8)),
    )
    for hold in figures.holds[:most]:
        number = "" if hold.sequence is None else f"#{hold.sequence}"
        table.add_row(
            hold.topic,
            hold.node,
            str(hold.pid),
            number,
            size_text(hold.size_bytes),
            f"{hold.since_s:.1f} s",
        )
    if len(figures.holds) > most:
        table.add_row(f"and {len(figures.holds) - most} more", "", "", "", "", "")
    return table


def render(figures: Figures, sort: str, width: int, most_holds: int = 10):
    """For a terminal of `width` columns; narrow ones leave out the types."""
    parts = [topic_table(figures, sort, width), "", process_table(figures)]
    if figures.holds:
        parts += ["", hold_table(figures, most_holds)]
    return Group(*parts)
