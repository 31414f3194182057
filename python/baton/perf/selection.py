# SPDX-License-Identifier: Apache-2.0
"""`--only`: picks cells by what they measure. `size=4MB`, `subscribers=1,16`, `zero-copy`."""

from collections.abc import Iterator, Sequence

from baton.perf.cell import Cell


class NothingSelected(ValueError):
    pass


def _plain(value: object) -> str:
    return "".join(letter for letter in str(value).lower() if letter not in " -_")


def _known(cells: Sequence[Cell]) -> dict[str, list]:
    known: dict[str, list] = {}
    for cell in cells:
        for name, value in cell.coordinates.items():
            values = known.setdefault(name, [])
            if value not in values:
                values.append(value)
    return known


def select(cells: Sequence[Cell], patterns: Sequence[str]) -> list[Cell]:
    """Cells that match: patterns on one coordinate widen, on different ones narrow the choice."""
    known = _known(cells)
    wanted: dict[str, set[str]] = {}
    for pattern in patterns:
        name, equals, listed = pattern.partition("=")
        if not equals:
            name, listed = "", pattern
        for place, value in _values(name.strip(), listed.split(","), known):
            if place is None:
                choices = "; ".join(
                    f"{key}={','.join(map(str, values))}" for key, values in known.items()
                )
                raise NothingSelected(f"--only {pattern} matches nothing; there is {choices}")
            wanted.setdefault(place, set()).add(_plain(value))
    selected = [
        cell
        for cell in cells
        if all(_plain(cell.coordinates.get(name, "")) in values for name, values in wanted.items())
    ]
    if not selected:
        raise NothingSelected(f"--only {' --only '.join(patterns)}: nothing matches all of it")
    return selected


def _values(
    name: str, pieces: list[str], known: dict[str, list]
) -> Iterator[tuple[str | None, str]]:
    """Each value with its coordinate; a comma may belong to a value: `hand-over, 1 reader`."""
    while pieces:
        for count in range(len(pieces), 0, -1):
            value = ",".join(pieces[:count])
            if (place := _place(name, value, known)) or count == 1:
                yield place, value
                del pieces[:count]
                break


def _place(name: str, value: str, known: dict[str, list]) -> str | None:
    """The coordinate that has this value; with a name given, only that one is asked."""
    for coordinate, values in known.items():
        if name and coordinate != name:
            continue
        if any(_plain(candidate) == _plain(value) for candidate in values):
            return coordinate
    return None
