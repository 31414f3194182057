# SPDX-License-Identifier: Apache-2.0
import pytest

from baton.perf.statistics import Spread, least_median, most_median, paired_ratio


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
