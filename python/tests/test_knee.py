# SPDX-License-Identifier: Apache-2.0
"""`baton perf knee`: what each way sustains is searched, then latency is measured at shares of it."""

import json
from dataclasses import replace

import pytest
from test_reports import printed, report_of

from baton.cli.perf import PIPE_WIDTH
from baton.perf import committed
from baton.perf.compare import compare
from baton.perf.doubts import about_results
from baton.perf.experiments import COLLECTIONS, EXPERIMENTS
from baton.perf.experiments.knee import RATES_HZ
from baton.perf.experiments.knee_at_fixed_rates import COARSE_NOTE, sustained_hz
from baton.perf.experiments.knee_tables import LOADS, sustained_spread
from baton.perf.results import Measurement, Results
from baton.perf.search import FAILURES, Outcome, geometric, search
from baton.perf.selection import select
from baton.perf.steps import Plan
from baton.version import CHECKOUT

KNEE = EXPERIMENTS["knee"]()
WAYS = ("UDP", "Fast DDS data sharing", "copy", "zero copy", "floor")
LIMITS = {"UDP": 200, "zero copy": 6_000}
# As on a machine with two cores.
TYPICAL = {"4 KB": dict.fromkeys(WAYS, 30_000), "4 MB": {**dict.fromkeys(WAYS, 5_000), "UDP": 200}}


def knee_of(*only: str, repetitions: int = 1, seconds: float = 1) -> Plan:
    cells = KNEE.cells(seconds)
    return Plan(KNEE, select(cells, only) if only else cells, repetitions)


def rate_of(cell) -> float:
    return float(cell.command[cell.command.index("--rate") + 1])


def answer(cell, limit_hz: float, latency_ns: float = 10e3, stddev: float = 2.5e3) -> dict:
    """What perf_test writes of a way that sustains so much."""
    due = rate_of(cell) * cell.seconds
    received = min(due, limit_hz * cell.seconds)
    latencies = {"p50": latency_ns, "max": 2 * latency_ns, "stddev": stddev, "count": received}
    run = {"sent": due, "received": received, "duration_s": cell.seconds, "cpu_percent": 12.0}
    return {
        "run": {**run, "lost": due - received, "latency_ns": latencies},
        "subscribers": [{"transport": "udp", "zero_copy": True}],
    }


def run(cell, repetition: int, limit_hz: float, **figures) -> Measurement:
    document = answer(cell, limit_hz, **figures)
    metrics = cell.read(document)
    counts = [[figures.get("latency_ns", 10e3), int(document["run"]["received"])]]
    known = (cell.coordinates, repetition, metrics, " ".join(cell.command), "2026-01-01", 1.0)
    return Measurement(*known, latencies=counts)


def failed(cell, repetition: int) -> Measurement:
    return Measurement(cell.coordinates, repetition, {}, "command", "2026-01-01", 1.0, "it crashed")


def limit_of(coordinates) -> float:
    return LIMITS.get(coordinates["variant"], 1_000)


def measured(plan: Plan, once=None, limit=limit_of) -> Results:
    """All runs; `once` may give another measurement for a run."""
    results = Results()
    for repetition, cell in plan.steps(results):
        other = once(cell, repetition) if once else None
        results.add(other or run(cell, repetition, limit(cell.coordinates)))
    return results


def probes(results: Results) -> list[Measurement]:
    return [each for each in results.measurements if "search" in each.coordinates]


def loads(results: Results) -> list[Measurement]:
    return [each for each in results.measurements if "load" in each.coordinates]


def table(results: Results, index: int) -> dict[tuple, tuple]:
    return {row[:2]: row[2:] for row in KNEE.tables(results)[index].texts()}


@pytest.mark.parametrize("limit", [10, 11, 63, 200, 999, 14_142, 99_000, 199_000])
def test_what_a_way_sustains_is_found_within_ten_percent(limit):
    results = measured(knee_of("4MB", "variant=floor"), limit=lambda _: limit)
    found = sustained_spread(results, "4 MB", "floor").median
    # A probe may lack 1 % or two messages, which are few where it has 200 messages.
    slack = 1.01 if limit > 400 else 1.2
    assert limit / 1.1 <= found <= limit * slack
    assert 7 <= len(probes(results)) <= 14


