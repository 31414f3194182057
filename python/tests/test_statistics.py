# SPDX-License-Identifier: Apache-2.0
import random
from math import exp
from statistics import stdev

import pytest

from baton.perf.statistics import (
    CertainRatio,
    Spread,
    above_for_certain,
    chance_of_more,
    least_median,
    most_median,
    paired_ratio,
    reached,
    student_t,
    variance_of_all,
)


def test_a_spread_is_median_smallest_and_largest():
    assert Spread.of([3, 1, 2]) == Spread(2, 1, 3, 3)
    assert Spread.of([4, 1]).median == 2.5


def test_values_that_are_missing_do_not_count():
    assert Spread.of([None, 5, None]) == Spread(5, 5, 5, 1)
    assert Spread.of([None]) is None
    assert Spread.of([]) is None


def test_noise_is_relative_to_the_median():
    assert Spread.of([90, 100, 115]).noise == pytest.approx(0.25)
    assert Spread.of([7]).noise == 0
    assert Spread.of([0, 0]).noise == 0


def test_a_paired_ratio_cancels_what_both_variants_suffer_from():
    # The machine was twice as slow in the second repetition.
    ratio = paired_ratio([11, 22, 11], [10, 20, 10])
    assert (ratio.median, ratio.minimum, ratio.maximum) == pytest.approx((1.1, 1.1, 1.1))


def test_a_repetition_without_its_partner_is_left_out_of_the_ratio():
    assert paired_ratio([11, None, 30], [10, 20, None]).count == 1
    assert paired_ratio([11], [0]) is None
    assert paired_ratio([], []) is None


@pytest.mark.parametrize(("count", "place"), [(1, 1), (5, 1), (6, 1), (8, 1), (9, 2), (20, 6), (25, 8)])
def test_the_median_is_at_least_the_value_that_tables_of_the_sign_test_give(count, place):
    assert least_median(list(range(count, 0, -1))) == place


def test_what_a_median_is_at_most_mirrors_what_it_is_at_least():
    values = [3, 1, 4, 1.5, 9, 2.6, 5, 3.5]
    assert most_median(values) == -least_median([-value for value in values])
    assert most_median([1, 2, 3]) == 3


@pytest.mark.parametrize(
    ("chance", "degrees", "quantile"),
    [
        *((0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 5, 2.571), (0.975, 30, 2.042)),
        *((0.8, 1, 1.376), (0.8, 2, 1.061), (0.8, 10, 0.879), (0.95, 7, 1.895)),
    ],
)
def test_students_quantiles_are_those_of_printed_tables(chance, degrees, quantile):
    assert student_t(chance, degrees) == pytest.approx(quantile, abs=5e-4)


def test_the_interval_of_a_ratio_is_students_on_its_logarithms():
    # ln 1, ln 2, ln 4: mean ln 2, standard deviation ln 2.
    ratio = CertainRatio.of([1, 2, 4])
    reach = 2 ** (4.30265 / 3**0.5)
    assert (ratio.value, ratio.count) == (pytest.approx(2), 3)
    assert (ratio.low, ratio.high) == pytest.approx((2 / reach, 2 * reach), rel=1e-4)
    assert ratio.detectable == pytest.approx(2 ** ((4.30265 + 1.06066) / 3**0.5) - 1, rel=1e-4)
    assert ratio.largest_difference == pytest.approx(2 * reach - 1, rel=1e-4)


def test_one_repetition_says_nothing_about_its_spread():
    assert CertainRatio.of([1.5]) is None
    assert CertainRatio.of([]) is None
    assert CertainRatio.of([1.5, 0]) is None


def test_an_effect_of_the_detectable_size_is_found_in_four_of_five_rounds():
    noise, size = random.Random(1), 6
    effect = 1 + CertainRatio.of([exp(0.1 * each) for each in _standardised(size)]).detectable
    found = 0
    for _ in range(2000):
        ratio = CertainRatio.of([effect * exp(noise.gauss(0, 0.1)) for _ in range(size)])
        found += ratio.low > 1
    assert 0.74 < found / 2000 < 0.86


def _standardised(count: int) -> list[float]:
    """Numbers with mean 0 and standard deviation 1."""
    values = [index - (count - 1) / 2 for index in range(count)]
    return [value / stdev(values) for value in values]


@pytest.mark.parametrize(
    ("later", "then", "chance"),
    [
        # All of three above all of three: one of twenty ways to mix them.
        ([40, 70, 400], [10, 20, 39], 1 / 20),
        # 11 of 12 pairs are in order, as in two of 35 ways.
        ([35, 40, 70, 4000], [1, 20, 39], 2 / 35),
        # A single repetition has no spread: one of two ways.
        ([5], [1], 1 / 2),
        ([1, 2, 3], [4, 5, 6], 1),
    ],
)
def test_a_difference_by_chance_is_as_likely_as_its_order(later, then, chance):
    assert chance_of_more(later, then, 1) <= chance * 1.0001
    assert chance_of_more(later, then, 1) > chance / 3


def test_repetitions_that_agree_are_more_certain_than_their_order():
    assert chance_of_more([15, 15.1, 15.2], [10, 10.1, 10.2], 1.1) < 1e-4
    assert chance_of_more([15, 15, 15], [10, 10, 10], 1.1) == 0
    assert chance_of_more([10, 10, 10], [10, 10, 10], 1.1) == 1


def test_the_noise_of_all_cells_counts_where_that_of_one_is_small_by_chance():
    assert chance_of_more([12, 14, 17], [9, 10, 11], 1, (0.001, 80)) < 0.02
    quiet = variance_of_all([[10, 10.1], [20, 20.2, 20.1]])
    assert quiet[1] == 3 and quiet[0] == pytest.approx(5e-5, rel=0.6)
    assert variance_of_all([[1.0]]) == (0.0, 0)


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([1.0], True),
        ([1.2], None),  # a single repetition may be any
        ([1.2, 1.3, 3.0], None),  # all above, by one of eight chances
        ([1.2, 1.21, 1.22], False),
        ([1.0, 1.2, 1.2, 1.3, 1.3, 1.3], None),
        ([1.2, 1.2, 1.3, 1.3, 1.4, 9.0], False),  # the sign test asks for no shape
        ([0.5, 1.1, 1.1], True),
    ],
)
def test_a_limit_is_missed_only_for_certain(values, verdict):
    assert reached(values, 1.1) is verdict
    assert above_for_certain(values, 1.1) is (verdict is False)
