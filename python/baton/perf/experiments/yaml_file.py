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
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.perf_test import command_line, read_run, read_zero_copy_run
from baton.perf.results import Results
from baton.perf.side_by_side import P50, with_range
from baton.perf.table import Table

KEYS = ("name", "title", "seconds", "repetitions", "options", "vary", "variants", "baseline")


class BadFile(ValueError):
    """The file says something that cannot be measured; the text names the file and the cure."""


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
            data = yaml.safe_load(self._path.read_text())
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
        for name, values in self._vary.items():
            if not isinstance(values, list) or not values:
                raise self._fail(f"vary: {name} must be a list of values, not {values!r}")
        for name, options in self._variants.items():
            if not isinstance(options, dict):
                raise self._fail(f"variants: {name} must be a mapping of options, not {options!r}")
        if self._baseline is not None and self._baseline not in self._variants:
            known = ", ".join(self._variants)
            raise self._fail(f"baseline {self._baseline!r} is no variant; there is {known}")

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(dict(zip(self._vary, values)), variant, options, seconds)
            for values in itertools.product(*self._vary.values())
            for variant, options in self._variants.items()
        ]

    def _cell(self, varied: dict, variant: str, own: dict, seconds: float) -> Cell:
        options = {**self._options, **varied, **own, "max-runtime": seconds}
        inter_process = options.get("process-configuration") == "INTER_PROCESS"
        endpoints = options.get("num-pub-threads", 1) + options.get("num-sub-threads", 1)
        return Cell(
            coordinates={**{name: str(value) for name, value in varied.items()}, "variant": variant},
            command=command_line(options),
            read=read_zero_copy_run if options.get("zero-copy") else read_run,
            seconds=seconds,
            processes=endpoints if inter_process else 1,
        )

    def is_reference(self, coordinates) -> bool:
        options = self._variants.get(coordinates.get("variant"), {})
        return "floor" in str(options.get("communicator", options.get("c", "")))

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for coordinates, _ in results.cells():
            row = [str(coordinates.get(name, "")) for name in (*self._vary, "variant")]
            for metric in ("latency_ns_p50", "latency_ns_p99"):
                row.append(with_range(results.spread(metric, **coordinates), units.microseconds))
            row.append(units.percent(results.median("cpu_percent", **coordinates)))
            if self._baseline:
                below = {**coordinates, "variant": self._baseline}
                row.append(with_range(results.ratio(P50, coordinates, below), units.ratio))
            rows.append(tuple(row))
        columns = [*self._vary, "variant", "p50 µs", "p99 µs", "CPU %"]
        if self._baseline:
            columns.append(f"p50 / {self._baseline}")
        words = frozenset(range(len(self._vary) + 1))
        return [Table(self.title, tuple(columns), rows, text_columns=words)]