def test_rates_lie_close_from_what_any_machine_sustains_to_what_none_does():
    for size, rates in RATES_HZ.items():
        assert all(1 < above / below < 1.1 for below, above in zip(rates, rates[1:])), size
        assert rates[-1] / rates[0] == 20_000


def test_each_way_is_measured_at_shares_of_what_it_sustains():
    results = measured(knee_of("4MB"))
    found = {way: sustained_spread(results, "4 MB", way).median for way in WAYS}
    assert found["UDP"] < 250 and 900 < found["copy"] <= 1_010 and 5_400 < found["zero copy"] <= 6_060
    assert len(loads(results)) == len(LOADS) * len(WAYS)
    for each in loads(results):
        share = float(each.coordinates["load"].removesuffix(" %")) / 100
        most = found[each.coordinates["variant"]]
        assert each.metrics["rate_hz"] == pytest.approx(share * most, rel=1e-3)
        assert each.metrics["sustained_hz"] == most
        assert f"--rate {each.metrics['rate_hz']:g} " in each.command and "--open-loop" in each.command


def test_ways_are_measured_beside_each_other_each_after_its_own_search():
    results = measured(knee_of("4MB"))
    assert [each.coordinates["variant"] for each in loads(results)[:6]] == [*WAYS, "UDP"]
    first = [each.coordinates["variant"] for each in results.measurements]
    assert first.index("copy") < first.index("zero copy")
    assert max(map(results.measurements.index, probes(results))) < results.measurements.index(
        loads(results)[5]
    )


def test_probes_of_a_slow_rate_are_longer_so_that_two_messages_are_few():
    results = measured(knee_of("4MB", "variant=UDP"))
    lengths = {each.metrics["rate_hz"]: each.metrics["duration_s"] for each in probes(results)}
    assert lengths[max(lengths)] == 0.5
    for rate, length in lengths.items():
        assert rate * length > 195 or length in (0.5, 1)


def test_what_each_way_sustains_comes_first_with_its_ratio_to_zero_copy():
    results = measured(knee_of("4MB"))
    first = KNEE.tables(results)[0]
    assert first.title == "What each way sustains"
    rows = table(results, 0)
    assert rows["4 MB", "zero copy"][1] == "1.00×"
    ours, theirs = (float(rows["4 MB", way][0].replace(",", "")) for way in ("zero copy", "UDP"))
    assert rows["4 MB", "UDP"][1] == f"{ours / theirs:.1f}×"
    (finding,) = KNEE.findings(results)
    assert finding.figure == rows["4 MB", "UDP"][1] and "that UDP sustains" in finding.text


def test_the_table_has_slow_messages_jitter_processor_time_and_what_came():
    results = measured(knee_of("4MB"))
    second = KNEE.tables(results)[1]
    columns = dict(zip(second.columns[2:], range(20)))
    rows = table(results, 1)
    assert len(rows) == len(LOADS) * len(WAYS)
    low, high = rows["10 %", "copy"], rows["100 %", "zero copy"]
    assert low[columns["p99 µs"]] == "needs 1,000" and high[columns["p99 µs"]] == "10.0"
    assert high[columns["p99.9 µs"]] == "needs 10,000"
    assert (low[columns["jitter µs"]], low[columns["CPU %"]]) == ("2.50", "12")
    assert (low[columns["received"]], low[columns["kept up"]]) == ("100", "yes")
    fast = measured(knee_of("4KB"), limit=lambda _: 200_000)
    assert table(fast, 1)["100 %", "floor"][columns["p99.9 µs"]] == "10.0"
    without = Results(
        [
            replace(each, metrics={k: v for k, v in each.metrics.items() if "stddev" not in k})
            for each in results.measurements
        ]
    )
    told = KNEE.tables(without)[1]
    assert "jitter" not in f"{told.columns} {told.notes}", "a column of dashes says nothing"


