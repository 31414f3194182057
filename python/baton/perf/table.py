# SPDX-License-Identifier: Apache-2.0
"""A table as data. Each report renders it in its own way; none of them knows what it means."""

from dataclasses import dataclass, field

GOOD, BAD, PLAIN = "good", "bad", ""


@dataclass(frozen=True)
class Entry:
    text: str
    tone: str = PLAIN


@dataclass(frozen=True)
class Table:
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Entry | str, ...]]
    notes: tuple[str, ...] = ()
    # Columns of words. All others have numbers, and are aligned to the right.
    text_columns: frozenset[int] = field(default_factory=frozenset)

    def texts(self) -> list[tuple[str, ...]]:
        return [tuple(text_of(entry) for entry in row) for row in self.rows]


def text_of(entry: Entry | str) -> str:
    return entry.text if isinstance(entry, Entry) else entry


def tone_of(entry: Entry | str) -> str:
    return entry.tone if isinstance(entry, Entry) else PLAIN
