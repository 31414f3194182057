# SPDX-License-Identifier: Apache-2.0
"""Values in .msg, .srv and .action files: constants, and default values of fields.

They are understood as in ROS 2, also where that is a surprise:

- Whole numbers are what Python's int() understands: `010` is ten, `0x10` sixteen, `1_000` a thousand.
- A string needs no quotes. Those around it are taken away, and in it `\\"` (in '...': `\\'`) is a quote.
- In a list, a comma is only needed behind a string without quotes, and one at the end is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .model import Field, Kind, Shape

_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
_FLOATS = (Kind.FLOAT32, Kind.FLOAT64)
_QUOTES = ('"', "'")


class LiteralError(Exception):
    """What is wrong with a value; the reader of the line knows which line it is."""


def _limits() -> Iterator[tuple[Kind, tuple[int, int]]]:
    yield Kind.BYTE, (0, 255)
    for bits in (8, 16, 32, 64):
        half = 2 ** (bits - 1)
        yield Kind[f"INT{bits}"], (-half, half - 1)
        yield Kind[f"UINT{bits}"], (0, 2 * half - 1)


_LIMITS = dict(_limits())


def read_value(kind: Kind, text: str) -> object:
    """One value of a type without a bound; raises LiteralError."""
    return _value(kind, 0, text, unescape=True)


def read_default(field: Field, text: str) -> object:
    """The default value of a field; raises LiteralError."""
    if field.nested is not None:
        raise LiteralError(
            "a field of a message type has no default value: remove it, the nested message's own"
            " defaults apply"
        )
    if field.shape is Shape.SINGLE:
        return _value(field.kind, field.string_bound, text, unescape=True)
    if not (text.startswith("[") and text.endswith("]")):
        raise LiteralError(
            f"{text} is no list: the default value of an array or sequence is written in brackets,"
            " for example [1, 2]"
        )
    inner = text[1:-1]
    if field.is_string:
        texts = list(_strings(inner))
    else:
        texts = inner.split(",") if inner else []
    _check_count(field, len(texts))
    return tuple(_element(field, number, one) for number, one in enumerate(texts, 1))


def _check_count(field: Field, found: int) -> None:
    given = f"{found} element{'' if found == 1 else 's'} given"
    if field.shape is Shape.ARRAY and found != field.count:
        raise LiteralError(f"{given}, and the array has exactly {field.count}: list as many")
    if field.shape is Shape.BOUNDED_SEQUENCE and found > field.count:
        raise LiteralError(
            f"{given}, and the sequence holds at most {field.count}: list fewer, or raise the bound"
        )


def _element(field: Field, number: int, text: str) -> object:
    try:
        # Escapes like \t mean nothing in lists.
        return _value(field.kind, field.string_bound, text.strip(), unescape=False)
    except LiteralError as error:
        raise LiteralError(f"element {number}: {error}") from None


def _value(kind: Kind, bound: int, text: str, *, unescape: bool) -> object:
    if kind is Kind.BOOLEAN:
        if text.lower() not in _BOOLEANS:
            raise LiteralError(f'"{text}" is no bool: write true, false, 1 or 0')
        return _BOOLEANS[text.lower()]
    if kind in _LIMITS:
        return _integer(kind, text)
    if kind in _FLOATS:
        try:
            return float(text)
        except ValueError:
            raise LiteralError(f'"{text}" is no number: write it with a point, like 1.5') from None
    value = _string(bound, text)
    return _unescaped(value) if unescape else value


def _integer(kind: Kind, text: str) -> int:
    low, high = _LIMITS[kind]
    for base in (10, 0):  # 0: with a prefix that says which; then, 010 is refused
        try:
            value = int(text, base)
        except ValueError:
            continue
        if low <= value <= high:
            return value
        raise LiteralError(f'"{text}" is out of range: {kind.name.lower()} has {low} to {high}')
    raise LiteralError(f'"{text}" is no whole number: write it like 31, -31 or 0x1f')


def _string(bound: int, text: str) -> str:
    for quote in _QUOTES:
        if text.startswith(quote) and text.endswith(quote):
            text = text[1:-1]
            if _unescaped_quote(text, quote) is not None:
                raise LiteralError(
                    f"a quote in {quote}{text}{quote} ends the string too early: write"
                    f" \\{quote} for it, or the other quotes around the string"
                )
            text = text.replace("\\" + quote, quote)
            break
    if bound and len(text) > bound:
        raise LiteralError(
            f'"{text}" has {len(text)} characters, and the string holds at most {bound}: shorten it,'
            " or raise the bound"
        )
    return text


def _strings(text: str) -> Iterator[str]:
    """The elements of a list of strings, without their own quotes."""
    while text:
        text = text.lstrip(" ")
        if not text or text[0] == ",":
            raise LiteralError(
                "a list of strings has nothing between two commas, or behind the last: remove the"
                ' comma; an empty string is written ""'
            )
        quote = text[0]
        if quote in _QUOTES:
            end = _unescaped_quote(text, quote, 1)
            if end is None:
                raise LiteralError(f"the string {text} is not closed: end it with {quote}")
            yield text[1:end].replace("\\" + quote, quote)
            text = text[end + 1 :]
        else:
            one, comma, text = text.partition(",")
            yield one
            text = comma + text
        text = text.lstrip(" ")
        text = text[1:] if text.startswith(",") else text


def _unescaped_quote(text: str, quote: str, start: int = 0) -> int | None:
    """Where the next quote is that has no backslash before it."""
    found = re.compile(rf"(?<!\\){quote}").search(text, start)
    return found.start() if found else None


def _unescaped(text: str) -> str:
    """With what escapes like \\t and \\x41 stand for; as it is where one of them is not understood."""
    if "\\" not in text:
        return text
    try:
        return text.encode().decode("unicode_escape").encode("latin-1").decode()
    except UnicodeError:
        return text
