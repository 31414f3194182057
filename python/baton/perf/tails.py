# SPDX-License-Identifier: Apache-2.0
"""What the slow messages of a cell take: quantiles that stand, and curves of them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from baton.perf import units
from baton.perf.cell import Coordinates
from baton.perf.distribution import QUANTILES, Distribution, samples_needed
from baton.perf.plot import ChartGroup, LineChart, Point, Series
from baton.perf.results import Results
from baton.perf.side_by_side import subscribers_text, tones_of, with_range
from baton.perf.table import Table

# The sizes that are shown where more were measured.
HEADLINE_SIZES = ("4 KB", "4 MB")
SHORT = {"subscribers": "sub."}
CURVE_TICKS = [(float(1 / (1 - quantile)), name) for name, quantile in QUANTILES.items()]
# As metrics name them: `latency_ns_p999`.
BEYOND_THE_MEDIAN = {
    name.replace(".", ""): quantile for name, quantile in QUANTILES.items() if name != "p50"
}
RECEIPTS_NOTE = (
    "a sample is a receipt: those of one message to many subscribers are slow together, and say less than as many "
    "messages"
)
CAPTION = (
    "How long the slowest messages take, all repetitions together: at p99 one message in a hundred "
    "takes longer. A curve ends where fewer than ten samples lie beyond it."
)


def _sizes(results: Results) -> list[str]:
    sizes = results.distinct("size")
    headline = [size for size in sizes if size in HEADLINE_SIZES]
    return headline if len(sizes) > len(HEADLINE_SIZES) and headline else sizes


def _distributions(results: Results, size: str) -> Iterator[tuple[int, str, Distribution]]:
    for subscribers in results.distinct("subscribers"):
        for variant in results.distinct("variant"):
            at = {"size": size, "subscribers": subscribers, "variant": variant}
            if found := results.distribution(**at):
                yield subscribers, variant, found


def tail_tables(
    results: Results, is_left_out: Callable[[Coordinates], bool] = lambda _: False
) -> list[Table]:
    """One a size, and one for what has none; a row for each cell that has a histogram."""
    shown = [at for at, _ in results.cells() if not is_left_out(at)]
    found = [(at, results.distribution(**at)) for at in shown]
    tables = []
    for size in (*_sizes(results), None):
        cells = [(at, each) for at, each in found if each and at.get("size") == size]
        if cells:
            title = f"{size} messages, the slow ones" if size else "The slow messages"
            tables.append(_tail_table(title, cells))
    return tables


def _tail_table(title: str, cells: list[tuple[Coordinates, Distribution]]) -> Table:
    places = [at for at, _ in cells]
    names = [name for name in _ordered(places) if _tells(name, places)]
    most = max(found.count for _, found in cells)
    told = [name for name, quantile in QUANTILES.items() if most >= samples_needed(quantile)]
    rows = [
        (*(str(at.get(name, units.MISSING)) for name in names), *_figures(found, told))
        for at, found in cells
    ]
    columns = (
        *(SHORT.get(name, name) for name in names),
        *(f"{name} µs" for name in told),
        *("max µs", "samples"),
    )
    words = frozenset(place for place, name in enumerate(names) if name != "subscribers")
    same = [str(at) for name, at in places[0].items() if name not in (*names, "size")]
    notes = (*((f"all rows: {', '.join(same)}",) if same else ()), _note(), RECEIPTS_NOTE)
    return Table(title, columns, rows, notes, words)


def _ordered(places: list[Coordinates]) -> list[str]:
    """The names of coordinates, the variant last: its rows are compared."""
    names = dict.fromkeys(name for at in places for name in at)
    return sorted(names, key=lambda name: name == "variant")


def _tells(name: str, places: list[Coordinates]) -> bool:
    """What is the same in all rows is a note."""
    return name in ("subscribers", "variant") or len({str(at.get(name)) for at in places}) > 1


def _note() -> str:
    needs = ", ".join(
        f"{name} {samples_needed(quantile):,}" for name, quantile in QUANTILES.items()
    )
    return f"samples that a quantile needs, so that ten lie beyond it: {needs}; one that no row has is no column"


def sound_quantile(found: Distribution | None, quantile: Fraction) -> str:
    """The figure in µs, or how many samples it needs."""
    if found is None:
        return units.MISSING
    value = found.quantile(quantile)
    return _needs(quantile) if value is None else units.microseconds(value)


def _needs(quantile: Fraction) -> str:
    return f"needs {samples_needed(quantile):,}"


def sound_figure(
    results: Results,
    metric: str,
    at: Mapping,
    write: Callable[[float], str] = units.microseconds,
) -> str:
    """The median of the repetitions with their range; of a quantile of few samples, how many it needs.

    A high quantile of a latency is that of all repetitions together, as a single one has few samples for it.
    """
    name, _, last = metric.rpartition("_")
    quantile = BEYOND_THE_MEDIAN.get(last)
    spread = results.spread(metric, **at)
    if quantile is None:
        return with_range(spread, write)
    if name == "latency_ns" and (found := results.distribution(**at)):
        value = found.quantile(quantile)
        return _needs(quantile) if value is None else write(value)
    counts = [count for count in results.values(f"{name}_count", at) if count is not None]
    if counts and sum(counts) < samples_needed(quantile):
        return _needs(quantile)
    return with_range(spread, write)


def _figures(found: Distribution, told: Iterable[str]) -> list[str]:
    figures = [sound_quantile(found, QUANTILES[name]) for name in told]
    return [*figures, units.microseconds(found.largest), units.count(found.count)]


def tail_charts(
    results: Results, variant_groups: Mapping[str, Collection[str]] | None = None
) -> list[ChartGroup]:
    """Latency against the share of messages that take longer, a panel a number of subscribers. Many
    variants are in groups, each with its name."""
    if not variant_groups:
        return _tail_charts(results, "")
    charts = []
    for name, variants in variant_groups.items():
        shown = [each for each in results.measurements if each.coordinates.get("variant") in variants]
        charts += _tail_charts(Results(shown), f", {name}")
    return charts


def _tail_charts(results: Results, which: str) -> list[ChartGroup]:
    tones = tones_of(results.distinct("variant"))
    groups = []
    for size in _sizes(results):
        panels: dict[int, list[Series]] = {}
        for subscribers, variant, found in _distributions(results, size):
            points = [Point(share, value) for share, value in found.curve()]
            if len(points) > 1:
                panels.setdefault(subscribers, []).append(Series(variant, points, tones[variant]))
        if panels:
            charts = [
                LineChart(subscribers_text(subscribers), series, _ticks(series), dots=False)
                for subscribers, series in panels.items()
            ]
            groups.append(ChartGroup(f"The slow messages, {size}{which}", CAPTION, charts).aligned())
    return groups


def _ticks(series: list[Series]) -> list[tuple[float, str]]:
    """As far as the longest curve goes, and one more."""
    most = max(point.x for each in series for point in each.points)
    shown = [tick for tick in CURVE_TICKS if tick[0] < most]
    return CURVE_TICKS[: len(shown) + 1]
