# SPDX-License-Identifier: Apache-2.0
"""What `modes`, `executors` and `ownership` share: SampleMessage (4 MB) at 25 Hz through nodes."""

from collections.abc import Callable, Mapping

from baton.perf import units
from baton.perf.cell import Cell
from baton.perf.perf_test import RELIABLE_KEEP_LAST, Options, command_line, reader_for
from baton.perf.plot import Bar, ChartGroup, RowChart
from baton.perf.results import Results
from baton.perf.side_by_side import P50, subscribers_text, tone_for, with_range
from baton.perf.table import Table
from baton.perf.tails import sound_figure

RATE_HZ = 25
SUBSCRIBERS = (1, 2)
INTER_PROCESS: Options = {"process-configuration": "INTER_PROCESS"}
IN_PROCESS: Options = {"intra-process": True}

# The name of a way in perf_test, its name in the tables, and how it is written.
COLUMNS: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("latency_ns_p50", "p50 µs", units.microseconds),
    ("latency_ns_mean", "mean µs", units.microseconds),
    # A round has too few samples at this rate for p99.
    ("latency_ns_p90", "p90 µs", units.microseconds),
    ("publish_ns_p50", "publish() µs", units.microseconds),
    ("publisher_loop_ns_p50", "loop µs", units.microseconds),
    ("cpu_percent", "CPU %", units.significant),
)


def node_cell(
    coordinates: Mapping[str, str | int], options: Options, subscribers: int, seconds: float
) -> Cell:
    """One publisher; `coordinates` without the number of subscribers, which comes last but one."""
    whole: Mapping = {
        "msg": "SampleMessage",
        "rate": RATE_HZ,
        "num-sub-threads": subscribers,
        **RELIABLE_KEEP_LAST,
        "max-runtime": seconds,
        **options,
    }
    apart = options.get("process-configuration") == "INTER_PROCESS"
    return Cell(
        coordinates={
            **{name: value for name, value in coordinates.items() if name != "variant"},
            "subscribers": subscribers,
            "variant": coordinates["variant"],
        },
        command=command_line(whole),
        read=reader_for(options),
        seconds=seconds,
        processes=1 + subscribers if apart else 1,
    )


COLUMN_NOTE = "loop: making, filling and publishing a message; CPU: of one core, all processes"


def ways_table(title: str, results: Results, names: tuple[str, ...], notes=()) -> Table:
    """One row a cell; `names` are the coordinates that say what it is."""
    rows = []
    for coordinates, _ in results.cells():
        figures = (
            sound_figure(results, metric, coordinates, write) for metric, _, write in COLUMNS
        )
        rows.append((*(str(coordinates.get(name, "")) for name in names), *figures))
    titles = ("sub." if name == "subscribers" else name for name in names)
    columns = (*titles, *(column for _, column, _ in COLUMNS))
    return Table(title, columns, rows, (COLUMN_NOTE, *notes), frozenset(range(len(names))))


def ways_charts(results: Results, names: tuple[str, ...]) -> list[ChartGroup]:
    """A panel for each combination of `names` and number of subscribers, a bar for each variant."""
    panels: dict[tuple, list[Bar]] = {}
    for coordinates, _ in results.cells():
        if spread := results.spread(P50, **coordinates):
            hint = f"{coordinates['variant']}: {with_range(spread, units.duration)}"
            bar = Bar(
                str(coordinates["variant"]),
                spread.median,
                units.duration(spread.median),
                hint,
            )
            panel = (*(coordinates[name] for name in names), coordinates["subscribers"])
            panels.setdefault(panel, []).append(bar)
    if not panels:
        return []
    caption = "Median time from publish to the start of the callback."
    charts = [
        RowChart(", ".join((*place, subscribers_text(subscribers))), bars, tone_for("zero copy"))
        for (*place, subscribers), bars in panels.items()
    ]
    return [ChartGroup("Latency", caption, charts).aligned()]
