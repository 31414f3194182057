# SPDX-License-Identifier: Apache-2.0
"""A row of cells that are one variant and what it is held against, place by place."""

from collections.abc import Iterator

from baton.perf import units
from baton.perf.experiment import Experiment, Judgement
from baton.perf.results import Results
from baton.perf.side_by_side import subscribers_text, with_range
from baton.perf.statistics import Spread, reached
from baton.perf.table import BAD, GOOD, Entry, Table
from baton.perf.tails import sound_figure


class Pairs(Experiment):
    """`ours` may be at most `limit` times `theirs` in `main_metric`, at each size and number of
    subscribers. Variants that are neither are shown only."""

    ours: str
    theirs: str
    limit: float
    what: str
    columns: tuple[tuple[str, str], ...]  # metrics, and what the table calls them
    notes: tuple[str, ...] = ()

    def write(self, value: float) -> str:
        return units.microseconds(value)

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant") != self.ours

    def _places(self, results: Results) -> Iterator[dict]:
        for size in results.distinct("size"):
            for subscribers in results.distinct("subscribers"):
                yield {"row": self.name, "size": size, "subscribers": subscribers}

    def _ratio(self, results: Results, at: dict, above: str) -> Spread | None:
        below = {**at, "variant": self.theirs}
        return results.ratio(self.main_metric, {**at, "variant": above}, below)

    def tables(self, results: Results) -> list[Table]:
        rows = []
        for at in self._places(results):
            for variant in results.distinct("variant"):
                figures = (
                    sound_figure(results, metric, {**at, "variant": variant}, self.write)
                    for metric, _ in self.columns
                )
                ratio = self._ratio(results, at, variant) if variant != self.theirs else None
                judged = variant == self.ours and ratio is not None
                tone = "" if not judged else GOOD if ratio.median <= self.limit else BAD
                entry = Entry(with_range(ratio, units.ratio), tone)
                rows.append((at["size"], str(at["subscribers"]), variant, *figures, entry))
        columns = (
            *("size", "sub.", "variant"),
            *(title for _, title in self.columns),
            f"over {self.theirs} (at most {self.limit})",
        )
        return [Table(self.title, columns, rows, self.notes, frozenset({2}))]

    def judgements(self, results: Results) -> list[Judgement]:
        return [
            Judgement(
                f"{self.what}, {at['size']}, {subscribers_text(at['subscribers'])}",
                with_range(Spread.of(ratios), units.ratio),
                f"at most {self.limit}",
                reached(ratios, self.limit),
            )
            for at in self._places(results)
            if (ratios := self._ratios(results, at))
        ]

    def _ratios(self, results: Results, at: dict) -> list[float]:
        ours, theirs = ({**at, "variant": name} for name in (self.ours, self.theirs))
        return results.ratios(self.main_metric, ours, theirs)