def test_the_tables_fit_a_pipe_without_a_wrapped_line():
    results = measured(knee_of())
    text = printed(replace(report_of("knee"), results=results), PIPE_WIDTH)
    rows = [line for line in text.splitlines() if "Fast DDS data sharing" in line]
    # What it sustains; and of each load a row of its figures, and one of its quantiles.
    assert len(rows) == 2 * (1 + 2 * len(LOADS))
    assert sum("needs 10,000" in line for line in rows) > 0


def test_a_way_that_fails_at_its_limit_when_it_is_measured_is_said_not_to_have_kept_up():
    def once(cell, repetition):
        late = "load" in cell.coordinates and cell.coordinates["load"] == "100 %" and repetition == 1
        return run(cell, repetition, 100) if late else None

    results = measured(knee_of("4MB", "variant=floor", repetitions=2), once)
    assert table(results, 1)["100 %", "floor"][-1] == "1 of 2"
    assert table(results, 1)["90 %", "floor"][-1] == "yes"


def test_the_charts_set_latency_against_the_load_of_each_way():
    (group,) = KNEE.charts(measured(knee_of()))
    assert "in percent of what this way sustains" in group.caption
    median = next(panel for panel in group.panels if panel.title.startswith("4 MB, p50"))
    assert [point.x for point in median.series[0].points] == [float(load) for load in LOADS]
    assert {each.name for each in median.series} == set(WAYS)


def test_a_way_that_never_sustains_anything_is_named_and_not_measured():
    plan = knee_of("4MB")
    results = measured(plan, limit=lambda at: 0.2 if at["variant"] == "UDP" else 1_000)
    assert {each.coordinates["variant"] for each in loads(results)} == set(WAYS) - {"UDP"}
    assert plan.missing(results) == 0, "nothing is left to do"
    assert table(results, 0)["4 MB", "UDP"] == ("< 10", "–")
    assert not any(way == "UDP" for _, way in table(results, 1))
    assert KNEE.findings(results) == [] and results.failed() == []


def test_nothing_that_comes_through_is_no_failure_of_a_probe():
    results = measured(knee_of("4MB", "variant=UDP"), limit=lambda _: 0)
    assert probes(results) and results.failed() == []


def test_a_way_that_sustains_the_highest_rate_is_said_to_sustain_at_least_that():
    results = measured(knee_of("4MB"), limit=lambda _: 1e9)
    assert len(probes(results)) == 7 * len(WAYS), "no probe needs a second try"
    assert table(results, 0)["4 MB", "floor"][0] == "≥ 200,000"


def test_a_stall_in_a_probe_does_not_send_the_search_to_the_wrong_half():
    stalled = []

    def once(cell, repetition):
        if stalled:
            return None
        stalled.append(cell)
        return run(cell, repetition, 10)

    plan = knee_of("4MB", "variant=zero-copy")
    results = measured(plan, once)
    calm = measured(plan)
    assert [sustained_spread(each, "4 MB", "zero copy").median for each in (results, calm)] == [
        loads(calm)[-1].metrics["rate_hz"]
    ] * 2
    assert [each.coordinates["search"] for each in probes(results)][:2] == ["at 1,410 Hz", "at 1,410 Hz again"]


def test_a_crash_in_the_search_is_tried_again_and_the_search_goes_on():
    crashed = []

    def once(cell, repetition):
        if len(crashed) == 3:
            return None
        crashed.append(cell)
        return failed(cell, repetition) if len(crashed) in (1, 3) else None

    results = measured(knee_of("4MB", "variant=zero-copy"), once)
    assert len(results.failed()) == 2 and len(loads(results)) == len(LOADS)
    assert 5_400 < sustained_spread(results, "4 MB", "zero copy").median <= 6_060


def test_a_way_whose_every_run_fails_is_given_up_and_the_others_are_measured():
    def once(cell, repetition):
        return failed(cell, repetition) if cell.coordinates["variant"] == "copy" else None

    plan = knee_of("4MB")
    results = measured(plan, once)
    assert len(results.failed()) == FAILURES and plan.missing(results) == 0
    assert len(loads(results)) == len(LOADS) * (len(WAYS) - 1)
    assert table(results, 0)["4 MB", "copy"] == ("–", "–")


