# SPDX-License-Identifier: Apache-2.0
"""A look as lines of text. Plain formatting: a library for tables costs more than all the rest."""

import itertools

from baton.top.figures import Figures

_BOLD, _TITLE, _WARN, _END = "\x1b[1m", "\x1b[1;36m", "\x1b[33m", "\x1b[0m"
_GAP = "  "
_LEAST_NAME = 8
_WITH_TYPES, _WITH_DEPTHS = 130, 100


def size_text(value: float | None) -> str:
    if value is None:
        return "?"
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= size:
            return f"{value / size:.1f} {unit}"
    return f"{value:.0f} B"


def _cut(text: str, width: int | None) -> str:
    if width is None or len(text) <= width:
        return text
    return text[: max(0, width - 1)] + "…"


def _shares(wanted: list[int], whole: int, least: int) -> list[int]:
    """Of `whole` as much as each wants; the others share equally what those with little leave.

    Each may have the `least`, though that is more than there is.
    """
    shares = list(wanted)
    for place, index in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        shares[index] = min(wanted[index], max(least, whole // (len(wanted) - place)))
        whole -= shares[index]
    return shares


def table(title: str, columns, rows, width: int | None, colours: bool) -> list[str]:
    """`columns`: (name, width of a number) or (name, 0) for a name; names share what is left.

    A row is (cells, whether it is a warning). Without a `width` nothing is cut.
    """
    widths = [number for _, number in columns]
    names = [index for index, number in enumerate(widths) if not number]
    longest = [
        max([len(columns[index][0]), *(len(cells[index]) for cells, _ in rows)]) for index in names
    ]
    if width is not None:
        left = width - sum(widths) - len(_GAP) * (len(columns) - 1)
        longest = _shares(longest, left, _LEAST_NAME)
    for index, size in zip(names, longest, strict=True):
        widths[index] = size

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


def _cut_section(lines: list[str], most: int) -> list[str]:
    """A title, a head and rows, in at most so many lines."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"and {len(lines) - most + 1} more"]


def render(
    figures: Figures,
    sort: str,
    width: int | None,
    colours: bool = False,
    height: int | None = None,
) -> list[str]:
    """For a terminal of `width` columns and `height` lines; None: nothing is cut.

    Processes and messages that are held get what the topics leave, and a quarter each at least.
    """
    topics = _topic_lines(figures, sort, width, colours)
    others = [_process_lines(figures, width, colours)]
    if figures.holds:
        others.append(_hold_lines(figures, width, colours))
    if height is not None:
        # An empty line is above each.
        left = height - len(others)
        wanted = [len(section) for section in others]
        shares = _shares(wanted, left - len(topics), max(4, height // 4))
        others = [_cut_section(*one) for one in zip(others, shares, strict=True)]
        topics = _cut_section(topics, max(4, left - sum(shares)))
    return list(itertools.chain(topics, *(["", *section] for section in others)))


def _topic_lines(figures: Figures, sort: str, width: int | None, colours: bool) -> list[str]:
    """Narrow terminals leave out types and depths; no terminal has place for the whole ways."""
    wide = width is None or width >= _WITH_TYPES
    with_depths = width is None or width >= _WITH_DEPTHS
    types = [("type", 0)] if wide else []
    depths = [("depth", 5)] if with_depths else []
    numbers = [("pub", 3), ("sub", 3), ("Hz", 8), ("bytes/s", 8), ("size", 8), *depths]
    columns = [("topic", 0), *types, *numbers, ("behind", 6), ("lost", 6), ("way", 0)]
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
            *([row.depth] if with_depths else []),
            "" if row.behind is None else str(row.behind),
            "" if row.lost is None else str(row.lost),
            row.ways if width is None else _short_ways(row.ways),
        ]
        rows.append((cells, "copied" in row.ways or row.lost_now > 0))
    missing = [_cut(f"there is no topic '{name}' now", width) for name in figures.missing]
    return [*table("topics", columns, rows, width, colours), *missing]


def _short_ways(ways: str) -> str:
    """Whether messages are copied: that is short enough for each width."""
    return ", ".join(words for words in ("copied", "zero copy", "no match") if words in ways)


def _process_lines(figures: Figures, width: int | None, colours: bool) -> list[str]:
    rows = []
    for row in figures.processes:
        nodes = f"{row.nodes}  (not seen: {row.note})" if row.note else row.nodes
        cpu = "" if row.cpu is None else f"{row.cpu * 100:.1f} %"
        pool = "" if row.pool_bytes is None else size_text(row.pool_bytes)
        rows.append(([str(row.pid), row.name, cpu, pool, nodes], bool(row.note)))
    columns = (("pid", 7), ("name", 0), ("CPU", 8), ("pools", 9), ("nodes", 0))
    return table("processes", columns, rows, width, colours)


def _hold_lines(figures: Figures, width: int | None, colours: bool) -> list[str]:
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
