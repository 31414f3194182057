# SPDX-License-Identifier: Apache-2.0
"""A look as lines of text. Plain formatting: a library for tables costs more than all the rest."""

from baton.top.figures import Figures

_BOLD, _TITLE, _WARN, _END = "\x1b[1m", "\x1b[1;36m", "\x1b[33m", "\x1b[0m"
_GAP = "  "
_LEAST_NAME = 8


def size_text(value: float | None) -> str:
    if value is None:
        return "?"
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= size:
            return f"{value / size:.1f} {unit}"
    return f"{value:.0f} B"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def table(title: str, columns, rows, width: int, colours: bool) -> list[str]:
    """`columns`: (name, width of a number) or (name, 0) for a name; names share what is left.

    A row is (cells, whether it is a warning).
    """
    widths = [number for _, number in columns]
    names = [index for index, number in enumerate(widths) if not number]
    left = width - sum(widths) - len(_GAP) * (len(columns) - 1)
    for place, index in enumerate(names):
        longest = max([len(columns[index][0]), *(len(cells[index]) for cells, _ in rows)])
        share = max(_LEAST_NAME, left // (len(names) - place))
        widths[index] = min(longest, share)
        left -= widths[index]

    def line(cells) -> str:
        parts = [
            _cut(cell, size).ljust(size) if index in names else cell.rjust(size)
            for index, (cell, size) in enumerate(zip(cells, widths, strict=True))
        ]
        return _GAP.join(parts).rstrip()[:width]

    def styled(text: str, style: str) -> str:
        return f"{style}{text}{_END}" if colours else text

    head = line([name for name, _ in columns])
    body = [styled(line(cells), _WARN) if warn else line(cells) for cells, warn in rows]
    return [styled(title, _TITLE), styled(head, _BOLD), *body]


def _topic_rows(figures: Figures, sort: str, wide: bool) -> list:
    keys = {
        "name": lambda row: row.topic,
        "rate": lambda row: -(row.rate_hz or 0),
        "bandwidth": lambda row: -(row.bytes_per_s or 0),
    }
    rows = []
    for row in sorted(figures.topics, key=keys[sort]):
        cells = [
            row.topic,
            *([row.type] if wide else []),
            str(row.publishers),
            str(row.subscriptions),
            "?" if row.rate_hz is None else f"{row.rate_hz:.1f}",
            size_text(row.bytes_per_s),
            size_text(row.size_bytes),
            row.depth,
            "" if row.behind is None else str(row.behind),
            "" if row.lost is None else str(row.lost),
            row.ways,
        ]
        rows.append((cells, "copied" in row.ways or row.lost_now > 0))
    return rows


def _cut_section(lines: list[str], most: int | None) -> list[str]:
    """A title, a head and rows, in at most so many lines."""
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"and {len(lines) - most + 1} more"]


def render(
    figures: Figures, sort: str, width: int, colours: bool = False, height: int | None = None
) -> list[str]:
    """For a terminal of `width` columns; narrow ones leave out the types.

    With a `height`, processes and messages that are held get a quarter each at most.
    """
    quarter = None if height is None else max(4, height // 4)
    others = [_cut_section(_process_lines(figures, width, colours), quarter)]
    if figures.holds:
        others.append(_cut_section(_hold_lines(figures, width, colours), quarter or 12))
    left = None
    if height is not None:
        left = max(4, height - sum(len(section) + 1 for section in others))
    lines = _cut_section(_topic_lines(figures, sort, width, colours), left)
    for section in others:
        lines += ["", *section]
    return lines


def _topic_lines(figures: Figures, sort: str, width: int, colours: bool) -> list[str]:
    wide = width >= 130
    types = (("type", 0),) if wide else ()
    numbers = (("pub", 3), ("sub", 3), ("Hz", 8), ("bytes/s", 9), ("size", 9), ("depth", 5))
    columns = (("topic", 0), *types, *numbers, ("behind", 6), ("lost", 6), ("way", 0))
    return table("topics", columns, _topic_rows(figures, sort, wide), width, colours)


def _process_lines(figures: Figures, width: int, colours: bool) -> list[str]:
    rows = []
    for row in figures.processes:
        nodes = f"{row.nodes}  (not seen: {row.note})" if row.note else row.nodes
        cpu = "" if row.cpu is None else f"{row.cpu * 100:.1f} %"
        rows.append(
            ([str(row.pid), row.name, cpu, size_text(row.pool_bytes), nodes], bool(row.note))
        )
    columns = (("pid", 7), ("name", 0), ("CPU", 8), ("pools", 9), ("nodes", 0))
    return table("processes", columns, rows, width, colours)


def _hold_lines(figures: Figures, width: int, colours: bool) -> list[str]:
    rows = [
        (
            [
                hold.topic,
                hold.node,
                str(hold.pid),
                "" if hold.sequence is None else f"#{hold.sequence}",
                size_text(hold.size_bytes),
                f"{hold.since_s:.1f} s",
            ],
            False,
        )
        for hold in figures.holds
    ]
    columns = (("topic", 0), ("by", 0), ("pid", 7), ("message", 9), ("size", 9), ("for", 9))
    return table("messages that are held", columns, rows, width, colours)
