# SPDX-License-Identifier: Apache-2.0
"""Whether a text, or lines, are as expected.

A matcher is called with what came and a place to begin at, and returns (begin, end) or None.
"""

import re
from collections.abc import Callable, Iterable

_ANSI = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")


def remove_ansi_escape_sequences(text: str) -> str:
    return _ANSI.sub("", text)


def normalize_lineseps(text: str) -> str:
    """Terminals write \\r\\n."""
    return text.replace("\r\n", "\n")


def build_text_match(expected_text, *, strict: bool = False) -> Callable:
    """For a text, a pattern, or a list of them in this order; `strict`: with nothing in between."""
    if isinstance(expected_text, str):
        return _text(expected_text, strict)
    if hasattr(expected_text, "search") and hasattr(expected_text, "match"):
        return _pattern(expected_text, strict)
    if isinstance(expected_text, Iterable):
        return _one_by_one([build_text_match(one) for one in expected_text], strict)
    raise ValueError(f"{expected_text!r} is no text, no pattern and no list of them")


def build_line_match(expected_lines, *, strict: bool = False) -> Callable:
    """The same for lines: a text is a part of a line, a pattern matches from a line's begin.

    `strict`: all lines are so.
    """
    if isinstance(expected_lines, str):
        if strict:
            return _all_lines(lambda line: line == expected_lines)
        return _first_line(lambda line: expected_lines in line)
    if hasattr(expected_lines, "match"):
        return (_all_lines if strict else _first_line)(expected_lines.match)
    if isinstance(expected_lines, Iterable):
        return _one_by_one([build_line_match(one) for one in expected_lines], strict)
    raise ValueError(f"{expected_lines!r} is no text, no pattern and no list of them")


def _text(expected: str, strict: bool) -> Callable:
    def match(actual: str, start: int = 0):
        actual = normalize_lineseps(actual)
        found = actual.find(expected, start)
        if found < 0 or (strict and actual[start:] != expected):
            return None
        return found, found + len(expected)

    return match


def _pattern(expected: re.Pattern, strict: bool) -> Callable:
    def match(actual: str, start: int = 0):
        find = expected.match if strict else expected.search
        found = find(normalize_lineseps(actual), start)
        return None if found is None else found.span()

    return match


def _first_line(holds: Callable) -> Callable:
    def match(lines, start: int = 0):
        for index in range(start, len(lines)):
            if holds(lines[index]):
                return index, index + 1
        return None

    return match


def _all_lines(holds: Callable) -> Callable:
    def match(lines, start: int = 0):
        return (start, len(lines)) if all(holds(line) for line in lines[start:]) else None

    return match


def _one_by_one(matchers: list[Callable], strict: bool) -> Callable:
    def match(actual, start: int = 0):
        begin, end = None, start
        for one in matchers:
            found = one(actual, end)
            if found is None or (strict and found[0] != end):
                return None
            begin = found[0] if begin is None else begin
            end = found[1]
        return None if begin is None else (begin, end)

    return match
