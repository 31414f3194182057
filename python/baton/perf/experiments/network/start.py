# SPDX-License-Identifier: Apache-2.0
"""How long a second process takes to its first message: network off, on, and alone."""

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment
from baton.perf.experiments.bench.start import PROGRAM, read_start
from baton.perf.experiments.network.beside_shared_memory import NETWORK_ON
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table
from baton.perf.variants import with_environment

STARTS = 10
VARIANTS = {
    "network off": {},
    "network on": NETWORK_ON,
    "UDP only": {"BATON_TRANSPORT": "udp"},
}


class Start(Experiment):
    name = "start"
    title = "Start of a second process to its first message"
    purpose = "start-up with the network off, on, and alone"
    main_metric = "start_ns_p50"

    def cells(self, seconds: float) -> list[Cell]:
        return [self._cell(variant, seconds) for variant in VARIANTS]

    def _cell(self, variant: str, seconds: float) -> Cell:
        cell = Cell(
            coordinates={"row": self.name, "variant": variant},
            command=(PROGRAM, "--json", "--repetitions", str(STARTS)),
            read=read_start,
            seconds=seconds,
            processes=2,
        )
        variables = VARIANTS[variant]
        return with_environment(cell, variables) if variables else cell

    def tables(self, results: Results) -> list[Table]:
        rows = [
            (
                variant,
                *(
                    with_range(
                        results.spread(f"start_ns_{name}", row=self.name, variant=variant),
                        units.duration,
                    )
                    for name in ("min", "p50", "max")
                ),
            )
            for variant in results.distinct("variant")
        ]
        return [Table(self.title, ("", "min", "p50", "max"), rows, text_columns=frozenset({0}))]
