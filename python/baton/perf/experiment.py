# SPDX-License-Identifier: Apache-2.0
"""What every experiment answers: which cells, and what their results say."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from baton.perf.cell import Cell, Coordinates
from baton.perf.headlines import figures_of
from baton.perf.plot import ChartGroup
from baton.perf.results import Results
from baton.perf.table import Table
from baton.perf.units import compared


@dataclass(frozen=True)
class Judgement:
    """A figure beside what it must reach. `reached` is None while it cannot be said."""

    what: str
    measured: str
    required: str
    reached: bool | None


@dataclass(frozen=True)
class Finding:
    """One sentence a reader should take away, the figure in front."""

    figure: str
    text: str

    @staticmethod
    def less(ratio: float, text: str) -> "Finding":
        """`2.00×`, `less CPU than UDP`. A ratio below 1 is a loss, and reads as one: `more`."""
        figure, word = compared(ratio, ("less", "more"))
        return Finding(figure, f"{word} {text}")


@dataclass(frozen=True)
class Next:
    """What is run next for a planned cell: the cell as it is run, or a probe that must be known before."""

    cell: Cell | None  # None: nothing is left that could be run
    probes: int = 0  # so many come first at least, `cell` among them


class Experiment(ABC):
    name: str
    title: str
    # One line for --help: what the reader learns.
    purpose: str
    seconds: float = 1
    repetitions: int = 1
    # Which summarised metric decides whether a cell got slower, and which way is better.
    main_metric: str = "latency_ns_p50"
    # Variants that share a chart, by the chart's name; empty: all do.
    variant_groups: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    # Whether its report has all quantiles of each cell in a table of their own.
    has_tails: bool = True
    # Whether a lost message means that something went wrong.
    lossless: bool = True

    @abstractmethod
    def cells(self, seconds: float) -> list[Cell]:
        """One round, in the order of measuring: variants that are compared follow each other."""

    def check(self, cells: Iterable[Cell], bin_dir: Path) -> None:
        """Raises BadFile where a program refuses a command that the user's file asks for."""

    def next_of(self, cell: Cell, repetition: int, results: Results) -> Next:
        """Where a command depends on what was measured, how far that is."""
        return Next(cell)

    def is_probe(self, coordinates) -> bool:
        """A run that only says how others are run."""
        return False

    @abstractmethod
    def tables(self, results: Results) -> list[Table]: ...

    def charts(self, results: Results) -> list[ChartGroup]:
        return []

    def findings(self, results: Results) -> list[Finding]:
        return []

    def judgements(self, results: Results) -> list[Judgement]:
        return []

    def headlines(self, results: Results) -> dict[str, float]:
        """What is followed over commits."""
        return figures_of(self.name, results)

    def compared_cells(self, results: Results) -> Iterable[tuple[Coordinates, Coordinates]]:
        """Pairs of cells whose ratio the report gives an interval: zero copy over each other variant."""
        for below, _ in results.cells():
            if below.get("variant", "zero copy") != "zero copy":
                yield {**below, "variant": "zero copy"}, below

    def length_text(self, seconds: float) -> str:
        """How long a run is, in words."""
        return f"{seconds:g} s"

    def is_reference(self, coordinates) -> bool:
        """A measure of the machine, not of Baton: it may not fail a comparison."""
        return "floor" in str(coordinates.get("variant", ""))

    def is_lossless(self, coordinates) -> bool:
        return self.lossless

    def metric_of(self, coordinates) -> tuple[str, bool]:
        """The metric that a comparison looks at, and whether larger is better."""
        return self.main_metric, False


def plan(cells: list[Cell], repetitions: int) -> list[tuple[int, Cell]]:
    """A B A B: every repetition visits all cells, so that a slow minute hits all variants alike."""
    return [(repetition, cell) for repetition in range(repetitions) for cell in cells]
