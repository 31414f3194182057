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
from pathlib import Path

import yaml

from baton.perf import units
from baton.perf.bad_file import BadFile
from baton.perf.cell import Cell, Coordinates
from baton.perf.distribution import QUANTILES
from baton.perf.experiment import Experiment
from baton.perf.perf_test import command_line, reader_for
from baton.perf.results import Results
from baton.perf.side_by_side import P50, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_quantile

KEYS = ("name", "title", "seconds", "repetitions", "options", "vary", "variants", "baseline")

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
        self.title = str(data.get("title", self.name))
        self.seconds = self._number(data, "seconds", 1)
        self.repetitions = int(self._number(data, "repetitions", 1))
        self._options = self._mapping(data, "options")
        self._vary = self._mapping(data, "vary")
        self._variants = self._mapping(data, "variants") or {"measured": {}}
        self._baseline = data.get("baseline")
        self._check()

    def _fail(self, text: str) -> BadFile:
        return BadFile(f"{self._path}: {text}")

    def _load(self) -> dict:
        try:
            data = yaml.safe_load(self._path.read_text(encoding="utf-8"))
        except OSError as error:
            raise self._fail(error.strerror or str(error)) from error
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise self._fail("not YAML: " + " ".join(str(error).split())) from error
        if not isinstance(data, dict):
            raise self._fail(f"must be a mapping with the keys {', '.join(KEYS)}")
        for key in data:
            if key not in KEYS:
                near = difflib.get_close_matches(str(key), KEYS, 1)
                hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(KEYS)}"
                raise self._fail(f"unknown key {key!r}; {hint}")
        return data

    def _number(self, data: dict, key: str, default: float) -> float:
        value = data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise self._fail(f"{key} must be a number above 0, not {value!r}")
        return value

    def _mapping(self, data: dict, key: str) -> dict:
        value = data.get(key) or {}
        if not isinstance(value, dict):
            raise self._fail(f"{key} must be a mapping of options, not {value!r}")
        return value

    def _check(self) -> None:
        for name, value in self._options.items():
            self._check_option(name, value)
        for name, values in self._vary.items():
            if not isinstance(values, list) or not values:
                raise self._fail(f"vary: {name} must be a list of values, not {values!r}")
            for value in values:
                self._check_option(name, value)
        for variant, options in self._variants.items():
            if not isinstance(options, dict):
                raise self._fail(
                    f"variants: {variant} must be a mapping of options, not {options!r}"
                )
            for name, value in options.items():
                self._check_option(name, value)
        if self._baseline is not None and self._baseline not in self._variants:
            known = ", ".join(self._variants)
            raise self._fail(f"baseline {self._baseline!r} is no variant; there is {known}")

    def _check_option(self, name: object, value: object) -> None:
        if not isinstance(name, str):
            raise self._fail(f"{name!r} is no option's name; put it in quotes")
        if name in OURS:
            raise self._fail(f"{name} is set by baton perf; leave it out{OURS[name]}")
        if not isinstance(value, str | int | float):
            raise self._fail(f"{name} must be one value, not {value!r}")
        if name in COUNTS and (isinstance(value, bool) or not isinstance(value, int)):
            raise self._fail(f"{name} must be a whole number, not {value!r}")

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(dict(zip(self._vary, values)), variant, options, seconds)
            for values in itertools.product(*self._vary.values())
            for variant, options in self._variants.items()
        ]

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
