# SPDX-License-Identifier: Apache-2.0
"""What a publisher of large messages commits, and what a participant costs that does nothing."""

import sys
from dataclasses import replace

from baton.perf import units
from baton.perf.cell import BIN, Cell, Metrics, UnusableResult
from baton.perf.experiment import Experiment, Judgement
from baton.perf.perf_test import read_zero_copy_run
from baton.perf.results import Results
from baton.perf.side_by_side import with_range
from baton.perf.table import Table
from baton.perf.variants import ZERO_COPY, hand_over_cell

SIZE = 4 << 20
DEPTH = 10
SUBSCRIBERS = 2
# Each subscriber holds one message at most: the one that its callback gets.
POOL_LIMIT = DEPTH + SUBSCRIBERS + 2
DIRTY_LIMIT_KB = 3 * 1024
IDLE_PROGRAM = "idle_participant"
POOL, IDLE = "publisher's pool", "idle participant"


def read_pool(document: dict) -> Metrics:
    metrics = read_zero_copy_run(document)
    pools = [each.get("committed_bytes", 0) for each in document.get("publishers", [])]
    if not any(pools):
        raise UnusableResult("its JSON has no `committed_bytes` of a publisher")
    return metrics | {"pool_committed_bytes": sum(pools)}


def read_idle(document: dict) -> Metrics:
    if "idle" not in document:
        raise UnusableResult("its JSON has no `idle`")
    return dict(document["idle"])


class Memory(Experiment):
    name = "memory"
    title = "Memory and idleness"
    purpose = "committed pool of a 4 MB publisher; memory and wake-ups of an idle participant"

    def cells(self, seconds: float) -> list[Cell]:
        pool = hand_over_cell(
            ZERO_COPY,
            size=SIZE,
            subscribers=SUBSCRIBERS,
            seconds=seconds,
            more_options={"history-depth": DEPTH, "memory": True},
        )
        observe = (sys.executable, "-m", "baton.perf.observe_idle", "--seconds", f"{seconds:g}")
        return [
            replace(pool, coordinates={"row": self.name, "variant": POOL}, read=read_pool),
            Cell(
                coordinates={"row": self.name, "variant": IDLE},
                command=(*observe, f"{BIN}/{IDLE_PROGRAM}"),
                read=read_idle,
                seconds=seconds,
                needs=(IDLE_PROGRAM,),
            ),
        ]

    def metric_of(self, coordinates) -> tuple[str, bool]:
        pool = coordinates.get("variant") == POOL
        return ("pool_committed_bytes" if pool else "private_dirty_kb"), False

    def _spread(self, results: Results, metric: str, variant: str):
        return results.spread(metric, row=self.name, variant=variant)

    def tables(self, results: Results) -> list[Table]:
        rows = [
            (title, with_range(self._spread(results, metric, variant), write))
            for title, metric, variant, write in (
                ("publisher's pool, messages of 4 MB", "pool_committed_bytes", POOL, _messages),
                ("idle participant, Private_Dirty", "private_dirty_kb", IDLE, units.kibibytes),
                ("idle participant, wake-ups a second", "wake_ups_per_s", IDLE, units.significant),
                ("idle participant, threads", "threads", IDLE, units.count),
            )
        ]
        return [Table(self.title, ("", "measured"), rows, text_columns=frozenset({0}))]

    def judgements(self, results: Results) -> list[Judgement]:
        verdicts = []
        if pool := self._spread(results, "pool_committed_bytes", POOL):
            verdicts.append(
                Judgement(
                    f"committed pool, 4 MB, depth {DEPTH}, {SUBSCRIBERS} subscribers",
                    f"{_messages(pool.maximum)} messages",
                    f"at most {POOL_LIMIT} messages",
                    # Each message takes a page more, because its time and id follow it.
                    pool.maximum <= POOL_LIMIT * (SIZE + 4096),
                )
            )
        if dirty := self._spread(results, "private_dirty_kb", IDLE):
            verdicts.append(
                Judgement(
                    "idle participant, Private_Dirty",
                    with_range(dirty, units.kibibytes),
                    "below 3 MB",
                    dirty.median < DIRTY_LIMIT_KB,
                )
            )
        if wakes := self._spread(results, "wake_ups_per_s", IDLE):
            verdicts.append(
                Judgement(
                    "idle participant, wake-ups a second",
                    with_range(wakes, units.significant),
                    "0",
                    wakes.median == 0,
                )
            )
        return verdicts


def _messages(value_bytes: float) -> str:
    return f"{value_bytes / SIZE:.1f}"
