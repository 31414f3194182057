# SPDX-License-Identifier: Apache-2.0
"""Messages with strings and sequences against arrays of the same size: they must not be slower."""

from dataclasses import replace

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.experiment import Experiment, Judgement
from baton.perf.results import Results
from baton.perf.side_by_side import subscribers_text, with_range
from baton.perf.statistics import Spread, reached
from baton.perf.table import BAD, GOOD, Entry, Table
from baton.perf.variants import ZERO_COPY, hand_over_cell

# A message, its default size in words, and the array with the same number of bytes.
MESSAGES = (
    ("Image", "1920x1080x3", "Array1920x1080x3"),
    ("PointCloud2", "4 MB", "Array4m"),
)
SUBSCRIBERS = (1, 16)
LIMIT = 1.05


class Typed(Experiment):
    name = "typed"
    title = "Image and PointCloud2 against arrays of their size, loaned, 200 Hz"
    purpose = "messages with strings and sequences against arrays"

    def cells(self, seconds: float) -> list[Cell]:
        return [
            self._cell(message, size, subscribers, which, seconds)
            for message, size, array in MESSAGES
            for subscribers in SUBSCRIBERS
            for which in (message, array)
        ]

    def _at(self, message: str, size: str, subscribers: int, which: str) -> dict:
        return {
            "row": self.name,
            "message": f"{message} {size}",
            "subscribers": subscribers,
            "variant": which,
        }

    def _cell(self, message, size, subscribers, which, seconds) -> Cell:
        cell = hand_over_cell(
            ZERO_COPY,
            size=4 << 20,  # the message below says otherwise
            subscribers=subscribers,
            seconds=seconds,
            more_options={"msg": which},
        )
        return replace(cell, coordinates=self._at(message, size, subscribers, which))

    def is_reference(self, coordinates) -> bool:
        return str(coordinates.get("variant", "")).startswith("Array")

    def _places(self, results: Results):
        """Coordinates of the message and of its array, wherever both have been measured."""
        for message, size, array in MESSAGES:
            for subscribers in SUBSCRIBERS:
                ours = self._at(message, size, subscribers, message)
                theirs = self._at(message, size, subscribers, array)
                if ratio := results.ratio("latency_ns_p50", ours, theirs):
                    yield ours, theirs, ratio

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for ours, theirs, ratio in self._places(results):
            latencies = [
                with_range(results.spread(metric, **at), units.microseconds)
                for at in (ours, theirs)
                for metric in ("latency_ns_p50", "loan_ns_p50")
            ]
            tone = GOOD if ratio.median <= LIMIT else BAD
            ratio_text = with_range(ratio, units.ratio)
            count = str(ours["subscribers"])
            rows.append((ours["message"], count, *latencies, Entry(ratio_text, tone)))
        columns = (
            *("message", "subscribers", "p50 µs", "loan p50 µs"),
            *("array p50 µs", "array loan p50 µs", f"p50 ratio (at most {LIMIT})"),
        )
        note = "the loan includes making room in the message's sequences"
        return [Table(self.title, columns, rows, (note,), frozenset({0}))]

    def judgements(self, results: Results) -> list[Judgement]:
        return [
            self._judgement(ours, ratio, results.ratios("latency_ns_p50", ours, theirs))
            for ours, theirs, ratio in self._places(results)
        ]

    def _judgement(self, ours: dict, ratio: Spread, ratios: list[float]) -> Judgement:
        return Judgement(
            f"{ours['message']} over an array, p50, {subscribers_text(ours['subscribers'])}",
            with_range(ratio, units.ratio),
            f"at most {LIMIT}",
            reached(ratios, LIMIT),
        )
