# SPDX-License-Identifier: Apache-2.0
"""What message types cost by themselves: containers, CDR and validation, from the
micro-benchmarks."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from baton.perf import units
from baton.perf.cell import Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Judgement
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.statistics import Spread
from baton.perf.table import BAD, GOOD, Entry, Table

CONTAINERS, CDR, VALIDATION = "msg_container_bench", "msg_cdr_bench", "msg_validate_bench"
# Longer runs of a micro-benchmark say nothing more, but repetitions do.
LONGEST_S = 0.5
OURS = "baton"


@dataclass(frozen=True)
class Pair:
    """Two benchmarks of one program: `ours` may take `limit` times as long as `theirs`."""

    what: str
    program: str
    ours: str
    theirs: str
    than: str
    limit: float | None = None
    required: str = ""

    @property
    def requirement(self) -> str:
        return self.required or f"at most {self.limit}"


def _against_vector(what: str, name: str, limit: float | None = None) -> Pair:
    ours, theirs = f"{name}<Vector<float>>", f"{name}<std::vector<float>>"
    return Pair(what, CONTAINERS, ours, theirs, "std::vector", limit)


# At nine tenths of the speed of memcpy, this is how much of its time is taken.
MEMCPY_LIMIT = round(1 / 0.9, 3)
MEMCPY_TEXT = "0.9 of its speed (1.11)"
TRANSFORMS = "hundred_transforms<std::vector<Transform<std::string>>>"

PAIRS = (
    _against_vector("sum of 1 M floats by iterator", "sum_by_iterator", 1.05),
    _against_vector("sum of 1 M floats by index", "sum_by_index", 1.05),
    _against_vector("scaling 1 M floats by iterator", "scale", 1.05),
    _against_vector("scaling 1 M floats by index", "scale_by_index", 1.05),
    _against_vector("push_back of 1 M floats", "push_back", 1.3),
    _against_vector("push_back of 1 M floats into reserved memory", "push_back_reserved"),
    Pair(
        *("push_back of 1 M floats in a loan", CONTAINERS, "push_back_in_a_loan"),
        *("push_back<std::vector<float>>", "std::vector", 1.3),
    ),
    Pair(
        *("filling 100 transforms", CONTAINERS, "hundred_transforms<Vector<Transform<String>>>"),
        *(TRANSFORMS, "std containers"),
    ),
    Pair(
        *("filling 100 transforms in a loan", CONTAINERS, "hundred_transforms_in_a_loan"),
        *(TRANSFORMS, "std containers"),
    ),
    Pair(
        *("encoding PointCloud2 of 4 MB", CDR, "cloud_4_mb_encode", "memcpy_4_mb", "memcpy"),
        *(MEMCPY_LIMIT, MEMCPY_TEXT),
    ),
    Pair(
        *("decoding PointCloud2 of 4 MB", CDR, "cloud_4_mb_decode", "memcpy_4_mb", "memcpy"),
        *(MEMCPY_LIMIT, MEMCPY_TEXT),
    ),
    Pair(
        *("encoding 100 transforms", CDR, "transforms_100_encode"),
        *("transforms_100_encode_fast_cdr", "Fast CDR", 1.1),
    ),
    Pair(
        *("decoding 100 transforms", CDR, "transforms_100_decode"),
        *("transforms_100_decode_fast_cdr", "Fast CDR", 1.1),
    ),
)

WALK = "validation of a received message"
WALK_BENCHMARK = "transforms_100_compiled"
WALK_LIMIT_NS = 2.0


def reader_of(benchmark: str) -> Callable[[dict], Metrics]:
    def read(document: dict) -> Metrics:
        for entry in document.get("benchmarks", []):
            if entry.get("name") != benchmark:
                continue
            if entry.get("error_occurred"):
                raise UnusableResult(f"{benchmark}: {entry.get('error_message', 'failed')}")
            if entry.get("time_unit") != "ns":
                raise UnusableResult(f"{benchmark} is not in nanoseconds")
            # Measure time on the processor, so that other work on the machine does not count.
            metrics = {"time_ns": float(entry["cpu_time"])}
            if "per_container" in entry:
                metrics["per_container_ns"] = entry["per_container"] * 1e9
            return metrics
        raise UnusableResult(
            f"this build has no benchmark {benchmark}; cure: make release"
            + (", with libfastcdr-dev installed" if "fast_cdr" in benchmark else "")
        )

    return read


class Messages(Experiment):
    name = "messages"
    title = "What message types cost by themselves"
    purpose = "containers against std, CDR against memcpy and Fast CDR, validation"
    seconds = 0.3
    repetitions = 5
    main_metric = "time_ns"
    lossless = False

    def cells(self, seconds: float) -> list[Cell]:
        cells = []
        for pair in PAIRS:
            cells.append(self._cell(pair.what, OURS, pair.program, pair.ours, seconds))
            cells.append(self._cell(pair.what, pair.than, pair.program, pair.theirs, seconds))
        return [*cells, self._cell(WALK, OURS, VALIDATION, WALK_BENCHMARK, seconds)]

    def _cell(self, what: str, variant: str, program: str, benchmark: str, seconds: float) -> Cell:
        shortest_s = min(seconds, LONGEST_S)
        command = (
            program,
            f"--benchmark_filter=^{re.escape(benchmark)}$",
            f"--benchmark_min_time={shortest_s:g}",
            "--benchmark_format=json",
        )
        at = {"row": self.name, "what": what, "variant": variant}
        return Cell(at, command, reader_of(benchmark), shortest_s)

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") != OURS

    def _at(self, what: str, variant: str) -> dict:
        return {"row": self.name, "what": what, "variant": variant}

    def _ratio(self, results: Results, pair: Pair) -> Spread | None:
        ours, theirs = self._at(pair.what, OURS), self._at(pair.what, pair.than)
        return results.ratio("time_ns", ours, theirs)

    def tables(self, results: Results) -> list[Table]:
        rows = [self._row(results, pair) for pair in PAIRS]
        columns = ("what", "Baton", "compared with", "takes", "ratio", "at most")
        notes = (
            "time on the processor, median (smallest–largest); the ratio is taken within each "
            "repetition",
        )
        tables = [Table(self.title, columns, rows, notes, frozenset({0, 2}))]
        walk = results.spread("per_container_ns", **self._at(WALK, OURS))
        if walk:
            row = (WALK, with_range(walk, units.significant), f"{WALK_LIMIT_NS:g}")
            columns = ("what", "ns a container", "at most")
            tables.append(Table("Validation", columns, [row], text_columns=frozenset({0})))
        return tables

    def _row(self, results: Results, pair: Pair) -> tuple:
        ratio = self._ratio(results, pair)
        tone = ""
        if ratio and pair.limit:
            tone = GOOD if ratio.median <= pair.limit else BAD
        times = [
            with_range(results.spread("time_ns", **self._at(pair.what, variant)), units.duration)
            for variant in (OURS, pair.than)
        ]
        limit = f"{pair.limit:.3g}" if pair.limit else units.MISSING
        return (
            *(pair.what, times[0], pair.than, times[1]),
            *(Entry(with_range(ratio, units.ratio), tone), limit),
        )

    def judgements(self, results: Results) -> list[Judgement]:
        verdicts = []
        for pair in PAIRS:
            ratio = self._ratio(results, pair)
            if ratio and pair.limit:
                verdicts.append(
                    Judgement(
                        f"{pair.what}, over {pair.than}",
                        with_range(ratio, units.ratio),
                        pair.requirement,
                        ratio.median <= pair.limit,
                    )
                )
        if walk := results.spread("per_container_ns", **self._at(WALK, OURS)):
            verdicts.append(
                Judgement(
                    f"{WALK}, hot",
                    f"{with_range(walk, units.significant)} ns a container",
                    f"at most {WALK_LIMIT_NS:g} ns",
                    walk.median <= WALK_LIMIT_NS,
                )
            )
        return verdicts
