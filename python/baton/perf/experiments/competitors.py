# SPDX-License-Identifier: Apache-2.0
"""The same message through Baton, through others, and through the floor of this machine."""

from dataclasses import replace

from baton.perf import units
from baton.perf.cell import Cell, Coordinates
from baton.perf.experiment import Experiment, Finding
from baton.perf.plot import Bar, ChartGroup, RowChart
from baton.perf.results import Results
from baton.perf.side_by_side import (
    P50,
    latency_charts,
    subscriber_charts,
    subscribers_text,
    tones_of,
    with_range,
)
from baton.perf.table import Table
from baton.perf.tails import sound_figure
from baton.perf.variants import (
    COPY,
    CYCLONE_DDS_SHM,
    CYCLONE_DDS_UDP,
    FAST_DDS_SHARING,
    FAST_DDS_SHM,
    FAST_DDS_UDP,
    FLOOR,
    ICEORYX,
    ICEORYX2,
    ROS2,
    ROS2_LOANS,
    UDP,
    ZENOH_SHM,
    ZENOH_TCP,
    ZERO_COPY,
    Variant,
    hand_over_cell,
)

# A competitor that is added here is in all tables and charts.
IN_PLACE = (
    *(ZERO_COPY, ICEORYX, ICEORYX2, CYCLONE_DDS_SHM, FAST_DDS_SHARING, ZENOH_SHM, ROS2_LOANS),
)
COPYING = (COPY, ROS2, FAST_DDS_SHM, UDP, FAST_DDS_UDP, CYCLONE_DDS_UDP, ZENOH_TCP)
CONTENDERS = (*IN_PLACE, *COPYING, FLOOR)
OWN = (ZERO_COPY, COPY, UDP)
# There are eight colours.
CHARTS = {
    "read in place": (*IN_PLACE, FLOOR),
    "copied or sent": (ZERO_COPY, *COPYING),
}
CAPTION = "Median time from publish to the start of the callback. Both axes are logarithmic."
SIZES = (4 << 10, 4 << 20)
SUBSCRIBERS = (1, 4, 16)
NOTES = (
    "zero copy, copy, UDP: Baton; floor: bare shared memory with an eventfd a subscriber",
    "each of the others: its own API without Baton, the same quality of service, woken by its own "
    "means",
    "iceoryx, iceoryx2, Cyclone DDS SHM (iceoryx below it), Fast DDS data sharing, zenoh SHM: loans, "
    "read in place",
    "ROS 2: rclcpp of the one that is sourced, with its middleware's own choice; with loans where that "
    "lends messages",
    "Fast DDS SHM: its shared-memory transport, with a segment that holds the message",
)


class Competitors(Experiment):
    name = "competitors"
    title = "Baton, other middleware and the floor, 50 Hz"
    purpose = "Fast DDS, Cyclone DDS, iceoryx, iceoryx2, zenoh, ROS 2, floor; 4 KB, 4 MB x 1, 4, 16"
    seconds = 2
    repetitions = 3
    rate_hz = 50
    followed = "p50"
    variant_groups = {name: tuple(each.name for each in group) for name, group in CHARTS.items()}

    def cells(self, seconds: float) -> list[Cell]:
        return [
            hand_over_cell(
                variant,
                size=size,
                subscribers=subscribers,
                seconds=self.length_of(variant, size, subscribers, seconds),
                rate_hz=self.rate_hz,
            )
            for size in SIZES
            for subscribers in SUBSCRIBERS
            for variant in CONTENDERS
        ]

    def length_of(self, variant: Variant, size: int, subscribers: int, seconds: float) -> float:
        """How long a run of this cell is, in seconds."""
        return seconds

    def is_reference(self, coordinates) -> bool:
        return coordinates.get("variant", "") not in [variant.name for variant in OWN]

    def is_lossless(self, coordinates) -> bool:
        """16 copies of 4 MB at this rate are more than a small machine moves."""
        return coordinates.get("variant", "") in [variant.name for variant in IN_PLACE]

    def tables(self, results: Results) -> list[Table]:
        return [
            *(
                _table(results, f"{quantile} µs", f"latency_ns_{quantile}", units.microseconds)
                for quantile in ("p50", "p99")
            ),
            _table(results, "CPU, % of one core", "cpu_percent", units.significant),
            _ratios(results),
        ]

    def charts(self, results: Results) -> list[ChartGroup]:
        groups = []
        for title, variants in CHARTS.items():
            names = [variant.name for variant in variants]
            shown = [each for each in results.measurements if each.coordinates["variant"] in names]
            groups += [
                replace(group, title=f"{title.capitalize()}, against message size")
                for group in latency_charts(Results(shown), caption=CAPTION)
            ]
            groups += [
                replace(group, title=f"{title.capitalize()}, against number of subscribers")
                for group in subscriber_charts(Results(shown), caption=CAPTION)
            ]
        return [*groups, *_cost_charts(results, self.rate_hz)]

    def findings(self, results: Results) -> list[Finding]:
        """Of the largest messages to the fewest and to the most subscribers."""
        findings = []
        counts = results.distinct("subscribers")
        for competitor in IN_PLACE[1:]:
            for subscribers in dict.fromkeys((*counts[:1], *counts[-1:])):
                at = {"size": "4 MB", "subscribers": subscribers}
                theirs = {**at, "variant": competitor.name}
                ratio = self.ratio_of(results, theirs, {**at, "variant": ZERO_COPY.name})
                if ratio:
                    text = f"as long with {competitor.name} as with Baton's loans: {self.followed}, 4 MB to "
                    text += subscribers_text(subscribers)
                    findings.append(Finding(units.times(ratio), text))
        return findings

    def ratio_of(self, results: Results, theirs: Coordinates, ours: Coordinates) -> float | None:
        """What the findings compare: `followed`."""
        ratio = results.ratio(P50, theirs, ours)
        return ratio.median if ratio else None


