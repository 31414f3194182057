# SPDX-License-Identifier: Apache-2.0
"""An experiment from a file: any product of perf_test's options, variants side by side.

name: depth
seconds: 2
repetitions: 3
options: {rate: 200, reliable: true, keep-last: true, process-configuration: INTER_PROCESS}
vary:
  msg: [Array64k, Array4m]
  history-depth: [1, 10]
variants:
  zero copy: {zero-copy: true}
  floor: {communicator: floor}
baseline: floor
"""

import difflib
import itertools
import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from baton.perf import units
from baton.perf.bad_file import BadFile
from baton.perf.cell import Cell, Coordinates
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment
from baton.perf.perf_test import command_line, reader_for, refusal_of
from baton.perf.results import Results
from baton.perf.side_by_side import P50, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_quantile

KEYS = ("name", "title", "seconds", "repetitions", "options", "vary", "variants", "baseline")

# What YAML takes `on` and `no` for, and what they are as names.
WORDS, TEXT = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:null"), "tag:yaml.org,2002:str"
# It names a folder.
NAME = re.compile(r"\w[\w .+-]*")
COUNTS = ("num-pub-threads", "p", "num-sub-threads", "s")
# Options that this command needs for itself, and what to write instead.
OURS = {name: "" for name in ("output", "o", "logfile", "l")} | {
    "max-runtime": " and write seconds"
}


