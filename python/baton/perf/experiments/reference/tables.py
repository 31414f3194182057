# SPDX-License-Identifier: Apache-2.0
"""One function a document's table: the results of an experiment become rows of both figures."""

from baton.perf import units
from baton.perf.experiments import five_tables as five
from baton.perf.experiments.processes import APART, SEPARATE, SHARED
from baton.perf.experiments.reference.published import published, source
from baton.perf.results import Results
from baton.perf.side_by_side import subscribers_text
from baton.perf.table import Table

PUBLISHED, HERE = "published", "here"
# What the document of the processes calls 100 % of memory.
MEMORY_MB = 32 * 1024
RATE_HZ = 25
WAYS_COLUMNS = (f"{PUBLISHED} µs", f"{HERE} µs", f"{PUBLISHED} CPU %", f"{HERE} CPU %")
WAYS_NOTE = f"mean latency of each subscriber, 4 MB at {RATE_HZ} Hz; CPU of one core, all processes"


def five_tables(results: Results) -> list[Table]:
    columns = ("", *(f"{each}, {who}" for each in (five.OFF, five.ON) for who in (PUBLISHED, HERE)))
    notes = (source("manual"), five.NOTE)
    tables = []
    for title, fields in five.TABLES.items():
        rows = []
        for field in fields:
            off, on = published()["five_tables"][title][field.name]
            ours = [field.measured(results, variant) for variant in (five.OFF, five.ON)]
            rows.append((field.name, field.published(off), ours[0], field.published(on), ours[1]))
        tables.append(Table(f"perf_test: {title}", columns, rows, notes, frozenset({0})))
    return [*tables, _result_analysis(results, columns)]


def _result_analysis(results: Results, columns: tuple[str, ...]) -> Table:
    """What the manual draws its conclusions from."""
    usage = {field.name: field for field in five.TABLES["system usage"]}
    mean = next(field for field in five.TABLES["latency"] if field.name == "mean")
    told = published()["five_tables"]
    both = {"mean latency": (mean, told["latency"]["mean"])}
    cpu_ns = map(sum, zip(told["system usage"]["utime"], told["system usage"]["stime"]))
    cpu = five.Field("utime + stime", "rusage_cpu_ns", units.duration)
    both["utime + stime"] = (cpu, list(cpu_ns))
    for name in ("maxrss", "minflt", "majflt", "nvcsw", "nivcsw"):
        both[name] = (usage[name], told["system usage"][name])
    rows = []
    for name, (field, (off, on)) in both.items():
        ours = [field.measured(results, variant) for variant in (five.OFF, five.ON)]
        rows.append((name, field.published(off), ours[0], field.published(on), ours[1]))
    note = "the manual's own summary names the largest latency of zero copy (381 µs), not the mean"
    notes = (source("manual"), note)
    return Table("perf_test: result analysis", columns, rows, notes, frozenset({0}))


def matrix(results: Results) -> list[Table]:
    """Milliseconds, as the document has them."""
    machines = {"Skylake": "skylake", "Raspberry Pi 4": "raspberry_pi_4"}
    columns = (
        "buffer_size(KB)",
        *(f"{way}, {name}" for name in (*machines, HERE) for way in ("udp", "zero copy")),
    )
    tables = []
    for subscribers in results.distinct("subscribers"):
        rows = []
        for size in results.distinct("size"):
            kilobytes = units.size_bytes(size) >> 10
            theirs = [
                units.significant(value)
                for key in machines.values()
                for value in published()["matrix"][key][subscribers][kilobytes]
            ]
            at = {"size": size, "subscribers": subscribers}
            ours = [
                results.median("all_received_ns_mean", **at, variant=variant)
                for variant in ("UDP", "zero copy")
            ]
            rows.append((str(kilobytes), *theirs, *map(_milliseconds, ours)))
        title = f"Latency of the slowest subscriber in ms, {subscribers_text(subscribers)}"
        note = "mean time from before the message is made to the last receipt, one message in flight"
        tables.append(Table(title, columns, rows, (source("matrix"), note)))
    return tables


def _milliseconds(value_ns: float | None) -> str:
    return units.MISSING if value_ns is None else units.significant(value_ns / 1e6)


def _latencies(results: Results, at: dict) -> str:
    """The mean latency, or those of the fastest and the slowest of several subscribers."""
    names = ("fastest_subscriber_mean_ns", "slowest_subscriber_mean_ns")
    if at.get("subscribers", 1) == 1:
        names = ("latency_ns_mean",)
    return ", ".join(units.microseconds(results.median(name, **at)) for name in names)


