# SPDX-License-Identifier: Apache-2.0
from made_reports import made_report

from baton.perf.certainty import cell_ratios, certainty_tables
from baton.perf.experiments.competitors import Competitors
from baton.perf.experiments.throughput import Throughput
from baton.perf.results import Measurement, Results

AT = {"size": "4 MB", "subscribers": 1}


def measured(**values: list[float]) -> Results:
    """Medians in ns by repetition, of each variant; `_` in a name stands for a blank."""
    return Results(
        [
            Measurement(
                {**AT, "variant": name.replace("_", " ")},
                *(repetition, {"latency_ns_p50": value}, "perf_test", "", 1),
            )
            for name, repetitions in values.items()
            for repetition, value in enumerate(repetitions)
        ]
    )


def verdicts(results: Results) -> dict[str, str]:
    (table,) = certainty_tables(results, Competitors())
    return {row[1]: row[-1] for row in table.texts()}


def test_a_variant_that_is_faster_in_each_repetition_alike_is_better():
    found = verdicts(
        measured(zero_copy=[20, 21, 22], iceoryx=[40, 41, 45], floor=[10, 11, 10.5], copy=[20, 22, 21])
    )
    assert (found["iceoryx"], found["floor"]) == ("better", "worse")


def test_no_difference_says_how_large_a_difference_could_still_be():
    results = measured(zero_copy=[20, 21, 22], copy=[20, 22, 21])
    (ratio,) = cell_ratios(results, Competitors())
    assert ratio.ratio.low < 1 < ratio.ratio.high
    assert verdicts(results) == {
        "copy": f"no difference above {ratio.ratio.largest_difference:.0%}"
    }


def test_a_small_difference_that_could_still_be_is_not_said_to_be_none():
    found = verdicts(measured(zero_copy=[1000, 1001, 1002], copy=[1001, 1001, 1001]))
    assert found == {"copy": "no difference above 0.2%"}


def test_of_a_rate_the_larger_one_is_better():
    faster = measured(zero_copy=[200, 210, 220], copy=[100, 100, 105])
    for each in faster.measurements:
        each.metrics["received_per_s"] = each.metrics["latency_ns_p50"]
    throughput = Throughput()
    assert throughput.metric_of(faster.measurements[0].coordinates) == ("received_per_s", True)
    (table,) = certainty_tables(faster, throughput)
    assert table.texts()[0][-1] == "better"


def test_a_single_repetition_has_no_table():
    assert certainty_tables(measured(zero_copy=[20], copy=[40]), Competitors()) == []


def test_a_report_has_the_table():
    report = made_report(Competitors())
    assert report.tables[-1].title == "How certain the ratios are"