class YamlFile(Experiment):
    purpose = "any product of perf_test's options"

    def __init__(self, path: Path) -> None:
        self._path = path
        data = self._load()
        self.name = str(data.get("name", path.stem))
        if not NAME.fullmatch(self.name):
            raise self._fail(f"name must be a name for a folder, not {self.name!r}", "name")
        self.title = str(data.get("title", self.name))
        self.seconds = self._number(data, "seconds", 1)
        self.repetitions = self._number(data, "repetitions", 1)
        if not isinstance(self.repetitions, int):
            text = f"repetitions must be a whole number, not {self.repetitions!r}"
            raise self._fail(text, "repetitions")
        self._options = self._mapping(data, "options")
        self._vary = self._mapping(data, "vary")
        self._variants = self._mapping(data, "variants") or {"measured": {}}
        self._baseline = data.get("baseline")
        self._check()

    def _fail(self, text: str, *place: object) -> BadFile:
        """With the line of the innermost of these keys that the file has."""
        words = [str(each) for each in place]
        known = (self._lines.get(tuple(words[:count])) for count in range(len(words), -1, -1))
        return BadFile(f"{self._path}:{next(filter(None, known), 1)}: {text}")

    def _load(self) -> dict:
        self._lines: dict[tuple[str, ...], int] = {}
        try:
            loader = yaml.SafeLoader(self._path.read_text(encoding="utf-8"))
            root = loader.get_single_node()
            for place, line in _lines_of(root):
                if place in self._lines:
                    text = f"{place[-1]} is there twice, first in line {self._lines[place]}"
                    raise BadFile(f"{self._path}:{line}: {text}")
                self._lines[place] = line
            data = loader.construct_document(root) if root else None
        except OSError as error:
            raise BadFile(f"{self._path}: {error.strerror or error}") from error
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise BadFile(f"{self._path}:{line}: not YAML: {error.problem}") from error
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise BadFile(f"{self._path}: not YAML: {' '.join(str(error).split())}") from error
        if not isinstance(data, dict):
            raise self._fail(f"must be a mapping with the keys {', '.join(KEYS)}")
        for key in data:
            if key not in KEYS:
                near = difflib.get_close_matches(str(key), KEYS, 1)
                hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(KEYS)}"
                raise self._fail(f"unknown key {key!r}; {hint}", key)
        return data

    def _number(self, data: dict, key: str, default: float) -> float:
        value = data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
            raise self._fail(f"{key} must be a number above 0, not {value!r}", key)
        return value

    def _mapping(self, data: dict, key: str) -> dict:
        value = data.get(key) or {}
        if not isinstance(value, dict):
            raise self._fail(f"{key} must be a mapping of options, not {value!r}", key)
        return value

    def _check(self) -> None:
        for name, value in self._options.items():
            self._check_option(name, value, "options")
        for name, values in self._vary.items():
            place = ("vary", name)
            if not isinstance(values, list) or not values:
                raise self._fail(f"vary: {name} must be a list of values, not {values!r}", *place)
            for value in values:
                self._check_option(name, value, "vary")
            if len({str(value) for value in values}) < len(values):
                raise self._fail(f"vary: {name} has a value twice", *place)
        for variant, options in self._variants.items():
            self._check_variant(variant, options)
        if self._baseline is not None and self._baseline not in self._variants:
            known = ", ".join(map(str, self._variants))
            text = f"baseline {self._baseline!r} is no variant; there is {known}"
            raise self._fail(text, "baseline")

    def _check_variant(self, variant: object, options: object) -> None:
        place = ("variants", variant)
        if not isinstance(options, dict):
            text = f"variants: {variant} must be a mapping of options, not {options!r}"
            raise self._fail(text, *place)
        for name, value in options.items():
            self._check_option(name, value, *place)
            if name in self._vary:
                text = f"variants: {variant} sets {name}, whose values vary has; leave it out in one of them"
                raise self._fail(text, *place, name)

    def _check_option(self, name: object, value: object, *place: object) -> None:
        here = (*place, name)
        if not isinstance(name, str):
            raise self._fail(f"{name!r} is no option's name; put it in quotes", *here)
        if name in OURS:
            raise self._fail(f"{name} is set by baton perf; leave it out{OURS[name]}", *here)
        if not isinstance(value, str | int | float):
            raise self._fail(f"{name} must be one value, not {value!r}", *here)
        if name in COUNTS and (isinstance(value, bool) or not isinstance(value, int)):
            raise self._fail(f"{name} must be a whole number, not {value!r}", *here)

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(dict(zip(self._vary, values)), variant, options, seconds)
            for values in itertools.product(*self._vary.values())
            for variant, options in self._variants.items()
        ]

    def check(self, cells: Iterable[Cell], bin_dir: Path) -> None:
        for cell in cells:
            if refusal := refusal_of(cell.command, bin_dir):
                raise self._fail(refusal, *self._place_of(refusal, cell.coordinates["variant"]))

    def _place_of(self, refusal: str, variant: object) -> tuple[object, ...]:
        """The option that a text is about, as far as the file has it."""
        named = re.search(r"--([\w-]+)", refusal)
        name = named[1] if named else ""
        for place in (("variants", variant), ("vary",), ("options",)):
            if (*map(str, place), name) in self._lines:
                return (*place, name)
        return ("variants", variant)

    def _cell(self, varied: dict, variant: str, own: dict, seconds: float) -> Cell:
        options = {**self._options, **varied, **own, "max-runtime": seconds}
        inter_process = options.get("process-configuration") == "INTER_PROCESS"
        endpoints = sum(
            options.get(long, options.get(short, 1)) for long, short in (COUNTS[:2], COUNTS[2:])
        )
        place = {name: str(value) for name, value in varied.items()}
        return Cell(
            coordinates={**place, "variant": variant},
            command=command_line(options),
            read=reader_for(options),
            seconds=seconds,
            processes=endpoints if inter_process else 1,
        )

    def is_reference(self, coordinates) -> bool:
        options = self._variants.get(coordinates.get("variant"), {})
        return "floor" in str(options.get("communicator", options.get("c", "")))

    def compared_cells(self, results: Results) -> list[tuple[Coordinates, Coordinates]]:
        return [
            (cell, {**cell, "variant": self._baseline})
            for cell, _ in results.cells()
            if self._baseline and cell["variant"] != self._baseline
        ]

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for coordinates, _ in results.cells():
            row = [str(coordinates.get(name, "")) for name in (*self._vary, "variant")]
            row.append(with_range(results.spread(P50, **coordinates), units.microseconds))
            found = results.distribution(**coordinates)
            row.extend(sound_quantile(found, QUANTILES[name]) for name in ("p90", "p99"))
            row.append(units.percent(results.median("cpu_percent", **coordinates)))
            if self._baseline:
                below = {**coordinates, "variant": self._baseline}
                row.append(with_range(results.ratio(P50, coordinates, below), units.ratio))
            rows.append(tuple(row))
        columns = [*self._vary, "variant", "p50 µs", "p90 µs", "p99 µs", "CPU %"]
        if self._baseline:
            columns.append(f"p50 / {self._baseline}")
        words = frozenset(range(len(self._vary) + 1))
        return [Table(self.title, tuple(columns), rows, text_columns=words)]


def _lines_of(
    node: yaml.Node | None, place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The keys of a file, down to options of variants, each with its line. `on` and `no` become names."""
    if isinstance(node, yaml.MappingNode) and len(place) < 3:
        for key, value in node.value:
            for name in (key, value) if key.value == "baseline" else (key,):
                if name.tag in WORDS:
                    name.tag = TEXT
            here = (*place, str(key.value))
            yield here, key.start_mark.line + 1
            yield from _lines_of(value, here)