def _ways(title: str, heading: str, rows: list, notes: tuple[str, ...] = ()) -> Table:
    columns = (heading, "sub.", *WAYS_COLUMNS)
    return Table(title, columns, rows, (source("ways"), WAYS_NOTE, *notes), frozenset({0}))


def _way_rows(key: str, results: Results, label, place) -> list[tuple[str, ...]]:
    """`place` says where in the results a row of the document is."""
    rows = []
    for way in published()[key]:
        for subscribers in (1, 2):
            at = {**place(way["of"]), "subscribers": subscribers}
            latencies, cpu = way.get(subscribers, ((), None))
            rows.append(
                (
                    label(way["of"]),
                    str(subscribers),
                    ", ".join(map(str, latencies)) or units.MISSING,
                    _latencies(results, at),
                    units.percent(cpu),
                    units.percent(results.median("cpu_percent", **at)),
                )
            )
    return rows


def _placed(of: list[str]) -> dict:
    return {"placement": of[0], "variant": of[1]}


def modes(results: Results) -> list[Table]:
    rows = _way_rows("modes", results, ": ".join, _placed)
    note = "apart: a process each; together: all in one; – in the document: not measured"
    return [_ways("The six ways of communicating", "way", rows, (note,))]


def executors(results: Results) -> list[Table]:
    rows = _way_rows("executors", results, lambda of: of[1], _placed)
    return [_ways("Executors, in one process by pointer", "executor", rows)]


def ownership(results: Results) -> list[Table]:
    def place(of: str) -> dict:
        return {"callback": of, "init": "SKIP", "variant": "unique_ptr"}

    names = {"owned": "UniquePtr (take_ownership)", "shared": "ConstSharedPtr (take_shared)"}
    rows = _way_rows("callbacks", results, names.__getitem__, place)
    return [
        _ways("What a callback takes, in one process by pointer", "callback", rows),
        _publishing(results),
    ]


def _publishing(results: Results) -> Table:
    """The document has words instead of figures here."""
    rows = []
    for published_as in ("unique_ptr", "const_ref"):
        for init in ("ALL", "SKIP"):
            at = {"callback": "shared", "init": init, "subscribers": 1, "variant": published_as}
            figures = (
                units.microseconds(results.median(metric, **at))
                for metric in ("publisher_loop_ns_p50", "publish_ns_p50", "latency_ns_mean")
            )
            rows.append((published_as, init, *figures))
    words = (
        "published: no figures; a unique_ptr is clearly faster than a const &, which is copied, and "
        "SKIP saves what setting large memory costs"
    )
    columns = ("published as", "initialised", "making and publishing µs", "publish() µs", "latency µs")
    title = "How a message is made and published, in one process, 1 subscriber"
    return Table(title, columns, rows, (words, source("ways")), frozenset({0, 1}))


def composition(results: Results) -> list[Table]:
    rows = _way_rows(
        "composition", results, str, lambda of: {"rate": f"{RATE_HZ} Hz", "variant": of}
    )
    one = [row for row in rows if row[1] == "1"]
    return [_ways("When nodes come into one process", "loaded at", one)]


def processes(results: Results) -> list[Table]:
    columns = (
        *("nodes", f"{PUBLISHED} CPU %", f"{HERE} CPU %", f"{PUBLISHED} memory"),
        *(f"{HERE} RSS", f"{HERE} PSS"),
    )
    notes = (
        source("processes"),
        "1,000 points at 1 Hz; memory: % of 32 GB there, and the sum of all processes",
    )
    return [
        Table(
            f"Separate and composed nodes, 1 publisher, {subscribers_text(subscribers)}",
            columns,
            _process_rows(results, subscribers),
            notes,
            frozenset({0}),
        )
        for subscribers in (1, 2)
    ]


def _process_rows(results: Results, subscribers: int) -> list[tuple[str, ...]]:
    rows = []
    for each in published()["processes"]:
        if subscribers not in each:
            continue
        cpu, memory = each[subscribers]
        at = {
            "points": "1000 points",
            "rate": "1 Hz",
            "subscribers": subscribers,
            "executor": APART if each["of"] == SEPARATE.name else SHARED,
            "variant": each["of"],
        }
        ours = [results.median(name, **at) for name in ("cpu_percent", "rss_kb", "pss_kb")]
        theirs = units.kibibytes(memory / 100 * MEMORY_MB * 1024)
        used = units.significant(ours[0]) if ours[0] is not None else units.MISSING
        figures = (units.percent(cpu), used, theirs, *map(units.kibibytes, ours[1:]))
        rows.append((each["of"], *figures))
    return rows