def _table(results: Results, title: str, metric: str, write) -> Table:
    return by_variant(
        results,
        title,
        results.distinct("variant"),
        lambda variant, at: sound_figure(results, metric, {**at, "variant": variant}, write),
    )


def _ratios(results: Results) -> Table:
    """Below one: Baton is faster."""
    variants = [name for name in results.distinct("variant") if name != ZERO_COPY.name]

    def ratio(variant: str, at: dict) -> str:
        below = {**at, "variant": variant}
        return with_range(
            results.ratio(P50, {**at, "variant": ZERO_COPY.name}, below), units.significant
        )

    return by_variant(results, "p50 of Baton's zero copy over that of ...", variants, ratio)


def by_variant(
    results: Results, title: str, variants: list[str], figure, notes: tuple[str, ...] = NOTES
) -> Table:
    """A row a variant, a column a size and number of subscribers: `figure(variant, coordinates)`."""
    places = [
        {"size": size, "subscribers": subscribers}
        for size in results.distinct("size")
        for subscribers in results.distinct("subscribers")
    ]
    rows = [(variant, *(figure(variant, at) for at in places)) for variant in variants]
    columns = ("", *(f"{at['size']} to {at['subscribers']}" for at in places))
    return Table(title, columns, rows, notes, frozenset({0}))


def _cost_charts(results: Results, rate_hz: int) -> list[ChartGroup]:
    """What the largest messages cost the machine, a panel a number of subscribers."""
    size = units.size_text(SIZES[-1])
    here = results.where(size=size)
    tones = tones_of(here.distinct("variant"))
    groups = []
    for metric, title, caption, write in (
        ("cpu_percent", "CPU", f"Of one core, all processes together, at {rate_hz} Hz.", _percent),
        ("pss_kb", "Memory", "PSS of all processes: what they share counts once.", units.kibibytes),
    ):
        panels = []
        for subscribers in here.distinct("subscribers"):
            at = {"size": size, "subscribers": subscribers}
            bars = [
                Bar(variant, spread.median, write(spread.median), variant, _tone(variant, tones))
                for variant in here.distinct("variant")
                if (spread := here.spread(metric, **at, variant=variant))
            ]
            if bars:
                panels.append(RowChart(subscribers_text(subscribers), bars))
        if panels:
            groups.append(ChartGroup(f"{title}, {size}", caption, panels))
    return groups


def _tone(variant: str, tones: dict[str, str]) -> str:
    """Baton's are told from the others; a name stands above each bar."""
    return tones[variant] if variant in [each.name for each in (*OWN, FLOOR)] else "floor"


def _percent(value: float) -> str:
    return f"{units.percent(value)} %"
