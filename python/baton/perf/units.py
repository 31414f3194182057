# SPDX-License-Identifier: Apache-2.0
"""How numbers are written for people. Stored values keep their base unit, named last."""

import re

MISSING = "–"


def size_bytes(text: str) -> int:
    """`4 KB` -> 4096. Sizes are powers of two, as in the message names (Array4k = 4096 bytes)."""
    found = re.fullmatch(r"\s*(\d+)\s*([KMG]?)B\s*", text, re.IGNORECASE)
    if not found:
        raise ValueError(f"not a size: {text!r} (write 256 B, 4 KB or 1 MB)")
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2].upper()]


def size_text(size: int) -> str:
    for shift, unit in ((20, "MB"), (10, "KB")):
        if size >= 1 << shift and size % (1 << shift) == 0:
            return f"{size >> shift} {unit}"
    return f"{size} B"


def significant(value: float, digits: int = 3) -> str:
    """Three significant digits, never an exponent: 0.0123, 9.21, 87.3, 1,040."""
    if value == 0:
        return "0"
    magnitude = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    if magnitude >= digits:
        return f"{value:,.0f}"
    if magnitude:
        return f"{value:.{digits - magnitude}f}"
    return f"{value:#.{digits}g}" if abs(value) >= 1e-4 else f"{value:.6f}"


def count(value: float) -> str:
    return f"{value:,.0f}"


def microseconds(value_ns: float | None) -> str:
    return MISSING if value_ns is None else significant(value_ns / 1e3)


def duration(value_ns: float) -> str:
    """With the unit that suits: 870 ns, 12.5 µs, 3.10 ms."""
    for limit, scale, unit in ((1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if abs(value_ns) < limit:
            return f"{significant(value_ns / scale)} {unit}"
    return f"{significant(value_ns / 1e9)} s"


def round_text(text: str) -> str:
    """For round values on an axis: `10.0 µs` -> `10 µs`."""
    return re.sub(r"\.0+(?=\D|$)", "", text)


def ratio(value: float | None) -> str:
    return MISSING if value is None else f"{value:.2f}" if value < 10 else significant(value)


def times(value: float | None) -> str:
    return MISSING if value is None else f"{ratio(value)}×"


def compared(ratio: float, words: tuple[str, str]) -> tuple[str, str]:
    """`2.00×` with the first word; below 1 the reverse with the second, as `0.50× less` says nothing."""
    return (times(ratio), words[0]) if ratio >= 1 else (times(1 / ratio), words[1])


def percent(value: float | None) -> str:
    return MISSING if value is None else f"{value:.1f}" if value < 10 else f"{value:.0f}"


def kibibytes(value_kb: float | None) -> str:
    if value_kb is None:
        return MISSING
    return f"{significant(value_kb / 1024)} MB" if value_kb >= 1024 else f"{value_kb:.0f} KB"


def seconds_text(value: float) -> str:
    minutes, rest = divmod(round(value), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