def test_a_crash_where_others_ended_well_is_one_of_the_rate():
    def once(cell, repetition):
        return failed(cell, repetition) if rate_of(cell) > 1_000 else None

    results = measured(knee_of("4MB", "variant=zero-copy"), once)
    assert 900 < sustained_spread(results, "4 MB", "zero copy").median <= 1_000


def test_each_repetition_searches_anew_so_that_the_ratio_has_a_spread():
    def once(cell, repetition):
        slow = repetition == 1 and cell.coordinates["variant"] == "zero copy"
        return run(cell, repetition, 3_000) if slow else None

    results = measured(knee_of("4MB", repetitions=2), once)
    spread = sustained_spread(results, "4 MB", "zero copy")
    assert spread.count == 2 and spread.minimum < 3_100 < 5_000 < spread.maximum
    assert "–" in table(results, 0)["4 MB", "zero copy"][0], "with its range"


def test_what_is_missing_becomes_less_with_each_run_and_nothing_is_measured_twice():
    plan = knee_of("4MB", "variant=UDP,floor")
    results = Results()
    left = [plan.missing(results)]
    assert left == [2 * (7 + len(LOADS))]
    seen = set()
    for repetition, cell in plan.steps(results):
        if results.has(repetition, cell.coordinates):
            continue
        assert cell.label not in seen
        seen.add(cell.label)
        results.add(run(cell, repetition, limit_of(cell.coordinates)))
        left.append(plan.missing(results))
    assert left[-1] == 0 and all(later <= earlier for earlier, later in zip(left, left[1:]))
    assert sum(1 for _ in plan.steps(results)) == len(loads(results))


def test_a_search_stands_where_its_probe_is_not_measured():
    plan = knee_of("4MB", "variant=UDP")
    steps = list(plan.steps(Results()))
    assert [cell.coordinates["search"] for _, cell in steps] == ["at 1,410 Hz"] * len(LOADS)


def test_halving_tries_no_more_rates_than_it_must():
    rates = geometric(1, 1000, 31)
    for kept in range(32):
        tried: dict[float, Outcome] = {}
        while (found := search(rates, lambda rate: [tried[rate]] * 2 if rate in tried else [])).probe_hz:
            tried[found.probe_hz] = Outcome.KEPT_UP if found.probe_hz in rates[:kept] else Outcome.LATE
        assert found.sustained_hz == (rates[kept - 1] if kept else None)
        assert len(tried) == 5


def test_probes_are_compared_with_nothing_and_raise_no_doubt():
    old = measured(knee_of("4MB", repetitions=3))
    new = measured(knee_of("4MB", "variant=zero-copy,floor", repetitions=3), limit=lambda _: 4_000)
    told = json.loads(json.dumps([each.as_json() for each in old.measurements]))
    comparison = compare({"runs": told, "machine": {}}, "old", new, KNEE, {}, 0.1)
    assert not any(" Hz" in change.label for change in comparison.changes)
    assert not any(" Hz" in label for label in comparison.missing) and comparison.missing
    (limit,) = [each for each in comparison.changes if each.label.startswith("100 %") and "zero" in each.label]
    assert limit.metric == "sustained_hz" and limit.slower > 0.3

    def once(cell, repetition):
        return run(cell, repetition, 1 if repetition else 1e9) if KNEE.is_probe(cell.coordinates) else None

    noisy = measured(knee_of("4MB", "variant=floor", repetitions=2), once)
    texts = [doubt.text for doubt in about_results(noisy, KNEE)]
    assert not any(" Hz" in text for text in texts)


def test_a_recorded_result_makes_the_same_tables_again():
    results = measured(knee_of("4MB"), limit=lambda at: 0.2 if at["variant"] == "copy" else limit_of(at))
    facts = {"commit": "abc1234"}
    report = {
        **{"experiment": "knee", "version": "1", "started_utc": "2026-01-01", "seconds": 1},
        **{"repetitions": 1, "doubts": [], "machine": {"facts": facts}},
        "runs": [{**each.as_json(), "latencies": each.latencies} for each in results.measurements],
    }
    again = committed.results_of(committed.recorded(report))
    assert [each.texts() for each in KNEE.tables(again)] == [each.texts() for each in KNEE.tables(results)]
    assert table(again, 0)["4 MB", "copy"][0] == "< 10"


