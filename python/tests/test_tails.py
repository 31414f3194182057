# SPDX-License-Identifier: Apache-2.0
from dataclasses import replace
from fractions import Fraction

import pytest

from baton.perf.distribution import QUANTILES, Distribution, samples_needed
from baton.perf.results import Measurement, Results
from baton.perf.tails import sound_figure, tail_charts, tail_tables
from baton.perf.table import text_of


def uniform(count: int) -> Distribution:
    """1 ns, 2 ns, ..."""
    return Distribution.merged([(((value, 1) for value in range(1, count + 1)), count)])


@pytest.mark.parametrize(
    ("name", "needed"),
    [("p50", 20), ("p90", 100), ("p99", 1_000), ("p99.9", 10_000), ("p99.99", 100_000)],
)
def test_a_quantile_needs_ten_samples_beyond_it(name, needed):
    quantile = QUANTILES[name]
    assert samples_needed(quantile) == needed
    assert uniform(needed - 1).quantile(quantile) is None
    assert uniform(needed).quantile(quantile) == needed * quantile


def test_quantiles_of_repetitions_are_those_of_all_samples_together():
    halves = [([(10, 50)], 10), ([(20, 49), (1000, 1)], 1007)]
    merged = Distribution.merged(halves)
    assert merged.count == 100
    assert merged.quantile(Fraction(1, 2)) == 10
    assert merged.quantile(Fraction(51, 100)) == 20
    assert merged.quantile(QUANTILES["p99"]) is None
    assert merged.largest == 1007


def test_a_curve_ends_where_fewer_than_ten_samples_lie_beyond():
    shares = [share for share, _ in uniform(10_000).curve()]
    assert shares == sorted(shares)
    assert 2 <= shares[0] < 2.2 and 900 < shares[-1] <= 1000
    assert len(shares) < 120
    assert uniform(15).curve() == []


@pytest.mark.parametrize("count", [1, 19, 20, 1_000, 9_999, 10_000, 123_456])
def test_a_condensed_distribution_has_the_same_quantiles(count):
    whole = uniform(count)
    condensed = whole.condensed()
    assert len(condensed.counts) <= len(QUANTILES) + 1
    assert (condensed.count, condensed.largest) == (whole.count, whole.largest)
    for quantile in QUANTILES.values():
        assert condensed.quantile(quantile) == whole.quantile(quantile)


def results_of(samples: int) -> Results:
    at = {"size": "4 MB", "subscribers": 1, "variant": "zero copy"}
    latencies = [[1000 * value, 1] for value in range(1, samples + 1)]
    metrics = {"latency_ns_max": 1000.0 * samples + 7}
    run = Measurement(at, 0, metrics, "perf_test", "2026-01-01", 1.0, latencies=latencies)
    return Results([run])


def test_a_table_says_how_many_samples_a_missing_quantile_needs():
    few, many = results_of(999).measurements[0], results_of(1000).measurements[0]
    few = replace(few, coordinates={**few.coordinates, "subscribers": 4})
    (table,) = tail_tables(Results([many, few]))
    assert table.columns[2:] == ("p50 µs", "p90 µs", "p99 µs", "max µs", "samples")
    assert "p99.9 10,000" in table.notes[0]
    assert [[text_of(entry) for entry in row] for row in table.rows] == [
        ["1", "zero copy", "500", "900", "990", "1,000", "1,000"],
        ["4", "zero copy", "500", "900", "needs 1,000", "999", "999"],
    ]


def test_every_cell_with_a_histogram_has_a_row_that_names_it():
    def run(latencies=((1000, 20),), **at) -> Measurement:
        return Measurement(at, 0, {}, "", "", 1.0, latencies=[list(each) for each in latencies])

    loads = Results(
        [
            run(variant="floor", load="10 %", size="4 KB", subscribers=1),
            run(variant="floor", load="20 %", size="4 KB", subscribers=1),
            run(variant="floor", search="at 5 Hz", size="4 KB", subscribers=1),
            run((), variant="UDP", load="20 %", size="4 KB", subscribers=1),
        ]
    )
    (table,) = tail_tables(loads, lambda at: "search" in at)
    assert table.title == "4 KB messages, the slow ones"
    assert table.columns[:3] == ("load", "sub.", "variant")
    assert [row[:3] for row in table.texts()] == [("10 %", "1", "floor"), ("20 %", "1", "floor")]
    # What has no size has a table of its own, and what is the same everywhere is no column.
    modes = [run(placement="apart", init="ALL", variant=name) for name in ("a", "b")]
    sized, table = tail_tables(Results([*modes, run(size="4 KB", subscribers=1, variant="a")]))
    assert len(sized.rows) == 1
    assert (table.title, table.columns[0], len(table.rows)) == ("The slow messages", "variant", 2)
    assert table.notes[0] == "all rows: apart, ALL"


def test_curves_have_the_ticks_that_they_reach():
    (group,) = tail_charts(results_of(1000))
    (panel,) = group.panels
    assert [text for _, text in panel.x_ticks] == ["p50", "p90", "p99"]
    assert panel.series[0].name == "zero copy"


def test_without_histograms_there_is_nothing():
    results = Results([])
    assert tail_tables(results) == [] and tail_charts(results) == []


def test_a_quantile_of_few_samples_is_no_figure_in_any_table():
    at = {"size": "4 MB", "subscribers": 1, "variant": "zero copy"}
    assert sound_figure(results_of(999), "latency_ns_p99", at) == "needs 1,000"
    assert sound_figure(results_of(1000), "latency_ns_p99", at) == "990"
    # Without a histogram the number of samples decides, and without both the figure stands.
    def figure(metrics: dict) -> str:
        runs = [Measurement(at, number, metrics, "", "", 1.0) for number in range(2)]
        return sound_figure(Results(runs), "publish_ns_p99", at)

    assert figure({"publish_ns_p99": 7000, "publish_ns_count": 499}) == "needs 1,000"
    assert figure({"publish_ns_p99": 7000, "publish_ns_count": 500}) == "7.00"
    assert figure({"publish_ns_p99": 7000}) == "7.00"
    assert figure({}) == "–"
    assert sound_figure(results_of(5), "latency_ns_max", at) == "5.01"