def test_the_search_and_all_experiments_end_in_forty_minutes():
    # Starting processes, matching, warming up: 0.35 s in the recorded round of 27 November 2026.
    overhead_s = 0.5
    limit = lambda at: TYPICAL[at["size"]][at["variant"]]  # noqa: E731
    results, seconds = Results(), 0.0
    plan = knee_of(seconds=KNEE.seconds)
    for repetition, cell in plan.steps(results):
        results.add(run(cell, repetition, limit(cell.coordinates)))
        seconds += cell.seconds + overhead_s
    assert 3 * 60 < seconds < 4 * 60, "as --help says"
    everything = COLLECTIONS["all"]()
    others = [cell for cell in everything.cells(0) if cell.coordinates["part"] != "knee"]
    assert sum(cell.seconds + overhead_s for cell in others) + seconds < 40 * 60


# The form of results that were recorded until November 2026.


def at_fixed_rates(received, **figures) -> Results:
    rates = {"4 KB": (1_000, 2_500, 6_300), "4 MB": (25, 63, 160, 400, 1_000, 2_500, 6_300)}
    runs = []
    for size, all_hz in rates.items():
        for rate_hz in all_hz:
            for variant in WAYS:
                at = {"rate": f"{rate_hz} Hz", "size": size, "subscribers": 1, "variant": variant}
                metrics = {"received": received(rate_hz, variant), "duration_s": 1.0, **figures}
                runs.append(Measurement(at, 0, metrics, "command", "2026-01-01", 1.0))
    return Results(runs)


def test_recorded_results_at_fixed_rates_keep_their_tables():
    limits = {"UDP": 100, "zero copy": 5_000}
    received = lambda due, way: min(due, limits.get(way, 1_000))  # noqa: E731
    results = at_fixed_rates(received, latency_ns_p50=10e3, latency_ns_stddev=2.5e3)
    assert sustained_hz(results, "4 MB", "UDP") == 63
    assert sustained_hz(results, "4 MB", "zero copy") == 2_500
    assert sustained_hz(results, "4 KB", "UDP") is None
    assert table(results, 0)["4 MB", "UDP"] == ("63", "39.7×")
    kept = {at: row[-1] for at, row in table(results, 2).items()}
    assert kept["160 Hz", "UDP"] == "no" and kept["160 Hz", "zero copy"] == "yes"
    loads_of = {at: row[0] for at, row in table(results, 2).items()}
    assert loads_of["63 Hz", "UDP"] == "100" and loads_of["400 Hz", "zero copy"] == "16"
    assert {row[0] for at, row in table(results, 1).items() if at[1] == "UDP"} == {"–"}
    assert all(COARSE_NOTE in each.notes for each in KNEE.tables(results))
    without = KNEE.tables(at_fixed_rates(received, latency_ns_p50=1e4))[2]
    assert "jitter" not in f"{without.columns} {without.notes}"


def test_at_fixed_rates_a_way_that_recovers_at_a_higher_rate_did_not_keep_up():
    results = at_fixed_rates(lambda due, _: 30 if due == 63 else due, latency_ns_p50=10e3)
    assert sustained_hz(results, "4 MB", "floor") == 25


@pytest.mark.parametrize("path", sorted((CHECKOUT / committed.FOLDER).glob("*.json")), ids=lambda each: each.stem)
def test_every_committed_knee_has_its_tables(path):
    kept = committed.load(CHECKOUT, path.stem)["experiments"].get("knee")
    if not kept:
        pytest.skip("not measured on this machine")
    results = committed.results_of(kept)
    first, *others = KNEE.tables(results)
    assert {row[1] for row in first.texts()} == set(WAYS)
    assert [len(each.rows) > 30 for each in others] == [True, True]
